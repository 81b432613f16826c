//! Data made small enough to stand inside a page: deflated, and written in base 64.

/// The text deflated (without header or checksum) and written in base 64; a browser reads it back by itself.
pub fn packed(text: &str) -> String {
    const SMALLEST: u8 = 10;
    base64(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), SMALLEST))
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes in base 64, padded.
pub fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let index = (bits >> (18 - 6 * digit) & 63) as usize;
            text.push(if digit <= chunk.len() { char::from(DIGITS[index]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::{base64, packed};

    #[test]
    fn base_64_agrees_with_the_examples_of_its_standard() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn what_repeats_becomes_small() {
        let text = "row 1, column 2; ".repeat(200);
        assert!(packed(&text).len() < text.len() / 20);
    }
}
