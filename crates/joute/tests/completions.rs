//! `joute completions` and `--help` from outside.

use crate::support::{each_complains, told};

const COMMANDS: [&str; 9] =
    ["games", "players", "show", "perft", "match", "tournament", "replay", "bench", "completions"];

#[test]
fn every_shell_gets_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = told(&["completions", shell]);
        for command in COMMANDS {
            assert!(script.contains(command), "{command} for {shell}");
        }
        // These three also complete values.
        assert!(!["bash", "fish", "zsh"].contains(&shell) || script.contains("seven-colours"), "{shell}");
    }
}

#[test]
fn the_help_of_every_command_has_an_example() {
    assert!(told(&["--help"]).contains("Examples:\n  joute "));
    for command in COMMANDS {
        let help = told(&[command, "--help"]);
        assert!(help.contains(&format!("\n  joute {command}")), "{help}");
        assert_eq!(help, told(&["help", command]), "both ways to ask for help agree");
        assert!(told(&["--help"]).contains(&format!("\n  {command}")), "{command} is listed");
    }
}

#[test]
fn the_version_is_told() {
    assert_eq!(told(&["--version"]), format!("joute {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_usage_is_explained() {
    each_complains(
        2,
        &[
            ("completions tcsh", "bash, elvish, fish, powershell, zsh"),
            ("completions", "<SHELL>"),
            ("chess", "unrecognized subcommand"),
            ("matsch greedy random", "a similar subcommand exists: 'match'"),
            ("show othello --jsn", "'--json'"),
        ],
    );
}
