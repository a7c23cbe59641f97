//! Which certificate authorities are trusted: the public ones, which are built in, and beside them the machine's own.
//! So a container without certificates can connect, and so can a machine behind a proxy that opens TLS.

use std::env;

use rustls::RootCertStore;
use rustls_native_certs::CertificateResult;

use super::settings::SetupError;

/// By these the user names certificates; where neither is set, the machine's own store is read.
const NAMES: [&str; 2] = ["SSL_CERT_FILE", "SSL_CERT_DIR"];

/// What this machine trusts.
pub(super) fn trusted() -> Result<RootCertStore, SetupError> {
    let named = NAMES.iter().any(|name| env::var_os(name).is_some());
    beside_public(rustls_native_certs::load_native_certs(), named)
}

/// `named`: the user asked for them, so that none may be missing; a store that is merely there may be broken.
fn beside_public(own: CertificateResult, named: bool) -> Result<RootCertStore, SetupError> {
    if named {
        if let Some(error) = own.errors.first() {
            return Err(SetupError::Certificates(error.to_string()));
        }
        if own.certs.is_empty() {
            let none = "there is no certificate in PEM format".to_owned();
            return Err(SetupError::Certificates(none));
        }
    }
    let mut store = RootCertStore {
        roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
    };
    store.add_parsable_certificates(own.certs);
    Ok(store)
}

#[cfg(test)]
mod tests;
