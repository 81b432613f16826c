//! Modules that no compiler would write, byte by byte.

/// The type of both functions of the smallest player: a number for a number.
const TYPE: [u8; 6] = [1, 0x60, 1, 0x7f, 1, 0x7f];
const END: u8 = 0x0b;
const LOOP: [u8; 2] = [0x03, 0x40];

/// A number as modules have it.
fn number(mut value: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

fn with_length(content: &[u8]) -> Vec<u8> {
    [number(content.len() as u32), content.to_vec()].concat()
}

fn section(id: u8, content: &[u8]) -> Vec<u8> {
    [vec![id], with_length(content)].concat()
}

fn list(items: impl ExactSizeIterator<Item = Vec<u8>>) -> Vec<u8> {
    let count = number(items.len() as u32);
    [count, items.flatten().collect()].concat()
}

/// A module with memories of so many pages, tables of so many entries, and a `joute_choose` of these locals and
/// instructions.
fn module(memories: &[u32], tables: &[u32], locals: u32, choose: &[u8]) -> Vec<u8> {
    let exported = |name: &str, kind: u8, index: u8| [with_length(name.as_bytes()), vec![kind, index]].concat();
    let exports = [exported("memory", 2, 0), exported("joute_buffer", 0, 0), exported("joute_choose", 0, 1)];
    let buffer = vec![0, 0x41, 8, END];
    let choose = [vec![1], number(locals), vec![0x7f], choose.to_vec(), vec![0x41, 0, END]].concat();
    [
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, &TYPE),
        section(3, &[2, 0, 0]),
        section(4, &list(tables.iter().map(|&entries| [vec![0x70, 0], number(entries)].concat()))),
        section(5, &list(memories.iter().map(|&pages| [vec![0], number(pages)].concat()))),
        section(7, &list(exports.into_iter())),
        section(10, &list([buffer, choose].into_iter().map(|body| with_length(&body)))),
    ]
    .concat()
}

/// A player with memories of so many pages of 64 KiB.
pub(crate) fn with_memories(pages: &[u32]) -> Vec<u8> {
    module(pages, &[], 1, &[])
}

/// A player with tables of so many entries.
pub(crate) fn with_tables(entries: &[u32]) -> Vec<u8> {
    module(&[1], entries, 1, &[])
}

/// Loops within loops around changes of many variables: the compiler has every variable to carry through every loop.
fn nested_loops(depth: u32, locals: u32) -> Vec<u8> {
    let mut code = LOOP.repeat(depth as usize);
    for local in 1..=locals {
        let local = number(local);
        code.extend([vec![0x20], local.clone(), vec![0x41, 1, 0x6a, 0x21], local].concat());
    }
    code.extend([0x20, 0, 0x0d, 0, END].repeat(depth as usize));
    module(&[1], &[], locals, &code)
}

/// Tens of kilobytes that compile for minutes, in memory that is to be had.
pub(crate) fn slow_to_compile() -> Vec<u8> {
    nested_loops(300, 3000)
}

/// Tens of kilobytes that take gigabytes to compile.
pub(crate) fn large_to_compile() -> Vec<u8> {
    nested_loops(6000, 6000)
}
