use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use http::Uri;

use super::*;

fn origin() -> Uri {
    Uri::from_static("https://api.example/")
}

fn token() -> Token {
    Token::new("ghs_nobodys").unwrap()
}

/// Refuses one connection the way a proxy does that wants a password; answers what it was told.
fn proxy() -> (String, std::thread::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://user:word@{}", listener.local_addr().unwrap());
    let heard = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let lines = BufReader::new(&stream).lines().map(Result::unwrap);
        let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        write!(stream, "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n").unwrap();
        head.join("\n")
    });
    (url, heard)
}

#[tokio::test]
async fn a_proxy_learns_the_host_but_not_the_token_and_its_refusal_means_nothing_was_sent() {
    let (url, heard) = proxy();
    let proxies = Matcher::builder().https(url).build();
    let octocrab = stack::lay(&origin(), Some(token()), Timeouts::default(), &proxies).unwrap();
    let body = Some("hello");
    let result = exchange(
        &octocrab,
        "POST /x",
        Method::POST,
        "/x".into(),
        body.as_ref(),
        BODY,
    )
    .await;
    assert!(matches!(result, Err(Lost::NotSent(_))), "{result:?}");
    let heard = heard.join().unwrap().to_lowercase();
    assert!(
        heard.starts_with("connect api.example:443 http/1.1"),
        "{heard}"
    );
    assert!(heard.contains("proxy-authorization: basic"), "{heard}");
    assert!(!heard.contains("ghs_nobodys"), "{heard}");
}

#[tokio::test]
async fn a_proxy_that_speaks_something_else_is_refused_at_once() {
    let proxies = Matcher::builder().https("socks5://127.0.0.1:1080").build();
    let built = stack::lay(&origin(), Some(token()), Timeouts::default(), &proxies);
    assert!(matches!(built, Err(SetupError::Proxy)));
}
