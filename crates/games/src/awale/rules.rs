//! The rules as data: one field for each question a sowing game has to answer, and the four named answers.

/// A set of rules. Every field is independent of the others.
///
/// A *row* is the pits of one side. A *grand slam* is a move whose capture would leave the opponent's row
/// empty; which captures there are is said by `chain` and `opposite`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Whether a seed falls into one's own store when the sowing passes it; the opponent's is always skipped.
    pub store: Store,
    /// Whether a sowing that goes all the way round leaves a seed in the pit it began in.
    pub origin: Origin,
    /// Whether a last seed that makes 2 or 3 in a pit of the opponent's row takes them, and then those of the
    /// pits before it, backwards along that row as long as they hold 2 or 3.
    pub chain: bool,
    /// What a last seed on one's own row takes.
    pub opposite: Opposite,
    /// What a grand slam does.
    pub grand_slam: GrandSlam,
    /// What must be done for an opponent who has no seeds.
    pub feed: Feed,
    /// What ends the game besides having no legal move.
    pub end: End,
    /// Who takes the seeds on the board when the side to move has no legal move.
    pub rest: Rest,
    /// What coming back to an earlier position does.
    pub repetition: Repetition,
}

/// One's own store in the sowing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Store {
    /// It is passed over.
    Skipped,
    /// It gets a seed; a last seed there does nothing more.
    Sown,
    /// It gets a seed; a last seed there gives another turn.
    Again,
}

/// The pit a sowing begins in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It stays empty however long the sowing is.
    Skipped,
    /// It gets a seed like every other pit.
    Sown,
}

/// What a last seed on one's own row takes from the pit opposite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opposite {
    /// Nothing.
    Never,
    /// All of the opposite pit, whatever was in one's own; the last seed stays where it fell.
    Always,
    /// If one's own pit was empty and the opposite one is not: all of the opposite pit and the last seed too.
    FromEmpty,
}

/// What a grand slam does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GrandSlam {
    /// It is a legal move and the sowing stands, but nothing is captured.
    Nothing,
    /// It is illegal while some other move is none; when every move is one, all are legal and capture.
    IllegalUnlessForced,
    /// The turn is spent and the board, stores included, goes back to what it was.
    Undo,
    /// It is illegal, always; a side that has no other move has no legal move.
    Illegal,
    /// It is legal and captures everything.
    Legal,
    /// It captures, and the opponent takes every seed left on the board, which ends the game.
    OpponentTakesRest,
    /// It captures all but the first pit of the capture: the one where the last seed fell.
    LeaveFirst,
    /// It captures all but the last pit of the capture: the one furthest back from where the last seed fell.
    LeaveLast,
    /// It captures, and the seeds left on the board are shared equally, which ends the game; an odd seed stays
    /// out of the game.
    Share,
}

/// What must be done for an opponent who has no seeds. A move feeds if the opponent has a seed after it,
/// captures included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Feed {
    /// Nothing.
    Free,
    /// Only moves that feed are legal; when there is none the game is over.
    Must,
    /// Only moves that feed are legal; when there is none every move is.
    IfPossible,
}

/// What ends the game. Every game also ends when the side to move has no legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// A store with more than half of all seeds. (Half against half leaves no seed to play.)
    Majority,
    /// An empty row, whoever is to move.
    EmptyRow,
    /// Nothing else.
    NoMove,
}

/// Who takes the seeds left on the board when the side to move has no legal move.
///
/// After a majority each side keeps its own row whatever is said here: nobody was stuck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rest {
    /// Each side keeps its own row.
    OwnRow,
    /// The opponent of the side that cannot move takes all.
    Opponent,
    /// Each side gets half; an odd seed goes to nobody.
    Split,
    /// Nobody: the stores decide.
    Nobody,
}

/// What coming back to an earlier position, with the same side to move, does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// It ends the game and each side keeps its own row.
    OwnRow,
    /// It ends the game and each side gets half of the seeds on the board; an odd seed goes to nobody.
    Split,
    /// It ends the game and the stores decide.
    Nobody,
    /// Nothing: play goes on.
    PlayOn,
}

impl Rules {
    /// The rules of tournaments: the default.
    pub const ABAPA: Rules = Rules {
        store: Store::Skipped,
        origin: Origin::Skipped,
        chain: true,
        opposite: Opposite::Never,
        grand_slam: GrandSlam::Nothing,
        feed: Feed::Must,
        end: End::Majority,
        rest: Rest::OwnRow,
        repetition: Repetition::OwnRow,
    };

    /// The rules under which the game was solved.
    pub const AWARI: Rules = Rules {
        grand_slam: GrandSlam::IllegalUnlessForced,
        feed: Feed::IfPossible,
        rest: Rest::Opponent,
        repetition: Repetition::Split,
        ..Rules::ABAPA
    };

    /// Own store sown, captures on both rows, and a move that starves the opponent is undone.
    pub const FRANCOIS: Rules =
        Rules { store: Store::Sown, opposite: Opposite::Always, grand_slam: GrandSlam::Undo, ..Rules::ABAPA };

    /// Kalah: a last seed in one's own store moves again, and captures are made from empty pits.
    pub const KALAH: Rules = Rules {
        store: Store::Again,
        origin: Origin::Sown,
        chain: false,
        opposite: Opposite::FromEmpty,
        grand_slam: GrandSlam::Legal,
        feed: Feed::Free,
        end: End::EmptyRow,
        rest: Rest::OwnRow,
        repetition: Repetition::PlayOn,
    };

    /// The named sets of rules, the default first.
    pub const NAMED: [(&'static str, Rules); 4] =
        [("abapa", Rules::ABAPA), ("awari", Rules::AWARI), ("francois", Rules::FRANCOIS), ("kalah", Rules::KALAH)];

    /// Whether what a move gains at once can be told without playing it, see `Board::plain_gain`.
    pub(super) const fn has_plain_gains(self) -> bool {
        !matches!(self.store, Store::Again)
            && !matches!(self.opposite, Opposite::FromEmpty)
            && matches!(self.grand_slam, GrandSlam::Nothing | GrandSlam::Undo)
    }

    /// The name of these rules, if they have one.
    pub fn name(self) -> Option<&'static str> {
        Rules::NAMED.iter().find(|(_, rules)| *rules == self).map(|(name, _)| *name)
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::ABAPA
    }
}
