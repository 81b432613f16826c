//! Files that mean no good, handed in to a class that checks them for real: whatever they try, they are refused, nothing of it happens,
//! and the class goes on.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::class::{Class, GOOD};
use serde_json::Value;

/// Archives that lead out of their folder, hold links, are far larger than they look, or are broken. `FOLDER` is not theirs.
const ARCHIVES: &str = r#"
import io, stat, struct, sys, tarfile, zipfile
outside = sys.argv[1]
good = sys.stdin.read()
def zipped(name, *entries):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in entries:
            archive.writestr(entry, content)
def tarred(name, *entries):
    with tarfile.open(name, "w:gz") as archive:
        for entry, kind, target, content in entries:
            info = tarfile.TarInfo(entry)
            info.type, info.linkname, info.size, info.mode = kind, target, len(content), 0o755
            archive.addfile(info, io.BytesIO(content))
FILE, LINK, HARD, DEVICE, PIPE = tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE
zeros = b"\0" * (300 << 20)
zipped("bomb.zip", ("main.py", good), ("zeros", zeros))
tarred("bomb.tar.gz", ("main.py", FILE, "", good.encode()), ("zeros", FILE, "", zeros))
zipped("many.zip", ("main.py", good), *((f"{number}", "") for number in range(20000)))
zipped("deep.zip", ("a/" * 3000 + "main.py", good))
link = zipfile.ZipInfo("main.py"); link.create_system = 3; link.external_attr = (stat.S_IFLNK | 0o777) << 16
zipped("link.zip", (link, "/etc/passwd"))
folder = zipfile.ZipInfo("out"); folder.create_system = 3; folder.external_attr = (stat.S_IFLNK | 0o777) << 16
zipped("through.zip", (folder, outside), ("out/evil", good), ("main.py", good))
tarred("through.tar.gz", ("out", LINK, outside, b""), ("out/evil", FILE, "", b"x"), ("main.py", FILE, "", good.encode()))
tarred("hard.tar.gz", ("main.py", HARD, "/etc/passwd", b""))
tarred("device.tar.gz", ("main.py", DEVICE, "", b""))
tarred("pipe.tar.gz", ("main.py", PIPE, "", b""))
zipped("up.zip", ("../" * 12 + outside + "/evil", good), ("main.py", good))
zipped("absolute.zip", (outside + "/evil", good), ("main.py", good))
tarred("up.tar.gz", ("../../../evil", FILE, "", b"x"), ("main.py", FILE, "", good.encode()))
tarred("absolute.tar.gz", (outside + "/evil", FILE, "", b"x"), ("main.py", FILE, "", good.encode()))
zipped("whole.zip", ("main.py", good))
whole = open("whole.zip", "rb").read()
open("half.zip", "wb").write(whole[: len(whole) // 2])
open("lying.zip", "wb").write(whole.replace(struct.pack("<I", len(good)), struct.pack("<I", 0xFFFFFFF0)))
open("text.zip", "w").write("no archive")
open("text.tgz", "w").write("no archive")
zipped("empty.zip")
zipped("building.zip", ("joute.toml", f'command = "python3 main.py"\nbuild = "touch {outside}/evil"\n'), ("main.py", good))
zipped("listing.zip", ("joute.toml", 'command = "python3 main.py"\nfiles = ["../../../../etc"]\n'), ("main.py", good))
zipped("starting.zip", ("joute.toml", f'command = "../../../../bin/sh -c true"\n'), ("main.py", good))
"#;

/// Those that play all the same: what leads out of them is left out, or leads nowhere where they are unpacked.
const HARMLESS: [&str; 4] = ["up.zip", "absolute.zip", "absolute.tar.gz", "lying.zip"];

/// All but the one without a trick.
const ARCHIVED: [&str; 22] = [
    "bomb.zip",
    "bomb.tar.gz",
    "many.zip",
    "deep.zip",
    "link.zip",
    "through.zip",
    "through.tar.gz",
    "hard.tar.gz",
    "device.tar.gz",
    "pipe.tar.gz",
    "up.zip",
    "absolute.zip",
    "up.tar.gz",
    "absolute.tar.gz",
    "half.zip",
    "lying.zip",
    "text.zip",
    "text.tgz",
    "empty.zip",
    "building.zip",
    "listing.zip",
    "starting.zip",
];

/// Hands a file in and waits; the exit code, and the version as it was told.
fn submitted(class: &Class, token: &str, path: &Path) -> (i32, Value, String) {
    let (code, out, err) = class.joute(token, &["submit", path.to_str().unwrap(), "--json"]);
    (code, serde_json::from_str(&out).unwrap_or(Value::Null), format!("{}: {out}{err}", path.display()))
}

/// Everything below a folder.
fn all_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let inside = |entry: &fs::DirEntry| entry.file_type().unwrap().is_dir();
    entries.flat_map(|entry| if inside(&entry) { all_files(&entry.path()) } else { vec![entry.path()] }).collect()
}

#[test]
fn archives_that_lead_elsewhere_or_hold_too_much_are_refused_and_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [archives, outside] = ["archives", "outside"].map(|name| folder.path().join(name));
    fs::create_dir_all(&archives).unwrap();
    fs::create_dir_all(&outside).unwrap();
    fs::write(folder.path().join("good.py"), GOOD).unwrap();
    let good = fs::File::open(folder.path().join("good.py")).unwrap();
    let mut maker = Command::new("python3");
    maker.args(["-c", ARCHIVES]).arg(&outside).current_dir(&archives).stdin(good);
    assert!(maker.status().unwrap().success());
    let class = Class::new(folder.path());
    let token = class.token_of("Eve");
    let mut accepted = Vec::new();
    for name in ARCHIVED {
        let (code, version, told) = submitted(&class, &token, &archives.join(name));
        match (code, version["state"].as_str()) {
            (0, Some("accepted")) => accepted.push(name),
            (1, Some("refused")) => {
                let findings = version["findings"].as_array().unwrap();
                assert!(findings.iter().any(|finding| finding["must"] == true), "{told}");
            }
            _ => panic!("{told}"),
        }
    }
    assert_eq!(accepted, HARMLESS);
    let (code, _, told) = submitted(&class, &token, &archives.join("whole.zip"));
    assert_eq!(code, 0, "the same without a trick plays: {told}");
    assert_eq!(all_files(&outside), Vec::<PathBuf>::new());
    let mut playing = all_files(&folder.path().join("class/submissions"));
    playing.sort();
    let own = |name: &&str| folder.path().join("class/submissions/eve").join(name);
    let mut expected: Vec<PathBuf> = HARMLESS.iter().chain(&["whole.zip"]).map(own).collect();
    expected.sort();
    assert_eq!(playing, expected);
    let evil = all_files(&folder.path().join("class")).into_iter().find(|path| path.ends_with("evil"));
    assert_eq!(evil, None);
}

