//! The descriptors a program is given.

use std::fs::File;
use std::io::{PipeReader, PipeWriter};

/// One descriptor for the program.
#[derive(Debug)]
pub enum Stream {
    /// `/dev/null`.
    Null,
    /// The program reads from this pipe.
    Reads(PipeReader),
    /// The program writes to this pipe.
    Writes(PipeWriter),
    /// An open file, a log for one. [`Limits::file_size`](crate::Limits::file_size) binds it.
    File(File),
}

impl From<PipeReader> for Stream {
    fn from(pipe: PipeReader) -> Self {
        Self::Reads(pipe)
    }
}

impl From<PipeWriter> for Stream {
    fn from(pipe: PipeWriter) -> Self {
        Self::Writes(pipe)
    }
}

impl From<File> for Stream {
    fn from(file: File) -> Self {
        Self::File(file)
    }
}

/// All descriptors of the program, in order: 0, 1, 2, then the protocol's from 3 on. It gets no others.
#[derive(Debug)]
pub struct Streams(Vec<Stream>);

impl Streams {
    /// Standard input, output and error on `/dev/null`.
    #[must_use]
    pub fn new() -> Self {
        Self(vec![Stream::Null, Stream::Null, Stream::Null])
    }

    /// Sets standard input.
    #[must_use]
    pub fn stdin(self, stream: impl Into<Stream>) -> Self {
        self.with(0, stream.into())
    }

    /// Sets standard output.
    #[must_use]
    pub fn stdout(self, stream: impl Into<Stream>) -> Self {
        self.with(1, stream.into())
    }

    /// Sets standard error.
    #[must_use]
    pub fn stderr(self, stream: impl Into<Stream>) -> Self {
        self.with(2, stream.into())
    }

    /// Adds the next descriptor after standard error: 3, then 4.
    #[must_use]
    pub fn extra(mut self, stream: impl Into<Stream>) -> Self {
        self.0.push(stream.into());
        self
    }

    fn with(mut self, index: usize, stream: Stream) -> Self {
        self.0[index] = stream;
        self
    }

    /// The descriptors in order.
    pub(crate) fn into_vec(self) -> Vec<Stream> {
        self.0
    }
}

impl Default for Streams {
    fn default() -> Self {
        Self::new()
    }
}
