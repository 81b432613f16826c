//! Where in the library the process is: said before each call, so that an end in the middle of one can be placed.

use crate::channel::Channel;

/// Loading, as people know it; constructors run here.
pub(crate) const LOADING: &str = "its constructors (dlopen)";
/// What runs after the game's last call.
pub(crate) const LEAVING: &str = "its destructors (exit)";

/// Says that a function of the library is entered next.
pub(crate) fn calling(channel: &mut Channel, function: &str) {
    channel.say(&format!("calling {function}"));
}
