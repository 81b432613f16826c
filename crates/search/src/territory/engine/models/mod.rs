//! Counting on the mistakes of an opponent that plays like a strategy of the course reports.
//!
//! | file | what it holds |
//! |---|---|
//! | `ground` | positions with the cells around each zone |
//! | `model` | what the strategies hold best |
//! | `suspects` | which of them the opponent may be |
//! | `response` | what wins against most of those |

mod ground;
mod model;
mod response;
mod suspects;

pub(super) use suspects::Suspects;
