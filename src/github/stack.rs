//! How octocrab is put together: layer by layer instead of by its own builder, so that what is not wanted is not
//! there: no resending, no redirects, no cache, no logging, no second user agent.

use std::error::Error;
use std::sync::Arc;

use http::header::{ACCEPT, USER_AGENT};
use http::{HeaderValue, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client as Hyper;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use hyper_util::rt::{TokioExecutor, TokioIo};
use octocrab::service::middleware::base_uri::BaseUriLayer;
use octocrab::service::middleware::extra_headers::ExtraHeadersLayer;
use octocrab::{AuthState, OctoBody, Octocrab, OctocrabBuilder};
use rustls::crypto::{CryptoProvider, KeyProvider, ring};
use rustls::pki_types::PrivateKeyDer;
use rustls::sign::SigningKey;
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tower::ServiceExt as _;
use tower::util::BoxCloneSyncService;

use super::roots;
use super::settings::{SetupError, Timeouts};
use super::token::Token;

/// A way to a host, over which TLS may be spoken: one type for all, since the client is compiled for each.
type Way = BoxCloneSyncService<Uri, TokioIo<TcpStream>, Box<dyn Error + Send + Sync>>;

/// TLS wherever the origin is `https`, and then through the proxy for it, if there is one: the proxy sees the host's
/// name and nothing else. Without a token where the host is not the API's.
pub(super) fn lay(
    origin: &Uri,
    token: Option<Token>,
    timeouts: Timeouts,
    proxies: &Matcher,
) -> Result<Octocrab, SetupError> {
    let mut tcp = HttpConnector::new();
    tcp.enforce_http(false);
    tcp.set_connect_timeout(Some(timeouts.connect));
    // Otherwise the first request waits for a round trip more: until the end of the TLS handshake is confirmed.
    tcp.set_nodelay(true);
    let builder = HttpsConnectorBuilder::new();
    if origin.scheme_str() == Some("http") {
        let unused = tls(RootCertStore::empty())?;
        let builder = builder.with_tls_config(unused).https_or_http();
        let connector = builder.enable_http1().wrap_connector(direct(tcp));
        return Ok(over(connector, origin, token));
    }
    let way = match proxies.intercept(origin) {
        Some(proxy) => tunnel(tcp, &proxy)?,
        None => direct(tcp),
    };
    let trusted = tls(roots::trusted()?)?;
    let builder = builder.with_tls_config(trusted).https_only();
    let connector = builder.enable_http1().wrap_connector(way);
    Ok(over(connector, origin, token))
}

fn direct(tcp: HttpConnector) -> Way {
    BoxCloneSyncService::new(tcp.map_err(Into::into))
}

fn tunnel(tcp: HttpConnector, proxy: &Intercept) -> Result<Way, SetupError> {
    if proxy.uri().scheme_str() != Some("http") {
        return Err(SetupError::Proxy);
    }
    let tunnel = Tunnel::new(proxy.uri().clone(), tcp);
    let tunnel = match proxy.basic_auth() {
        Some(auth) => tunnel.with_auth(auth.clone()),
        None => tunnel,
    };
    Ok(BoxCloneSyncService::new(tunnel.map_err(Into::into)))
}

fn tls(roots: RootCertStore) -> Result<ClientConfig, SetupError> {
    let provider = CryptoProvider {
        key_provider: &NoKeys,
        ..ring::default_provider()
    };
    let config = ClientConfig::builder_with_provider(Arc::new(provider))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(config)
}

/// Signs nothing: this client has no certificate, and what could sign for one would be a part of every download.
#[derive(Debug)]
struct NoKeys;

impl KeyProvider for NoKeys {
    fn load_private_key(
        &self,
        _key: PrivateKeyDer<'static>,
    ) -> Result<Arc<dyn SigningKey>, rustls::Error> {
        Err(rustls::Error::General("no certificate of our own".into()))
    }
}

fn over(connector: HttpsConnector<Way>, origin: &Uri, token: Option<Token>) -> Octocrab {
    let agent = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));
    let headers = vec![
        (USER_AGENT, HeaderValue::from_static(agent)),
        (
            ACCEPT,
            HeaderValue::from_static("application/vnd.github+json"),
        ),
    ];
    let hyper: Hyper<_, OctoBody> = Hyper::builder(TokioExecutor::new()).build(connector);
    let built = OctocrabBuilder::new_empty()
        .with_service(hyper)
        .with_layer(&ExtraHeadersLayer::new(Arc::new(headers)))
        .with_layer(&BaseUriLayer::new(origin.clone()))
        .with_auth(
            token.map_or(AuthState::None, |token| AuthState::AccessToken {
                token: token.into_secret(),
            }),
        )
        .build();
    match built {
        Ok(octocrab) => octocrab,
        Err(never) => match never {},
    }
}
