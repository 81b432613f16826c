//! A folder as one file that can be sent: what of it belongs to the player, as a `.tar.gz`.

use std::fs;
use std::io;
use std::path::Path;

use miniz_oxide::deflate::compress_to_vec;
use tar::{Builder, Header};

use super::copy::own_files;
use crate::locator::is_executable;

/// How much work is put into making it small, of ten.
const EFFORT: u8 = 6;
/// What a file of gzip begins with that tells neither a name nor a time: the same files are the same archive.
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// The folder that holds everything; whoever unpacks the archive takes it off, whatever else the player may hold.
const WHOLE: &str = "player";

/// Packs what of a folder belongs to the player.
pub fn packed(folder: &Path) -> io::Result<Vec<u8>> {
    let mut files = own_files(folder)?;
    if files.is_empty() {
        return Err(io::Error::other("the folder is empty"));
    }
    files.sort();
    let mut archive = Builder::new(Vec::new());
    for (name, file) in files {
        let contents = fs::read(&file)?;
        let mut header = Header::new_gnu();
        header.set_size(contents.len() as u64);
        header.set_mode(if is_executable(&file) { 0o755 } else { 0o644 });
        archive.append_data(&mut header, Path::new(WHOLE).join(name), &contents[..])?;
    }
    Ok(gzip(&archive.into_inner()?))
}

fn gzip(contents: &[u8]) -> Vec<u8> {
    let mut file = HEAD.to_vec();
    file.extend(compress_to_vec(contents, EFFORT));
    file.extend(crc32(contents).to_le_bytes());
    // The length modulo 2^32, as the format has it.
    file.extend((contents.len() as u32).to_le_bytes());
    file
}

/// The checksum of gzip, bit by bit: what is packed is small.
fn crc32(bytes: &[u8]) -> u32 {
    let shifted = |sum: u32, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
    !bytes.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), shifted))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_is_that_of_gzip() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn what_belongs_to_a_player_is_packed_and_the_same_files_are_the_same_archive() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert!(packed(folder.path()).unwrap_err().to_string().contains("empty"));
        fs::create_dir_all(at("data/deep")).unwrap();
        fs::create_dir(at(".git")).unwrap();
        for name in ["main.py", "data/deep/book.txt", ".git/secret"] {
            fs::write(at(name), name).unwrap();
        }
        let archive = packed(folder.path()).unwrap();
        let tar = miniz_oxide::inflate::decompress_to_vec(&archive[HEAD.len()..archive.len() - 8]).unwrap();
        let out = tempfile::tempdir().unwrap();
        super::super::unpack::untar(&tar[..], out.path()).unwrap();
        let read = |name: &str| fs::read_to_string(out.path().join(WHOLE).join(name)).ok();
        assert_eq!(["main.py", "data/deep/book.txt"].map(|name| read(name).as_deref() == Some(name)), [true, true]);
        assert_eq!(read(".git/secret"), None);
        fs::write(at("main.py"), "main.py").unwrap();
        assert!(packed(folder.path()).unwrap() == archive, "written again, and the same");
    }
}
