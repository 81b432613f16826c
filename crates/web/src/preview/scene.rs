//! A board view as a picture: what a part looks like is in the view, so that no game is known here.

use joute_draw::palette::{BLOCKED, DARK_INK, LIGHT_INK, Rgb, SIDES, swatch_of};
use joute_games::Side;
use joute_games::view::{BoardView, Fill, Part, Piece, Shape, Style};

use super::canvas::Canvas;

/// The size that previews of links have.
const WIDTH: usize = 1200;
const HEIGHT: usize = 630;
const MARGIN: f32 = 30.0;

const GROUND: Rgb = Rgb::from_hex(0x20242c);
const FELT: Rgb = Rgb::from_hex(0x2f7d4f);
const FELT_LINE: Rgb = Rgb::from_hex(0x1d5534);
const WOOD: Rgb = Rgb::from_hex(0x8a5a33);
const PIT: Rgb = Rgb::from_hex(0x5b371b);
const SEED: Rgb = Rgb::from_hex(0xd9c7a0);
const WHITE_DISC: Rgb = Rgb::from_hex(0xf1efe9);
/// Seeds that are drawn one by one: more of them are a heap.
const MOST_SEEDS: u32 = 24;
/// The angle by which points on a spiral lie evenly.
const GOLDEN_ANGLE: f32 = 2.399_963;

/// Draws a board in the middle of a picture.
pub(super) fn draw(view: &BoardView) -> Canvas {
    let mut canvas = Canvas::new(WIDTH, HEIGHT, GROUND);
    let across = (WIDTH as f32 - 2.0 * MARGIN) / view.width.max(1.0);
    let down = (HEIGHT as f32 - 2.0 * MARGIN) / view.height.max(1.0);
    let pen = Pen { cell: across.min(down), view };
    pen.board(&mut canvas);
    view.parts.iter().for_each(|part| pen.part(&mut canvas, part));
    canvas
}

struct Pen<'a> {
    /// Pixels of a cell.
    cell: f32,
    view: &'a BoardView,
}

impl Pen<'_> {
    /// Where a point in cells lies in the picture.
    fn at(&self, x: f32, y: f32) -> [f32; 2] {
        let from = |whole: usize, cells: f32| (whole as f32 - cells * self.cell) / 2.0;
        [from(WIDTH, self.view.width) + x * self.cell, from(HEIGHT, self.view.height) + y * self.cell]
    }

    fn board(&self, canvas: &mut Canvas) {
        let ground = match self.view.style {
            Style::Felt => FELT_LINE,
            Style::Wood => WOOD,
            Style::Mosaic | Style::Network => return,
        };
        let size = [self.view.width * self.cell + 12.0, self.view.height * self.cell + 12.0];
        canvas.rectangle(self.at(self.view.width / 2.0, self.view.height / 2.0), size, ground);
    }

    fn part(&self, canvas: &mut Canvas, part: &Part) {
        let middle = self.at(part.x, part.y);
        let ground = self.ground(part);
        match part.shape {
            Shape::Square => canvas.rectangle(middle, [self.cell - 2.0; 2], ground),
            Shape::Pit => canvas.circle(middle, 0.44 * self.cell, ground),
            Shape::Store => canvas.rectangle(middle, [0.8 * self.cell, 1.8 * self.cell], ground),
            Shape::Vertex => canvas.circle(middle, 0.38 * self.cell, ground),
        }
        if let (Some(side), Piece::None) = (part.owner, part.piece) {
            self.owner(canvas, middle, side);
        }
        match part.piece {
            Piece::None => {}
            Piece::Disc(side) => {
                let colour = if side == Side::First { DARK_INK } else { WHITE_DISC };
                canvas.circle(middle, 0.42 * self.cell, colour);
            }
            Piece::Seeds(count) => self.seeds(canvas, middle, count),
        }
    }

    fn ground(&self, part: &Part) -> Rgb {
        match (part.fill, self.view.style) {
            (Fill::Blocked, _) => BLOCKED,
            (Fill::Colour(tag), _) => swatch_of(tag).rgb,
            (Fill::Plain, Style::Felt) => FELT,
            (Fill::Plain, Style::Wood) => PIT,
            (Fill::Plain, _) => part.owner.map_or(LIGHT_INK, |side| SIDES[side.index()].ground),
        }
    }

    /// Whose territory a cell is, told by light and dark and by size.
    fn owner(&self, canvas: &mut Canvas, middle: [f32; 2], side: Side) {
        if self.view.style == Style::Wood {
            return;
        }
        let (outer, inner) = if side == Side::First { (DARK_INK, LIGHT_INK) } else { (LIGHT_INK, DARK_INK) };
        canvas.circle(middle, 0.24 * self.cell, outer);
        canvas.circle(middle, 0.17 * self.cell, inner);
    }

    fn seeds(&self, canvas: &mut Canvas, [x, y]: [f32; 2], count: u32) {
        for number in 0..count.min(MOST_SEEDS) {
            let (turn, away) = (number as f32 * GOLDEN_ANGLE, 0.085 * self.cell * (number as f32 + 0.5).sqrt());
            canvas.circle([x + away * turn.cos(), y + away * turn.sin()], 0.065 * self.cell, SEED);
        }
    }
}
