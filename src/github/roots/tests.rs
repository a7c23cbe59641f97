use std::path::Path;

use rustls_native_certs::load_certs_from_paths;
use tempfile::TempDir;

use super::*;

/// Of a company that does not exist.
const COMPANY: &str = "\
-----BEGIN CERTIFICATE-----\n\
MIIBiDCCAS2gAwIBAgIUEp2oCLWvXW2x3HOwdiVU1Opgt00wCgYIKoZIzj0EAwIw\n\
GDEWMBQGA1UEAwwNQ29tcGFueSBwcm94eTAgFw0yNjExMzAxNjQ5MTRaGA8yMTI2\n\
MTEwNjE2NDkxNFowGDEWMBQGA1UEAwwNQ29tcGFueSBwcm94eTBZMBMGByqGSM49\n\
AgEGCCqGSM49AwEHA0IABCa2G7HdAI7qZd80SmAYHHOgdxLtZMr3ckPj/Xsn6VVQ\n\
urVjJSlYaxWxmsTmSWWhCXwWBgdhS0xMUhyc15ttnRSjUzBRMB0GA1UdDgQWBBTN\n\
7jnfkyOBDpg2Y933pQgd+rWcajAfBgNVHSMEGDAWgBTN7jnfkyOBDpg2Y933pQgd\n\
+rWcajAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQDaxwHCgZ+d\n\
FczDaPC2Ot9ZzERq0OIuoocIwcB5d3IWhQIhAImexZnjE+891Pf78lQVN7W2gx8E\n\
TQj8DL7XDbTf8zqw\n\
-----END CERTIFICATE-----\n";

fn public() -> usize {
    webpki_roots::TLS_SERVER_ROOTS.len()
}

fn file(content: &str) -> (TempDir, CertificateResult) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("company.pem");
    std::fs::write(&path, content).unwrap();
    let own = load_certs_from_paths(Some(&path), None);
    (folder, own)
}

#[track_caller]
fn refusal(own: CertificateResult) -> String {
    beside_public(own, true).unwrap_err().to_string()
}

#[test]
fn a_container_without_certificates_trusts_the_public_authorities() {
    let store = beside_public(CertificateResult::default(), false).unwrap();
    assert_eq!(store.len(), public());
    assert!(public() > 100);
}

#[test]
fn a_companys_authority_is_trusted_beside_the_public_ones() {
    let (_folder, own) = file(COMPANY);
    assert_eq!(beside_public(own, true).unwrap().len(), public() + 1);
}

#[test]
fn a_named_file_that_is_not_there_is_an_error_that_names_it() {
    let own = load_certs_from_paths(Some(Path::new("/nowhere/company.pem")), None);
    let said = refusal(own);
    assert!(
        said.contains("/nowhere/company.pem") && said.contains("SSL_CERT_FILE"),
        "{said}"
    );
}

#[test]
fn a_named_file_without_a_certificate_is_an_error() {
    let (_folder, own) = file("no certificate\n");
    assert!(refusal(own).contains("no certificate in PEM format"));
}

#[test]
fn a_machines_own_store_may_be_broken_where_nobody_named_it() {
    let own = load_certs_from_paths(None, Some(Path::new("/nowhere")));
    assert!(!own.errors.is_empty());
    assert_eq!(beside_public(own, false).unwrap().len(), public());
}