#[test]
fn programs_reach_neither_the_class_nor_the_server_nor_the_files_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::new(folder.path());
    let (bob, eve) = (class.token_of("Bob"), class.token_of("Eve"));
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let secret = format!("# the secret of bob\nint secret_of_bob;\n{GOOD}");
    assert_eq!(submitted(&class, &bob, &write("ark.py", &secret)).0, 1);
    let kept = folder.path().join("class/versions/bob/ark.py/000001/ark.py");
    assert!(kept.exists());
    // What a compiler reads it quotes.
    let including = format!("#include \"{}\"\nint main(void) {{ return undefined; }}\n", kept.display());
    let (code, version, told) = submitted(&class, &eve, &write("reading.c", &including));
    assert_eq!((code, told.contains("secret_of_bob")), (1, false), "{told}");
    assert_eq!(version["state"], "refused", "{told}");
    let (host, port) = class.address.split_once(':').unwrap();
    let attempts = [
        ("read", format!("open({:?}).read()", kept.to_str().unwrap())),
        ("write", format!("open({:?}, 'w')", folder.path().join("evil").to_str().unwrap())),
        ("connect", format!("socket.create_connection(({host:?}, {port}), 1)")),
        ("kill", format!("os.kill({}, 0)", class.id())),
        ("look", format!("open('/proc/{}/environ').read()", class.id())),
    ];
    let tries: String = attempts
        .iter()
        .map(|(what, how)| format!("try:\n    {how}\n    done.append({what:?})\nexcept OSError:\n    pass\n"))
        .collect();
    let program = format!("import os, socket, sys\ndone = []\n{tries}if done:\n    sys.exit(f'did {{done}}')\n{GOOD}");
    let (code, _, told) = submitted(&class, &eve, &write("trying.py", &program));
    assert_eq!(code, 0, "accepted, since nothing of it could be done: {told}");
    // The same program outside the sandbox does all of it, or this test would show nothing.
    let free = Command::new("python3").arg(folder.path().join("trying.py")).output().unwrap();
    let said = String::from_utf8(free.stderr).unwrap();
    assert!(attempts.iter().all(|(what, _)| said.contains(what)), "{said}");
}

#[test]
fn what_programs_write_is_shown_and_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let class = Class::new(folder.path());
    let (_, page) = class.post("/class/invitations", &class.teacher, "role=player&uses=1");
    let link = page.split_once("/class/join/").unwrap().1.split('"').next().unwrap();
    let eve = class.join(&format!("/class/join/{link}"), "Eve");
    let token = class.token(&eve);
    let path = folder.path().join("evil.py");
    let words = "<script>alert(1)</script>\\x1b[31m\\x1b]0;title\\x07\\u202eabc\\r\\n::error::x";
    fs::write(&path, format!("import sys\nsys.stderr.write('{words}')\nsys.stdout.write('{words}')\nsys.exit(3)\n"))
        .unwrap();
    let (code, out, err) = class.joute(&token, &["submit", path.to_str().unwrap()]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("<script>") && !out.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{out:?}");
    for (cookie, path) in
        [(&eve, "/class/players"), (&class.teacher, "/class/players"), (&eve, "/class/account/export")]
    {
        let (head, body) = class.get(path, cookie);
        let is_page = head.contains("content-type: text/html");
        assert!(body.contains("script"), "{path}: {body}");
        assert!(!is_page || !body.contains("<script>alert") && body.contains("&lt;script&gt;"), "{path}: {body}");
        assert!(!body.contains(['\u{1b}', '\u{202e}']), "{path}: {body:?}");
        assert!(head.contains("x-content-type-options: nosniff"), "{head}");
    }
    // A cup may be called anything.
    let (head, body) = class.post("/class/cups", &class.teacher, "name=%3Cscript%3Ealert(1)&format=swiss&games=2");
    assert!(head.starts_with("HTTP/1.1 400") && !body.contains("<script>alert"), "{head}{body}");
}
