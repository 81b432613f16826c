//! `mirror`: how often the first to move wins when both play alike on symmetric boards, and why not always.

use joute_draw::svg::chart::{self, Row, Shares};
use joute_games::Side;
use joute_games::territory::seven_colours::SevenColours;

use crate::duel::{Duel, Played};
use crate::estimate::Share;
use crate::experiment::{Experiment, Findings, Line, Outcome};
use crate::lab::Lab;

pub(crate) const MIRROR: Experiment = Experiment {
    name: "mirror",
    report: "003 Q5.2",
    stated: "whatever the strategy, the first to move wins more than 70 % of mirror games on symmetric boards; not all of \
             them for deterministic players, probably because the first crosses the diagonal",
    criterion: "the 95 % interval of the first mover's share of the decided games does not lie wholly below 70 %, for \
                each strategy; the diagonal: First wins less often where it was the first to cross (95 %, Newcombe)",
    weight: 25,
    only_by_name: false,
    run,
};

const PLAYERS: &[&str] = &[
    "random",
    "useful-random",
    "greedy",
    "greedy:ties=random",
    "hegemony:useful",
    "hegemony:contacts",
    "foreseeing",
    "oracle:3",
    "greedymony",
    "mix:1,1,2",
    "starve",
];

/// What is kept of a mirror game.
struct Mirrored {
    first_won: Option<bool>,
    /// Who was the first to own a cell beyond the diagonal.
    crossed: Option<Side>,
    /// Whether both sides mirrored each other until somebody owned a cell on the diagonal or beyond.
    was_even: bool,
}

fn run(lab: &Lab<'_>) -> Outcome {
    let games = lab.count(2000, 200);
    lab.plan(PLAYERS.len() + 1);
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    for player in PLAYERS {
        let duel = Duel::seven(player, player);
        let results = duel.look_at_mirror(lab, games, |played| played.first_won())?;
        let decided: Vec<bool> = results.into_iter().flatten().collect();
        let share = Share::of(&decided, |first| *first);
        let measured = format!("{player}: {} of {} decided games", share.text(), decided.len());
        let holds = share.interval()[1] > 0.7;
        let line =
            Line::claim(format!("{player}: the first to move wins more than 70 %"), measured, holds, why(player));
        lines.push(line.within(share.interval()).repeated_by(duel.command(lab, games)));
        rows.push(Row {
            label: (*player).to_owned(),
            share: share.proportion().share,
            interval: share.interval(),
            stated: Some(0.7),
        });
    }
    let games = Duel::seven("greedy", "greedy").look_at_mirror(lab, games, |played| mirrored(&played))?;
    lines.extend(diagonal(&games));
    let note = "For orientation: an independent reimplementation gives the first mover 78 % of the decided greedy mirrors on \
                symmetric boards.";
    let picture =
        chart::shares(&Shares { title: "Decided mirror games the first to move won".to_owned(), rows, even: true });
    Ok(Findings::of(lines).note(note).figure("mirror", "The first mover's share of mirror games", picture))
}

fn why(player: &str) -> &'static str {
    if player.contains("random") {
        "a player whose moves are drawn anew for each side is no mirror image of itself: luck outweighs the one move."
    } else {
        "the advantage of the first move is there but smaller than stated for this strategy."
    }
}

fn diagonal(games: &[Mirrored]) -> [Line; 3] {
    let even = Share::of(games, |game| game.was_even);
    let decided = |side: Side| {
        let there: Vec<bool> =
            games.iter().filter(|game| game.crossed == Some(side)).filter_map(|game| game.first_won).collect();
        Share::of(&there, |first| *first)
    };
    let [by_first, by_second] = Side::BOTH.map(decided);
    let is_cause =
        !by_first.is_consistent_with(by_second) && by_first.proportion().share < by_second.proportion().share;
    let lost: Vec<&Mirrored> = games.iter().filter(|game| game.first_won == Some(false)).collect();
    let crossed = Share::of(&lost, |game| game.crossed == Some(Side::First));
    [
        Line::fact(
            "greedy: until somebody reaches the diagonal both sides are mirror images",
            format!("in {} of {} games", even.points, even.trials),
            "so nothing but the diagonal can end the symmetry",
        ),
        Line::fact(
            "greedy: of the games First lost, those in which First crossed the diagonal first",
            format!("{} of {} games", crossed.text(), crossed.trials),
            "",
        ),
        Line::claim(
            "greedy: First loses because it is the first to cross the diagonal",
            format!(
                "First wins {} where it crossed first and {} where Second did",
                by_first.text(),
                by_second.text()
            ),
            is_cause,
            "the symmetry does end at the diagonal, but crossing it first is no handicap: First loses no more often where \
             it crossed first.",
        )
        .within(by_first.interval()),
    ]
}

fn mirrored(played: &Played) -> Mirrored {
    let mut game = Mirrored { first_won: played.first_won(), crossed: first_across(played), was_even: true };
    for (ply, position) in played.positions().enumerate() {
        let Some(board) = position.downcast_ref::<SevenColours>() else { break };
        if Reach::of(board).on_diagonal {
            break;
        }
        // After every second ply both have answered the same board.
        let tallies = position.tallies();
        game.was_even &= ply % 2 == 1 || tallies[0] == tallies[1];
    }
    game
}

/// Who was the first to own a cell beyond the diagonal.
fn first_across(played: &Played) -> Option<Side> {
    played.positions().find_map(|position| {
        let reach = Reach::of(position.downcast_ref::<SevenColours>()?);
        Side::BOTH.into_iter().find(|side| reach.crosses[*side])
    })
}

/// How far the zones have come.
struct Reach {
    /// Whether each side owns a cell beyond the diagonal, which runs from the top left to the bottom right.
    crosses: [bool; 2],
    /// Whether somebody owns a cell of the diagonal or beyond.
    on_diagonal: bool,
}

impl Reach {
    fn of(board: &SevenColours) -> Reach {
        let size = board.size() as usize;
        let mut reach = Reach { crosses: [false; 2], on_diagonal: false };
        for cell in 0..size * size {
            let (row, column) = (cell / size, cell % size);
            match board.zones().owner_of_cell(cell) {
                // First comes from the top right, Second from the bottom left.
                Some(Side::First) => reach.note(Side::First, row > column, row >= column),
                Some(Side::Second) => reach.note(Side::Second, column > row, column >= row),
                None => {}
            }
        }
        reach
    }

    fn note(&mut self, side: Side, beyond: bool, there: bool) {
        self.crosses[side] |= beyond;
        self.on_diagonal |= there;
    }
}
