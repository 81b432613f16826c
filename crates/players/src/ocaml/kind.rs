//! The kind of OCaml files that define a function: `ocaml:FILE.ml`, or any file that ends in `.ml` and is no whole program.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use joute_catalog::Parameter;
use joute_games::AnyGame;
use joute_referee::{Fault, Player};

use super::player::OcamlPlayer;
use super::program::{Mode, OcamlProgram};
use super::{is_program, refusal};
use crate::advice::{Advice, Hears, Prints, Severity, Sign};
use crate::conversation::Tap;
use crate::entrant::EntrantError;
use crate::kind::{Kind, KindInfo, MEMORY, Made, Maker, NamedFile, TargetKind};
use crate::locator::Locator;
use crate::play_back::Partner;
use crate::workshop::{Workshop, identity_of_file, policy};

const INFO: KindInfo = KindInfo {
    name: "ocaml",
    summary: "an OCaml file that defines strategie, for Othello",
    example: "ocaml:othello_carn.ml",
    endings: &["ml"],
    target: TargetKind::File,
    options: &[
        Parameter {
            name: "mode",
            values: "interpreted or native",
            default: "interpreted",
            meaning: "whether the file is interpreted, as report 002 says, or compiled first",
        },
        MEMORY,
    ],
};

const ADVICE: Advice = Advice {
    name_pattern: Some("othello_*.ml"),
    prints: Some(Prints { severity: Severity::Must, what: "check-ocaml-prints", advice: "check-ocaml-prints-advice" }),
    signs: &[
        Sign {
            words: &["defines no function strategie"],
            what: "check-ocaml-no-strategie",
            advice: "check-ocaml-no-strategie-advice",
            ..Sign::LOAD
        },
        Sign {
            words: &["strategie does not have the type"],
            what: "check-ocaml-type",
            advice: "check-ocaml-type-advice",
            ..Sign::LOAD
        },
        Sign {
            words: &["cannot be loaded", "Illegal character (\\239)"],
            what: "check-ocaml-mark",
            advice: "check-ocaml-mark-advice",
            ..Sign::LOAD
        },
        Sign {
            words: &["cannot be loaded", "Error:"],
            what: "check-ocaml-error",
            advice: "check-ocaml-error-advice",
            ..Sign::LOAD
        },
        Sign::STACK_OVERFLOW,
        Sign {
            words: &["raised"],
            what: "check-ocaml-exception",
            advice: "check-ocaml-exception-advice",
            ..Sign::CRASH
        },
    ],
    hears: Hears { seed: false, time: false, positions: true },
    moves: Some("check-moves-squares"),
    own_text: Some(square_number),
    seat: "check-seat-ocaml",
    ready: "check-ready-ocaml",
    late: "check-late-ocaml",
    ..Advice::PLAIN
};

/// The number of a square, row by row.
fn square_number(mv: &str) -> Option<String> {
    let &[column @ b'a'..=b'h', row @ b'1'..=b'8'] = mv.as_bytes() else {
        return None;
    };
    Some((8 * (row - b'1') + column - b'a').to_string())
}

/// The kind of OCaml files.
pub(crate) struct OcamlKind;

impl Kind for OcamlKind {
    fn info(&self) -> &'static KindInfo {
        &INFO
    }

    fn recognise(&self, file: &NamedFile<'_>) -> Option<String> {
        let is_function = file.ending() == Some("ml") && file.is_there() && !is_program(&file.full_path());
        is_function.then(|| file.path.to_owned())
    }

    fn make(&self, locator: &Locator, workshop: &Workshop) -> Result<Made, EntrantError> {
        let (path, text) = workshop.file(locator)?;
        let mode = match locator.option("mode") {
            None | Some("interpreted") => Mode::Interpreted,
            Some("native") => Mode::Native,
            Some(value) => return Err(locator.bad("mode", value, "interpreted or native").into()),
        };
        let file = path.file_name().map_or(locator.target.clone(), |name| name.to_string_lossy().into_owned());
        let program = OcamlProgram::new(workshop.sandbox()?, &file, &text, mode, policy(locator)?)?;
        let identity = identity_of_file(locator, path, &text, Some(format!("ocaml, {mode}")));
        let tap = workshop.tap(&identity);
        Ok(Made { identity, maker: Box::new(Strategie { program: Arc::new(program), tap }) })
    }

    fn needs(&self) -> &'static [&'static str] {
        &["ocaml"]
    }

    fn advice(&self) -> &'static Advice {
        &ADVICE
    }
}

struct Strategie {
    program: Arc<OcamlProgram>,
    tap: Option<Tap>,
}

impl Maker for Strategie {
    fn player(&self) -> Result<Box<dyn Player>, EntrantError> {
        Ok(Box::new(OcamlPlayer::new(Arc::clone(&self.program)).recorded(self.tap.clone())))
    }

    fn partner(&self, stop: &AtomicBool) -> Result<Option<Partner>, Fault> {
        let (sandbox, command) = (self.program.shared_sandbox(), self.program.command(stop)?);
        Ok(Some(Partner { sandbox, command, is_apart: true }))
    }

    fn refusal(&self, game: &AnyGame) -> Option<String> {
        refusal(game)
    }
}
