//! What a form asks for to make a setup: each key of a setup with its kind of value. What people read is in the catalogue of
//! messages, under `field-GAME-KEY` and `choice-GAME-KEY-VALUE`.

/// One question of a form.
#[derive(Debug, Clone, Copy)]
pub struct SetupField {
    /// The key it gives a value to.
    pub key: &'static str,
    /// What is asked for.
    pub kind: FieldKind,
    /// Whether another value means another board, even where one was drawn by hand.
    pub redraws: bool,
    /// Whether only those who want to know more care for it.
    pub is_detail: bool,
}

/// What a form asks for.
#[derive(Debug, Clone, Copy)]
pub enum FieldKind {
    /// A whole number.
    Number {
        /// The least there may be.
        least: u32,
        /// The most there may be.
        most: u32,
        /// The value when nothing is said; `None` where it hangs on other values.
        default: Option<u32>,
    },
    /// One of a few values. The first is what holds when nothing is said; it may be empty where that hangs on other values.
    Choice(&'static [&'static str]),
    /// Yes or no; no when nothing is said.
    Switch,
    /// The seed from which a board is drawn.
    Seed,
}

impl SetupField {
    /// A number on which the board hangs.
    pub const fn number(key: &'static str, range: [u32; 2], default: Option<u32>) -> SetupField {
        let kind = FieldKind::Number { least: range[0], most: range[1], default };
        SetupField { key, kind, redraws: true, is_detail: false }
    }

    /// A choice on which the board hangs.
    pub const fn choice(key: &'static str, choices: &'static [&'static str]) -> SetupField {
        SetupField { key, kind: FieldKind::Choice(choices), redraws: true, is_detail: false }
    }

    /// Yes or no.
    pub const fn switch(key: &'static str) -> SetupField {
        SetupField { key, kind: FieldKind::Switch, redraws: false, is_detail: false }
    }

    /// The seed.
    pub const fn seed() -> SetupField {
        SetupField { key: "seed", kind: FieldKind::Seed, redraws: true, is_detail: false }
    }

    /// The same where a board drawn by hand stays as it is.
    #[must_use]
    pub const fn keeping_the_board(mut self) -> SetupField {
        self.redraws = false;
        self
    }

    /// The same for those who want to know more.
    #[must_use]
    pub const fn detail(mut self) -> SetupField {
        self.is_detail = true;
        self
    }
}
