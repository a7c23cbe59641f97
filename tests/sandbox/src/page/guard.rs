//! Who may ask for the page, and what a browser may load from it.
//!
//! The sandbox needs no login. A page from elsewhere could reach it through a host name that
//! resolves to this machine (DNS rebinding), so only requests to a loopback name are answered.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, HOST, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Refuses a request whose host is not this machine; adds the headers that every answer has.
pub(super) async fn guard(request: Request, next: Next) -> Response {
    let host = request
        .headers()
        .get(HOST)
        .and_then(|host| host.to_str().ok())
        .or_else(|| request.uri().authority().map(Authority::as_str));
    let mut response = if host.is_some_and(is_loopback) {
        next.run(request).await
    } else {
        let message = "The sandbox answers only to localhost, 127.0.0.1 and [::1].\n";
        (StatusCode::MISDIRECTED_REQUEST, message).into_response()
    };
    add_headers(response.headers_mut());
    response
}

fn add_headers(headers: &mut HeaderMap) {
    let values = [
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    for (name, value) in values {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// The content security policy of a page whose style and script carry `nonce`. Nothing is loaded
/// from elsewhere, pictures in comments included.
pub(super) fn content_security_policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// A value that nobody can guess, for one answer only.
///
/// # Errors
///
/// When the system gives no random bytes.
pub(super) fn nonce() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn is_loopback(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let name = authority.host();
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address
            .parse()
            .is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::{is_loopback, nonce};

    #[test]
    fn a_loopback_name_or_address_is_this_machine() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8080",
            "127.1.2.3",
            "[::1]:8080",
        ] {
            assert!(is_loopback(host), "{host}");
        }
    }

    #[test]
    fn any_other_host_is_not() {
        let hosts = [
            "",
            "example.com",
            "localhost.example.com",
            "127.0.0.1.example.com",
            "localhost@example.com",
            "192.0.2.1",
            "0.0.0.0",
            "[2001:db8::1]",
        ];
        for host in hosts {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn two_answers_never_share_a_nonce() {
        assert_ne!(nonce().unwrap(), nonce().unwrap());
    }
}
