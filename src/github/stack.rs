//! How octocrab is put together: layer by layer instead of by its own builder, so that what is not wanted is not
//! there: no resending, no redirects, no cache, no logging, no second user agent.

use std::sync::Arc;

use http::header::{ACCEPT, USER_AGENT};
use http::{HeaderValue, Uri};
use hyper_util::client::legacy::Client as Hyper;
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::legacy::connect::{Connect, HttpConnector};
use hyper_util::client::proxy::matcher::Matcher;
use hyper_util::rt::TokioExecutor;
use octocrab::service::middleware::base_uri::BaseUriLayer;
use octocrab::service::middleware::extra_headers::ExtraHeadersLayer;
use octocrab::{AuthState, OctoBody, Octocrab, OctocrabBuilder};
use rustls::ClientConfig;
use rustls::crypto::ring;

use super::roots;
use super::settings::{SetupError, Timeouts};
use super::token::Token;

/// TLS wherever the origin is `https`, and then through the proxy for it, if there is one: the proxy sees the host's
/// name and nothing else.
pub(super) fn lay(
    origin: &Uri,
    token: Token,
    timeouts: Timeouts,
    proxies: &Matcher,
) -> Result<Octocrab, SetupError> {
    let mut tcp = HttpConnector::new();
    tcp.enforce_http(false);
    tcp.set_connect_timeout(Some(timeouts.connect));
    if origin.scheme_str() == Some("http") {
        return Ok(over(tcp, origin, token));
    }
    let tls = hyper_rustls::HttpsConnectorBuilder::new()
        .with_tls_config(tls()?)
        .https_only()
        .enable_http1();
    let Some(proxy) = proxies.intercept(origin) else {
        return Ok(over(tls.wrap_connector(tcp), origin, token));
    };
    if proxy.uri().scheme_str() != Some("http") {
        return Err(SetupError::Proxy);
    }
    let tunnel = Tunnel::new(proxy.uri().clone(), tcp);
    let tunnel = match proxy.basic_auth() {
        Some(auth) => tunnel.with_auth(auth.clone()),
        None => tunnel,
    };
    Ok(over(tls.wrap_connector(tunnel), origin, token))
}

fn tls() -> Result<ClientConfig, SetupError> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots::trusted()?)
        .with_no_client_auth();
    Ok(config)
}

fn over<C>(connector: C, origin: &Uri, token: Token) -> Octocrab
where
    C: Connect + Clone + Send + Sync + 'static,
{
    let agent = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));
    let headers = vec![
        (USER_AGENT, HeaderValue::from_static(agent)),
        (
            ACCEPT,
            HeaderValue::from_static("application/vnd.github+json"),
        ),
    ];
    let hyper: Hyper<C, OctoBody> = Hyper::builder(TokioExecutor::new()).build(connector);
    let built = OctocrabBuilder::new_empty()
        .with_service(hyper)
        .with_layer(&ExtraHeadersLayer::new(Arc::new(headers)))
        .with_layer(&BaseUriLayer::new(origin.clone()))
        .with_auth(AuthState::AccessToken {
            token: token.into_secret(),
        })
        .build();
    match built {
        Ok(octocrab) => octocrab,
        Err(never) => match never {},
    }
}
