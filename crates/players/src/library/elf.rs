//! As much of an ELF file as tells whether a library can be loaded here and what it exports.

use object::elf::{self, FileHeader32, FileHeader64};
use object::read::elf::{Dyn, FileHeader, ProgramHeader, Sym, SymbolTable};
use object::{Endianness, FileKind as FoundKind};

/// The most symbols that are looked at.
const MOST_SYMBOLS: usize = 1 << 20;

/// What a sanitizer's own code is called with first: undefined in a file that is linked with its library, defined in one
/// that brings it along.
const SANITIZERS: [&[u8]; 4] = [b"__asan_init", b"__hwasan_init", b"__msan_init", b"__tsan_init"];

/// What kind of ELF file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
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
pub(crate) struct Elf<'a> {
    bytes: &'a [u8],
    pub(crate) kind: FileKind,
    machine: u16,
    is_64: bool,
    is_little: bool,
}

impl<'a> Elf<'a> {
    /// The file, if it is one.
    pub(crate) fn read(bytes: &'a [u8]) -> Option<Elf<'a>> {
        match FoundKind::parse(bytes).ok()? {
            FoundKind::Elf32 => Elf::of(FileHeader32::<Endianness>::parse(bytes).ok()?, bytes),
            FoundKind::Elf64 => Elf::of(FileHeader64::<Endianness>::parse(bytes).ok()?, bytes),
            _ => None,
        }
    }

    fn of(header: &impl FileHeader<Endian = Endianness>, bytes: &'a [u8]) -> Option<Elf<'a>> {
        let endian = header.endian().ok()?;
        let kind = match header.e_type(endian) {
            elf::ET_REL => FileKind::Object,
            elf::ET_EXEC => FileKind::Program,
            // A program that can be loaded anywhere differs from a library in naming its loader.
            elf::ET_DYN if names_loader(header, endian, bytes) => FileKind::Program,
            elf::ET_DYN => FileKind::Shared,
            _ => FileKind::Other,
        };
        let (machine, is_64) = (header.e_machine(endian), header.is_type_64());
        Some(Elf { bytes, kind, machine, is_64, is_little: header.is_little_endian() })
    }

    /// Whether code in it runs on this machine.
    pub(crate) fn is_for_this_machine(&self) -> bool {
        self.is_64 && self.is_little && machine_name(self.machine) == Some(this_machine())
    }

    /// The machine it is for.
    pub(crate) fn machine(&self) -> String {
        let bits = if self.is_64 { "" } else { " (32 bits)" };
        match machine_name(self.machine) {
            Some(name) => format!("{name}{bits}"),
            None => format!("machine number {}{bits}", self.machine),
        }
    }

    /// Its names for loading; nothing where it has no table of them.
    pub(crate) fn names(&self) -> Option<Names<'a>> {
        let header = FileHeader64::<Endianness>::parse(self.bytes).ok()?;
        let endian = header.endian().ok()?;
        let symbols = header.sections(endian, self.bytes).ok()?.symbols(endian, self.bytes, elf::SHT_DYNSYM).ok()?;
        (!symbols.is_empty()).then_some(Names { symbols, endian })
    }

    /// The libraries it names to be loaded with it.
    pub(crate) fn needed(&self) -> Vec<String> {
        self.read_needed().unwrap_or_default()
    }

    fn read_needed(&self) -> Option<Vec<String>> {
        let header = FileHeader64::<Endianness>::parse(self.bytes).ok()?;
        let endian = header.endian().ok()?;
        let sections = header.sections(endian, self.bytes).ok()?;
        let (entries, link) = sections.dynamic(endian, self.bytes).ok()??;
        let strings = sections.strings(endian, self.bytes, link).ok()?;
        let needed = entries.iter().filter(|entry| entry.d_tag(endian) == elf::DT_NEEDED);
        let names = needed.filter_map(|entry| entry.string(endian, strings).ok());
        Some(names.map(|name| String::from_utf8_lossy(name).into_owned()).collect())
    }
}

fn names_loader<H: FileHeader<Endian = Endianness>>(header: &H, endian: Endianness, bytes: &[u8]) -> bool {
    let segments = header.program_headers(endian, bytes).unwrap_or_default();
    segments.iter().any(|segment| segment.p_type(endian) == elf::PT_INTERP)
}

/// The names a library exports and those it needs from others.
pub(crate) struct Names<'a> {
    symbols: SymbolTable<'a, FileHeader64<Endianness>>,
    endian: Endianness,
}

impl Names<'_> {
    /// Whether it exports a function or value of this name.
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.all().any(|(text, is_defined)| is_defined && text == name.as_bytes())
    }

    /// Whether it was built with a sanitizer that keeps a shadow of all memory there could be.
    pub(crate) fn has_shadow_memory(&self) -> bool {
        self.all().any(|(text, _)| SANITIZERS.contains(&text))
    }

    /// Whether it calls functions of GSL that it does not bring along.
    pub(crate) fn needs_gsl(&self) -> bool {
        self.all().any(|(text, is_defined)| !is_defined && text.starts_with(b"gsl_"))
    }

    fn all(&self) -> impl Iterator<Item = (&[u8], bool)> {
        self.symbols.iter().take(MOST_SYMBOLS).filter_map(|symbol| {
            let text = symbol.name(self.endian, self.symbols.strings()).ok()?;
            Some((text, !symbol.is_undefined(self.endian)))
        })
    }
}

/// The machine this program runs on.
pub(crate) fn this_machine() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "x86-64",
        "aarch64" => "64-bit ARM",
        "riscv64" => "64-bit RISC-V",
        other => other,
    }
}

fn machine_name(machine: u16) -> Option<&'static str> {
    Some(match machine {
        elf::EM_386 => "x86",
        elf::EM_MIPS => "MIPS",
        elf::EM_PPC64 => "64-bit PowerPC",
        elf::EM_S390 => "s390",
        elf::EM_ARM => "ARM",
        elf::EM_X86_64 => "x86-64",
        elf::EM_AARCH64 => "64-bit ARM",
        elf::EM_RISCV => "64-bit RISC-V",
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
        bytes[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
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
        fn no_bytes_panic(rest in proptest::collection::vec(any::<u8>(), 57..400)) {
            let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
            bytes.extend(rest);
            if let Some(elf) = Elf::read(&bytes) {
                let _ = elf.names().map(|names| (names.defines("play"), names.needs_gsl()));
            }
        }
    }
}
