//! As much of ELF as tells whether a library can be loaded here and what it exports.
//!
//! ```text
//! file     0: 7f 'E' 'L' 'F' | 4: 1 or 2 (32 or 64 bits) | 5: 1 (little-endian) | 16: kind | 18: machine
//!          32: segment table | 40: section table | 54, 56: size and number of segments | 58, 60: of sections
//! segment  0: kind (3 names the loader of a program)
//! section  4: kind (11 is the table of names for loading) | 24: offset | 32: size | 40: section of its texts
//! name     0: where its text begins | 4: kind | 6: section that defines it, 0 for none
//! ```

/// The most symbols that are looked at.
const MOST_SYMBOLS: usize = 1 << 20;

/// What kind of ELF file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    /// A shared library.
    Shared,
    /// A program.
    Program,
    /// The output of a compiler before linking.
    Object,
    /// Something else.
    Other,
}

/// An ELF file.
pub(super) struct Elf<'a> {
    bytes: &'a [u8],
    pub(super) kind: FileKind,
    machine: u16,
    is_64: bool,
    is_little: bool,
}

impl<'a> Elf<'a> {
    /// The file, if it is one.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Elf<'a>> {
        if !bytes.starts_with(b"\x7fELF") || bytes.len() < 64 {
            return None;
        }
        let (is_64, is_little) = (bytes[4] == 2, bytes[5] == 1);
        let half = |at: usize| match is_little {
            true => u16::from_le_bytes([bytes[at], bytes[at + 1]]),
            false => u16::from_be_bytes([bytes[at], bytes[at + 1]]),
        };
        let mut elf = Elf { bytes, kind: FileKind::Other, machine: half(18), is_64, is_little };
        elf.kind = match half(16) {
            1 => FileKind::Object,
            2 => FileKind::Program,
            // A program that can be loaded anywhere differs from a library in naming its loader.
            3 if elf.names_loader() => FileKind::Program,
            3 => FileKind::Shared,
            _ => FileKind::Other,
        };
        Some(elf)
    }

    /// Whether code in it runs on this machine.
    pub(super) fn is_for_this_machine(&self) -> bool {
        self.is_64 && self.is_little && machine_name(self.machine) == Some(this_machine())
    }

    /// The machine it is for.
    pub(super) fn machine(&self) -> String {
        let bits = if self.is_64 { "" } else { " (32 bits)" };
        match machine_name(self.machine) {
            Some(name) => format!("{name}{bits}"),
            None => format!("machine number {}{bits}", self.machine),
        }
    }

    fn names_loader(&self) -> bool {
        let (Some(table), Some(size), Some(count)) = (self.long(32), self.half(54), self.half(56)) else {
            return false;
        };
        let segments = (0..usize::from(count)).map_while(|index| table.checked_add(index * usize::from(size)));
        self.is_64 && segments.filter_map(|at| self.word(at)).any(|kind| kind == 3)
    }

    /// Its names for loading; nothing where it has no table of sections.
    pub(super) fn names(&self) -> Option<Names<'a>> {
        let (table, size, count) = (self.long(40)?, usize::from(self.half(58)?), usize::from(self.half(60)?));
        let section = |index: usize| table.checked_add(index * size);
        let symbols = (0..count).filter_map(section).find(|&at| self.word(at.saturating_add(4)) == Some(11))?;
        let texts = section(self.word(symbols + 40)? as usize)?;
        let part = |at: usize| {
            let (offset, length) = (self.long(at.checked_add(24)?)?, self.long(at.checked_add(32)?)?);
            self.bytes.get(offset..offset.checked_add(length)?)
        };
        Some(Names { symbols: part(symbols)?, texts: part(texts)? })
    }

    fn half(&self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes(self.bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
    }

    fn word(&self, at: usize) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
    }

    fn long(&self, at: usize) -> Option<usize> {
        let value = u64::from_le_bytes(self.bytes.get(at..at.checked_add(8)?)?.try_into().ok()?);
        usize::try_from(value).ok()
    }
}

/// The names a library exports and those it needs from others.
pub(super) struct Names<'a> {
    symbols: &'a [u8],
    texts: &'a [u8],
}

impl Names<'_> {
    /// Whether it exports a function or value of this name.
    pub(super) fn defines(&self, name: &str) -> bool {
        self.all().any(|(text, is_defined)| is_defined && text == name.as_bytes())
    }

    /// Whether it calls functions of GSL that it does not bring along.
    pub(super) fn needs_gsl(&self) -> bool {
        self.all().any(|(text, is_defined)| !is_defined && text.starts_with(b"gsl_"))
    }

    fn all(&self) -> impl Iterator<Item = (&[u8], bool)> {
        self.symbols.chunks_exact(24).take(MOST_SYMBOLS).filter_map(|symbol| {
            let start = u32::from_le_bytes([symbol[0], symbol[1], symbol[2], symbol[3]]) as usize;
            let text = self.texts.get(start..)?.split(|&byte| byte == 0).next()?;
            Some((text, (symbol[6], symbol[7]) != (0, 0)))
        })
    }
}

/// The machine this program runs on.
pub(super) fn this_machine() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "x86-64",
        "aarch64" => "64-bit ARM",
        "riscv64" => "64-bit RISC-V",
        other => other,
    }
}

fn machine_name(machine: u16) -> Option<&'static str> {
    Some(match machine {
        3 => "x86",
        8 => "MIPS",
        21 => "64-bit PowerPC",
        22 => "s390",
        40 => "ARM",
        62 => "x86-64",
        183 => "64-bit ARM",
        243 => "64-bit RISC-V",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use joute_testkit::properties;
    use proptest::prelude::*;

    /// A file with nothing but its first 64 bytes.
    fn header(kind: u8, machine: u8) -> Vec<u8> {
        let mut bytes = vec![0; 64];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (bytes[16], bytes[18]) = (kind, machine);
        bytes
    }

    #[test]
    fn kinds_and_machines() {
        assert_eq!(Elf::read(&header(3, 62)).unwrap().kind, FileKind::Shared);
        assert_eq!(Elf::read(&header(1, 62)).unwrap().kind, FileKind::Object);
        assert_eq!(Elf::read(&header(3, 183)).unwrap().machine(), "64-bit ARM");
        assert_eq!(Elf::read(&header(3, 99)).unwrap().machine(), "machine number 99");
        assert!(Elf::read(b"\x7fELF").is_none());
    }

    proptest! {
        #![proptest_config(properties::cases(256))]

        #[test]
        fn no_bytes_panic(rest in proptest::collection::vec(any::<u8>(), 58..400)) {
            let mut bytes = b"\x7fELF\x02\x01".to_vec();
            bytes.extend(rest);
            if let Some(elf) = Elf::read(&bytes) {
                let _ = elf.names().map(|names| (names.defines("play"), names.needs_gsl()));
            }
        }
    }
}
