//! A picture of few colours: shapes are filled row by row, and nothing outside of it is touched.

use joute_draw::palette::Rgb;

/// A picture whose pixels are numbers of colours.
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) colours: Vec<Rgb>,
    pub(super) pixels: Vec<u8>,
}

impl Canvas {
    /// A picture of one colour.
    pub(super) fn new(width: usize, height: usize, ground: Rgb) -> Canvas {
        Canvas { width, height, colours: vec![ground], pixels: vec![0; width * height] }
    }

    /// Fills a rectangle, given by its middle and its size.
    pub(super) fn rectangle(&mut self, [x, y]: [f32; 2], [width, height]: [f32; 2], colour: Rgb) {
        let columns = self.columns(x - width / 2.0, x + width / 2.0);
        let number = self.number(colour);
        for row in self.rows(y - height / 2.0, y + height / 2.0) {
            self.pixels[row * self.width..][columns.clone()].fill(number);
        }
    }

    /// Fills a circle.
    pub(super) fn circle(&mut self, [x, y]: [f32; 2], radius: f32, colour: Rgb) {
        let number = self.number(colour);
        for row in self.rows(y - radius, y + radius) {
            let off = row as f32 + 0.5 - y;
            let half = (radius * radius - off * off).max(0.0).sqrt();
            let columns = self.columns(x - half, x + half);
            self.pixels[row * self.width..][columns].fill(number);
        }
    }

    fn number(&mut self, colour: Rgb) -> u8 {
        let known = self.colours.iter().position(|one| *one == colour);
        // A board has some thirty colours; a picture with more than 256 would show the last one instead.
        let index = known.unwrap_or_else(|| {
            if self.colours.len() < 256 {
                self.colours.push(colour);
            }
            self.colours.len() - 1
        });
        u8::try_from(index).unwrap_or(u8::MAX)
    }

    fn columns(&self, from: f32, to: f32) -> std::ops::Range<usize> {
        clipped(from, to, self.width)
    }

    fn rows(&self, from: f32, to: f32) -> std::ops::Range<usize> {
        clipped(from, to, self.height)
    }
}

/// The whole numbers between two others, none beyond an end. A float becomes an integer by the nearest that there is.
fn clipped(from: f32, to: f32, end: usize) -> std::ops::Range<usize> {
    let whole = |at: f32| (at.round().max(0.0) as usize).min(end);
    whole(from)..whole(to).max(whole(from))
}
