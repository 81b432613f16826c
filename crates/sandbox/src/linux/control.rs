//! The socket between the caller and the launcher: descriptors one way, reports the other.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};

use super::failure::Failure;
use crate::{Exit, Status};

/// The most descriptors one program can be given.
pub(super) const MOST_DESCRIPTORS: usize = 16;

/// What the launcher tells.
#[derive(Debug)]
pub(super) enum Report {
    /// The sender is the process that will become the program: its number comes with the message.
    Here(u32),
    /// The program is executing.
    Started,
    /// Something failed before that.
    Failed(Failure),
    /// The program has ended and nothing of it is left.
    Ended(Exit),
}

/// A pair of connected sockets that keep messages apart.
pub(super) fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?)
}

/// Sends a message with descriptors.
pub(super) fn send(socket: BorrowedFd<'_>, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(io::Error::other("too many descriptors for one program"));
    }
    retry(|| sendmsg(socket, &[IoSlice::new(bytes)], &mut ancillary, SendFlags::NOSIGNAL))?;
    Ok(())
}

/// A message with the descriptors that came with it and, if the socket passes it, the sender's process number.
pub(super) struct Message {
    pub(super) bytes: Vec<u8>,
    pub(super) descriptors: Vec<OwnedFd>,
    pub(super) sender: u32,
}

/// Receives a message, or `None` when the other end is closed.
pub(super) fn receive(socket: BorrowedFd<'_>) -> io::Result<Option<Message>> {
    let mut bytes = vec![0; 4096];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS), ScmCredentials(1))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let received =
        retry(|| recvmsg(socket, &mut [IoSliceMut::new(&mut bytes)], &mut ancillary, RecvFlags::CMSG_CLOEXEC))?;
    let mut message = Message { bytes, descriptors: Vec::new(), sender: 0 };
    for part in ancillary.drain() {
        match part {
            RecvAncillaryMessage::ScmRights(descriptors) => message.descriptors.extend(descriptors),
            RecvAncillaryMessage::ScmCredentials(who) => message.sender = who.pid.as_raw_nonzero().get() as u32,
            _ => {}
        }
    }
    message.bytes.truncate(received.bytes);
    Ok(if received.bytes == 0 { None } else { Some(message) })
}

fn retry<T>(mut call: impl FnMut() -> rustix::io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(rustix::io::Errno::INTR) => {}
            result => return Ok(result?),
        }
    }
}

impl Report {
    /// Sends this report.
    pub(super) fn send(&self, socket: impl AsFd) -> io::Result<()> {
        let bytes = match self {
            Self::Here(_) => b"here".to_vec(),
            Self::Started => b"started".to_vec(),
            Self::Failed(failure) => [b"failed ", failure.encode().as_slice()].concat(),
            Self::Ended(exit) => {
                let (kind, value) = match exit.status {
                    Status::Code(code) => ("code", code),
                    Status::Signal(signal) => ("signal", signal),
                    Status::Lost => ("lost", 0),
                };
                format!("ended {kind} {value} {} {}", exit.cpu.as_nanos(), exit.peak_memory).into_bytes()
            }
        };
        send(socket.as_fd(), &bytes, &[])
    }

    /// Receives the next report, or `None` when there will be no more.
    pub(super) fn receive(socket: impl AsFd) -> io::Result<Option<Self>> {
        let message = match receive(socket.as_fd()) {
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => None,
            result => result?,
        };
        Ok(message.map(|message| Self::decode(&message.bytes, message.sender)))
    }

    fn decode(bytes: &[u8], sender: u32) -> Self {
        match bytes {
            b"here" => Self::Here(sender),
            b"started" => Self::Started,
            _ => match bytes.strip_prefix(b"failed ") {
                Some(failure) => Self::Failed(Failure::decode(failure)),
                None => Self::Ended(decode_exit(bytes).unwrap_or_else(Exit::lost)),
            },
        }
    }
}

fn decode_exit(bytes: &[u8]) -> Option<Exit> {
    let mut fields = str::from_utf8(bytes).ok()?.strip_prefix("ended ")?.split(' ');
    let kind = fields.next()?;
    let value = fields.next()?.parse().ok()?;
    let status = match kind {
        "code" => Status::Code(value),
        "signal" => Status::Signal(value),
        _ => Status::Lost,
    };
    let cpu = Duration::from_nanos(fields.next()?.parse().ok()?);
    Some(Exit { status, cpu, peak_memory: fields.next()?.parse().ok()?, out_of_memory: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Step;

    fn echo(report: &Report) -> Report {
        let (here, there) = pair().unwrap();
        rustix::net::sockopt::set_socket_passcred(&there, true).unwrap();
        report.send(&here).unwrap();
        Report::receive(&there).unwrap().unwrap()
    }

    #[test]
    fn reports_survive_the_socket() {
        assert!(matches!(echo(&Report::Here(0)), Report::Here(pid) if pid == std::process::id()));
        assert!(matches!(echo(&Report::Started), Report::Started));
        let failure = Failure { step: Step::Exec, detail: "/x y".to_owned(), errno: 2 };
        assert!(matches!(echo(&Report::Failed(failure)), Report::Failed(back) if back.detail == "/x y"));
        let exit = Exit {
            status: Status::Signal(6),
            cpu: Duration::from_nanos(12_345),
            peak_memory: 99,
            out_of_memory: false,
        };
        assert!(matches!(echo(&Report::Ended(exit)), Report::Ended(back) if back == exit));
    }

    #[test]
    fn a_closed_socket_is_the_end() {
        let (here, there) = pair().unwrap();
        drop(here);
        assert!(Report::receive(&there).unwrap().is_none());
    }
}
