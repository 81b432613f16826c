//! Data made small enough to stand inside a page: deflated, and written in base 64.

use base64::prelude::*;

/// The text deflated (without header or checksum) and written in base 64; a browser reads it back by itself.
pub fn packed(text: &str) -> String {
    const SMALLEST: u8 = 10;
    BASE64_STANDARD.encode(miniz_oxide::deflate::compress_to_vec(text.as_bytes(), SMALLEST))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::packed;

    #[test]
    fn what_repeats_becomes_small() {
        let text = "row 1, column 2; ".repeat(200);
        assert!(packed(&text).len() < text.len() / 20);
    }
}
