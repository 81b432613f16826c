//! PNG, as far as a picture of few colours needs it: a palette and one deflated block of rows.

use joute_draw::palette::Rgb;
use miniz_oxide::deflate::compress_to_vec_zlib;

use super::canvas::Canvas;

/// Flat shapes deflate well at any level; this one takes some milliseconds.
const LEVEL: u8 = 6;

/// The picture as a file.
pub(super) fn write(canvas: &Canvas) -> Vec<u8> {
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes();
    // Eight bits a pixel, by palette, not interlaced.
    let head = [&side(canvas.width)[..], &side(canvas.height), &[8, 3, 0, 0, 0]].concat();
    let palette: Vec<u8> = canvas.colours.iter().flat_map(|Rgb(red, green, blue)| [*red, *green, *blue]).collect();
    let mut rows = Vec::with_capacity(canvas.pixels.len() + canvas.height);
    for row in canvas.pixels.chunks(canvas.width.max(1)) {
        rows.push(0);
        rows.extend_from_slice(row);
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in
        [(b"IHDR", head), (b"PLTE", palette), (b"IDAT", compress_to_vec_zlib(&rows, LEVEL)), (b"IEND", Vec::new())]
    {
        chunk(&mut file, kind, &data);
    }
    file
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    let from = file.len();
    file.extend_from_slice(kind);
    file.extend_from_slice(data);
    let sum = crc(&file[from..]);
    file.extend(sum.to_be_bytes());
}

/// The cyclic redundancy check of PNG, bit by bit: pictures are small.
fn crc(bytes: &[u8]) -> u32 {
    let sum = bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { 0xEDB8_8320 ^ (sum >> 1) } else { sum >> 1 })
    });
    !sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_standard() {
        assert_eq!(crc(b"IEND"), 0xAE42_6082);
        assert_eq!(crc(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn a_file_holds_what_was_drawn() {
        let mut canvas = Canvas::new(4, 2, Rgb(1, 2, 3));
        canvas.rectangle([3.0, 1.0], [2.0, 2.0], Rgb(9, 8, 7));
        let file = write(&canvas);
        assert_eq!(&file[16..24], &[0, 0, 0, 4, 0, 0, 0, 2]);
        let at = file.windows(4).position(|four| four == b"IDAT").unwrap();
        let rows = miniz_oxide::inflate::decompress_to_vec_zlib(&file[at + 4..file.len() - 16]).unwrap();
        assert_eq!(rows, [0, 0, 0, 1, 1, 0, 0, 0, 1, 1]);
    }
}
