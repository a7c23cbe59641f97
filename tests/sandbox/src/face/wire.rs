//! Connections that are counted, and can be cut without an answer.
//! Knows nothing of HTTP.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// One connection, seen from a request that came in on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Wire {
    number: u64,
    cut: Arc<AtomicBool>,
}

impl Wire {
    /// Which connection it is, counted from 1 as they were accepted.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// From now on nothing is sent; the next attempt closes the connection.
    pub(super) fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }
}

impl Connected<IncomingStream<'_, CuttableListener>> for Wire {
    fn connect_info(stream: IncomingStream<'_, CuttableListener>) -> Self {
        stream.io().wire.clone()
    }
}

/// A listener whose connections are counted and can be cut.
pub(super) struct CuttableListener {
    listener: TcpListener,
    accepted: u64,
}

impl CuttableListener {
    /// Has accepted nothing yet.
    pub(super) fn new(listener: TcpListener) -> Self {
        let accepted = 0;
        Self { listener, accepted }
    }
}

impl Listener for CuttableListener {
    type Io = CuttableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    self.accepted += 1;
                    let wire = Wire {
                        number: self.accepted,
                        ..Wire::default()
                    };
                    return (CuttableStream { stream, wire }, address);
                }
                // Out of file handles, most likely: others will be closed.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// A connection that can be cut.
pub(super) struct CuttableStream {
    stream: TcpStream,
    wire: Wire,
}

impl AsyncRead for CuttableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for CuttableStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.wire.cut.load(Ordering::Relaxed) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
