//! Charts as self-contained SVG pictures, legible on light and dark pages and on a phone.
//!
//! ```
//! use joute_draw::svg::chart::{self, Row, Shares};
//!
//! let row = Row { label: "greedy over random".into(), share: 0.99, interval: [0.97, 1.0], stated: Some(1.0) };
//! let picture = chart::shares(&Shares { title: "Games won".into(), rows: vec![row], even: true });
//! assert!(picture.contains("99.0 %"));
//! ```

mod axis;
mod curves;
mod frame;
mod shares;

pub use axis::{Axis, Scale};
pub use curves::{Curve, Curves, Point, curves};
pub use shares::{Row, Shares, shares};
