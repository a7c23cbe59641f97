//! A server on loopback that answers each request with the next line of a script, byte for byte, and remembers what
//! it heard. For what a well-behaved GitHub never does; it knows nothing of GitHub.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// What the server does with one request.
pub(crate) enum Line {
    /// Sends these bytes and closes.
    Send(String),
    /// Closes without a word.
    HangUp,
    /// Keeps the connection and says nothing.
    Silence,
}

/// The server. After the last line nobody listens any more.
pub(crate) struct Scripted {
    /// `http://127.0.0.1:PORT`.
    pub(crate) url: String,
    heard: Receiver<String>,
}

impl Scripted {
    /// Starts to listen on a free port.
    pub(crate) fn start(script: Vec<Line>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, heard) = channel();
        thread::spawn(move || {
            let mut silent = Vec::new();
            for line in script {
                let Ok((mut stream, _)) = listener.accept() else {
                    return;
                };
                if sender.send(hear(&mut stream)).is_err() {
                    return;
                }
                match line {
                    Line::Send(bytes) => drop(stream.write_all(bytes.as_bytes())),
                    Line::HangUp => {}
                    Line::Silence => silent.push(stream),
                }
            }
            drop(listener);
            // Until the client has given up on every silent connection.
            for mut stream in silent {
                drop(stream.read(&mut [0]));
            }
        });
        Self { url, heard }
    }

    /// Requests since the last call, whole.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.heard.try_iter().collect()
    }

    /// First lines of the requests since the last call, without the protocol's version.
    pub(crate) fn lines(&self) -> Vec<String> {
        let line = |request: &String| {
            let first = request.lines().next().unwrap_or_default();
            first.replace(" HTTP/1.1", "")
        };
        self.heard().iter().map(line).collect()
    }
}

/// An answer with headers, one `name: value` each.
pub(crate) fn answer(status: u16, headers: &[&str], body: &str) -> Line {
    let headers: String = headers
        .iter()
        .map(|header| format!("{header}\r\n"))
        .collect();
    Line::Send(format!(
        "HTTP/1.1 {status} Scripted\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n{body}",
        body.len()
    ))
}

/// Reads one request, head and body.
fn hear(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n")
            && body.len() >= content_length(head)
        {
            return text;
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return text,
            Ok(read) => bytes.extend(buffer.iter().take(read)),
        }
    }
}

fn content_length(head: &str) -> usize {
    let lines = head.lines().filter_map(|line| line.split_once(": "));
    let length = |(name, value): (&str, &str)| {
        let named = name.eq_ignore_ascii_case("content-length");
        named.then(|| value.parse().ok()).flatten()
    };
    lines.filter_map(length).next_back().unwrap_or(0)
}
