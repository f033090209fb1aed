//! A connection that reads no faster than a client has reason to send.
//!
//! Frames without content never become messages, so a limit on messages does not see them: bytes are counted as they
//! arrive.

use crate::idle_connections::TrackedConnection;
use crate::throttle::ConnectionPermit;
use crate::token_bucket::TokenBucket;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Instant;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::OwnedSemaphorePermit;

/// Why a connection is not read any further.
#[derive(Debug, thiserror::Error)]
#[error("the client sends too much")]
pub(crate) struct TooManyBytes;

impl TooManyBytes {
    /// Whether an error of a connection has this reason.
    pub(crate) fn is_cause_of(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|cause| cause.is::<TooManyBytes>())
    }
}

/// A connection with a limit on the bytes it receives.
pub(crate) struct LimitedStream<S> {
    stream: S,
    bytes: TokenBucket,
    tracked: Arc<TrackedConnection>,
    _permits: Permits,
}

/// What a connection holds for as long as it is open, as a WebSocket too: its place among all connections, and among
/// those of its address.
pub(crate) type Permits = (OwnedSemaphorePermit, Option<ConnectionPermit>);

impl<S> LimitedStream<S> {
    /// Limits a connection to what comes into this bucket.
    pub(crate) fn new(
        stream: S,
        bytes: TokenBucket,
        permits: Permits,
        tracked: Arc<TrackedConnection>,
    ) -> LimitedStream<S> {
        LimitedStream { stream, bytes, tracked, _permits: permits }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for LimitedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let received = buffer.filled().len() - before;
        let is_allowed = self.bytes.take_many(received as f64, Instant::now());
        Poll::Ready(if is_allowed { Ok(()) } else { Err(io::Error::other(TooManyBytes)) })
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for LimitedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.tracked.flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
