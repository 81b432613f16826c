//! Boards in the making: what an editor paints on.
//!
//! A draft is written in the text of a position but need not be one yet: a start may stand on an obstacle for a while, or
//! there may be too many seeds. It says itself what is still wrong.

use joute_messages::{Localize, Message, localized_error, message};

use crate::side::Side;
use crate::view::{BoardView, Fill, Part, Piece, Shape};

/// Something that can be painted on a part of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Brush {
    /// Its name in strokes; short enough to be shown where there is no sample.
    pub key: String,
    /// What people call it.
    pub label: Message,
    /// What a painted part looks like, where that does not hang on what was there before.
    pub sample: Option<Part>,
    /// Whether it can cover a whole region at once.
    pub can_fill: bool,
}

impl Brush {
    /// A brush that paints the same on every part.
    pub fn plain(key: impl Into<String>, label: Message, sample: Part) -> Brush {
        Brush { key: key.into(), label, sample: Some(sample), can_fill: true }
    }

    /// A part that shows what a brush paints.
    pub fn sample(shape: Shape, fill: Fill, owner: Option<Side>, piece: Piece) -> Part {
        let mut part = Part::new(0.5, 0.5, shape, Message::literal(""));
        (part.fill, part.owner, part.piece) = (fill, owner, piece);
        part
    }
}

/// A stroke that cannot be painted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DraftError {
    /// The board has no such part.
    NoPart {
        /// The part that was asked for.
        part: usize,
        /// The last part there is.
        last: usize,
    },
    /// The game has no such brush.
    NoBrush {
        /// The brush that was asked for.
        brush: crate::error::Excerpt,
        /// Those there are.
        known: String,
    },
}

impl Localize for DraftError {
    fn message(&self) -> Message {
        match self {
            DraftError::NoPart { part, last } => message!("error-draft-part", part = *part, last = *last),
            DraftError::NoBrush { brush, known } => {
                message!("error-draft-brush", brush = brush.to_string(), known = known.clone())
            }
        }
    }
}

localized_error!(DraftError);

/// A board in the making. Parts are numbered as in the board view.
pub trait Draft: Send + Sync {
    /// The canonical text of its setup, which has the size of what is drawn.
    fn setup(&self) -> String;

    /// The text of the position that it is or would be.
    fn position(&self) -> String;

    /// Whose turn it is.
    fn turn(&self) -> Side;

    /// Gives the turn to a side.
    fn set_turn(&mut self, side: Side);

    /// What can be painted here.
    fn brushes(&self) -> Vec<Brush>;

    /// How many parts there are.
    fn parts(&self) -> usize;

    /// Puts one of [`Draft::brushes`] on one of the parts; use [`paint`], which looks at both first.
    fn put(&mut self, part: usize, brush: &str);

    /// Takes everything away that can be taken away.
    fn clear(&mut self);

    /// What a part shows, as a number: parts that show the same have the same.
    fn sign(&self, part: usize) -> u32;

    /// The parts that touch a part.
    fn neighbours(&self, part: usize) -> Vec<usize>;

    /// Some position of the same board, for what never changes.
    fn ground(&self) -> Option<BoardView>;

    /// Gives a part of the ground what the draft has there; the part's place stays, its state is said anew.
    fn dress(&self, number: usize, part: &mut Part);

    /// What keeps it from being a position.
    fn complaint(&self) -> Option<Message>;

    /// Something worth knowing that is not wrong.
    fn remark(&self) -> Option<Message> {
        None
    }
}

/// Paints parts, all of them or, where one is not there, none.
pub fn paint(draft: &mut dyn Draft, parts: &[usize], brush: &str) -> Result<(), DraftError> {
    find(draft, parts, brush)?;
    for &part in parts {
        draft.put(part, brush);
    }
    Ok(())
}

/// Paints all parts that show the same as this one and hang together with it; a brush that cannot cover a region paints this
/// part alone. Gives how many were painted.
pub fn fill(draft: &mut dyn Draft, part: usize, brush: &str) -> Result<usize, DraftError> {
    let region = if find(draft, &[part], brush)?.can_fill {
        region(draft, part, &mut vec![false; draft.parts()])
    } else {
        vec![part]
    };
    for &part in &region {
        draft.put(part, brush);
    }
    Ok(region.len())
}

/// Fills the regions of many parts with one brush, each region once: it takes as long as the board is large, however many parts
/// are named. Gives how many were looked at.
pub fn fill_regions(draft: &mut dyn Draft, parts: &[usize], brush: &str) -> Result<usize, DraftError> {
    if !find(draft, parts, brush)?.can_fill {
        parts.iter().for_each(|&part| draft.put(part, brush));
        return Ok(parts.len());
    }
    // A part that is covered shows the brush already, and so does every region that it has grown together with.
    let mut covered = vec![false; draft.parts()];
    let mut looked_at = parts.len();
    for &part in parts {
        if !covered[part] {
            let region = region(draft, part, &mut covered);
            region.iter().for_each(|&part| draft.put(part, brush));
            looked_at += region.len();
        }
    }
    Ok(looked_at)
}

/// The brush of a stroke, if there are such a brush and such parts.
fn find(draft: &dyn Draft, parts: &[usize], brush: &str) -> Result<Brush, DraftError> {
    if let Some(&part) = parts.iter().find(|&&part| part >= draft.parts()) {
        return Err(DraftError::NoPart { part, last: draft.parts().saturating_sub(1) });
    }
    let mut brushes = draft.brushes();
    match brushes.iter().position(|known| known.key == brush) {
        Some(at) => Ok(brushes.swap_remove(at)),
        None => Err(DraftError::NoBrush {
            brush: crate::error::Excerpt::of(brush),
            known: brushes.iter().map(|known| known.key.as_str()).collect::<Vec<_>>().join(" "),
        }),
    }
}

/// The parts that hang together with this one and show the same, but for those that were seen.
fn region(draft: &dyn Draft, part: usize, seen: &mut [bool]) -> Vec<usize> {
    let sign = draft.sign(part);
    let mut region = vec![part];
    seen[part] = true;
    let mut next = 0;
    while next < region.len() {
        for other in draft.neighbours(region[next]) {
            if draft.sign(other) == sign && !std::mem::replace(&mut seen[other], true) {
                region.push(other);
            }
        }
        next += 1;
    }
    region
}

/// What a draft looks like, without anything that belongs to a game in play.
pub fn view(draft: &dyn Draft) -> Option<BoardView> {
    let mut view = draft.ground()?;
    for (number, part) in view.parts.iter_mut().enumerate() {
        (part.fill, part.owner, part.piece, part.is_start) = (Fill::Plain, None, Piece::None, false);
        draft.dress(number, part);
    }
    view.turn = Some(draft.turn());
    Some(view)
}
