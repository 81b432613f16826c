//! What this machine is, for figures and records that are read elsewhere.

/// What the processor calls itself, where the system tells.
pub(crate) fn cpu_model() -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split(':').nth(1)?.trim().to_owned())
}

/// What this machine is called.
pub(crate) fn name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    if name.trim().is_empty() { "machine".to_owned() } else { name.trim().to_owned() }
}

/// Letters that nobody else is likely to draw: containers may share the name of a machine, and each has the same process in it.
pub(crate) fn drawn_letters() -> String {
    let drawn = std::fs::read_to_string("/proc/sys/kernel/random/uuid").unwrap_or_default();
    drawn.chars().take(4).collect()
}

/// Processors that this program may use.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// All of it in one line: `Intel(R) Xeon(R) Processor, 2 processors, x86_64 linux`.
pub(crate) fn in_words() -> String {
    let model = cpu_model().map(|model| format!("{model}, ")).unwrap_or_default();
    let count = processors();
    let processors = if count == 1 { "processor" } else { "processors" };
    format!("{model}{count} {processors}, {} {}", std::env::consts::ARCH, std::env::consts::OS)
}
