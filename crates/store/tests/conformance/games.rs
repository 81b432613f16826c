//! Games come back as they were, nothing is stored twice or changed, and events do not mix.

use std::borrow::Cow;
use std::time::Duration;

use joute_games::{Outcome, Side};
use joute_referee::{Ending, Fault, Reason};
use joute_store::{NewGame, StoreErrorKind, Write, Written};

use super::samples::{announce, begun, event, ply, record, spot, won};
use super::{Case, Place};

pub(super) const CASES: &[(&str, Case)] = &[
    ("games come back as they were", games_come_back),
    ("every text comes back", every_text),
    ("a game in progress is known after a crash", known_after_a_crash),
    ("plies follow each other", plies_follow),
    ("games are found by what is latest and by their labels", found),
    ("no game counts twice, and a batch is all or nothing", all_or_nothing),
    ("what can be written of a group is written", each_for_itself),
    ("a finished game is never changed", finished_games_stay),
    ("a new version is a new version", versions),
    ("several events lie side by side", several_events),
    ("a review is kept, and a later one takes its place", reviews),
    ("a seat is taken once and handed on by its holder", seats),
    ("what is noted about a game is there until it is noted anew", notes),
    ("a reader sees what is written and writes nothing", readers),
    ("a store that has lost nothing says so", whole),
];

fn whole(place: &dyn Place) {
    let store = place.open();
    let event = announce(&*store, "cup");
    let games = (0..3).map(|game| NewGame::owned(record(["a", "b"], won()), 64).at(spot(event, 0, game)));
    store.keep(games.collect()).unwrap();
    let owner = store.register("player", Duration::from_secs(3600)).unwrap();
    let hold = begun(&*store, owner);
    store.append(hold, 0, &ply(Side::First, "f5", None)).unwrap();
    let given_up = begun(&*store, owner);
    store.finish(given_up, NewGame::of(&record(["a", "b"], Some(Ending::Aborted)), 64)).unwrap();
    let ended = begun(&*store, owner);
    // What a game began with is kept, whatever is told when it ends.
    store.finish(ended, NewGame::of(&record(["b", "c"], won()), 36)).unwrap();
    for store in [store, place.open(), place.open_to_read()] {
        let found = store.check().unwrap();
        assert_eq!((found.games, found.losses), (6, vec![]));
    }
}

fn games_come_back(place: &dyn Place) {
    let store = place.open();
    let endings = [
        Ending::Played { outcome: Outcome::Draw },
        Ending::Forfeit { by: Side::Second, fault: Fault::illegal("answered \"z9\"") },
        Ending::Adjudicated { outcome: Outcome::Second, reason: Reason::Resignation },
        Ending::Adjudicated { outcome: Outcome::Draw, reason: Reason::Cap },
        Ending::Adjudicated { outcome: Outcome::First, reason: Reason::Agreement },
        Ending::Adjudicated { outcome: Outcome::Draw, reason: Reason::Consent },
        Ending::Adjudicated { outcome: Outcome::Second, reason: Reason::Departure },
        Ending::Adjudicated { outcome: Outcome::Second, reason: Reason::Exact },
    ];
    for ending in endings {
        let record = record(["a", "b"], Some(ending));
        let ids = store.keep(vec![NewGame::of(&record, 64)]).unwrap();
        assert_eq!(place.open().game(ids[0]).unwrap(), Some(record));
    }
    assert_eq!(store.game(99).unwrap(), None);
}

/// Players print what they like, and files have any name.
fn every_text(place: &dyn Place) {
    let store = place.open();
    let strange = "a\0b\u{1}c\u{1}0 \"quoted\" 'too' \\ \u{1F600}\u{202e}";
    let crash = Ending::Forfeit { by: Side::First, fault: Fault::crash(strange) };
    let mut game = record([strange, "b"], Some(crash));
    game.plies[1].log = Some(strange.to_owned());
    game.start = strange.to_owned();
    game.labels.insert(strange.to_owned(), strange.to_owned());
    let id = store.keep(vec![NewGame::of(&game, 64)]).unwrap()[0];
    store.keep_review("a1", strange).unwrap();
    store.apply_one(Write::Note { game: id, text: strange.into() }).unwrap();
    let mut cup = event(strange);
    cup.entries[0].refused = Some(strange.to_owned());
    store.add_event(&cup).unwrap();
    let reader = place.open_to_read();
    assert_eq!(reader.game(id).unwrap(), Some(game));
    assert_eq!(reader.labelled(strange).unwrap(), [(id, strange.to_owned())]);
    assert_eq!(reader.review("a1").unwrap().as_deref(), Some(strange));
    assert_eq!(reader.note(id).unwrap().as_deref(), Some(strange));
    assert_eq!(reader.events().unwrap()[0].event, cup);
}

fn known_after_a_crash(place: &dyn Place) {
    let store = place.open();
    let event = announce(&*store, "cup");
    let owner = store.register("player", Duration::from_secs(3600)).unwrap();
    let mut begun = record(["a", "b"], None);
    let plies = std::mem::take(&mut begun.plies);
    begun.tally = [0, 0];
    let hold = store.begin_game(owner, NewGame::of(&begun, 64).at(spot(event, 0, 0))).unwrap();
    store.append(hold, 0, &plies[0]).unwrap();
    drop(store);
    let store = place.open();
    let known = store.game(hold.game).unwrap().unwrap();
    assert_eq!((known.plies.as_slice(), &known.ending), (&plies[..1], &None));
    let unfinished = store.unfinished().unwrap();
    assert_eq!((unfinished.len(), unfinished[0].game, unfinished[0].event), (1, hold.game, Some(event)));
    assert!(store.results(event).unwrap().is_empty(), "it does not count");
    let mut finished = record(["a", "b"], won());
    finished
        .labels
        .extend([("event", "cup"), ("match", "1"), ("game", "1")].map(|(k, v)| (k.to_owned(), v.to_owned())));
    store.finish(hold, NewGame::of(&finished, 64).at(spot(event, 0, 0))).unwrap();
    assert_eq!(store.game(hold.game).unwrap(), Some(finished));
    assert_eq!(store.results(event).unwrap().len(), 1);
    assert!(store.unfinished().unwrap().is_empty());
}

fn plies_follow(place: &dyn Place) {
    let store = place.open();
    let owner = store.register("player", Duration::from_secs(3600)).unwrap();
    let hold = begun(&*store, owner);
    let [first, second] = [ply(Side::First, "f5", None), ply(Side::Second, "d6", None)];
    let refused = store.append(hold, 1, &second).unwrap_err().kind;
    assert_eq!(refused, StoreErrorKind::OutOfOrder { game: hold.game, ply: 1, expected: 0 });
    store.append(hold, 0, &first).unwrap();
    store.append(hold, 1, &second).unwrap();
    store.append(hold, 0, &first).expect("the same ply again is no harm");
    let refused = store.append(hold, 0, &second).unwrap_err().kind;
    assert_eq!(refused, StoreErrorKind::OutOfOrder { game: hold.game, ply: 0, expected: 2 });
    assert_eq!(store.game(hold.game).unwrap().unwrap().plies, [first, second]);
}

fn found(place: &dyn Place) {
    let store = place.open();
    let plain = record(["a", "b"], won());
    let mut labelled = record(["a", "b"], None);
    labelled.labels.insert("continues".to_owned(), "1".to_owned());
    let kept = |record| NewGame::of(record, 64);
    let ids = store.keep(vec![kept(&plain), kept(&labelled), kept(&plain)]).unwrap();
    assert_eq!(store.latest(2).unwrap(), [ids[2], ids[1]]);
    assert_eq!(store.latest(9).unwrap().len(), 3);
    assert_eq!(store.labelled("continues").unwrap(), [(ids[1], "1".to_owned())]);
    assert!(store.labelled("follows").unwrap().is_empty());
}

fn all_or_nothing(place: &dyn Place) {
    let store = place.open();
    let event = announce(&*store, "cup");
    let record = record(["a", "b"], won());
    let game = |number| NewGame::of(&record, 64).at(spot(event, 3, number));
    store.keep(vec![game(0)]).unwrap();
    let refused = store.keep(vec![game(1), game(0)]).unwrap_err();
    assert_eq!(refused.kind, StoreErrorKind::Duplicate { match_index: 3, game: 0 });
    assert!(refused.to_string().contains("game 1 of match 4 is stored already"), "{refused}");
    assert_eq!(store.results(event).unwrap().len(), 1, "nothing of the batch was kept");
    store.keep(vec![game(1)]).unwrap();
    assert_eq!(store.results(event).unwrap().len(), 2);
    // One that was begun before the other was kept does not count either.
    let owner = store.register("player", Duration::from_secs(3600)).unwrap();
    let hold = store.begin_game(owner, game(1)).unwrap();
    let refused = store.finish(hold, game(1)).unwrap_err().kind;
    assert_eq!(refused, StoreErrorKind::Duplicate { match_index: 3, game: 1 });
}

fn each_for_itself(place: &dyn Place) {
    let store = place.open();
    let cup = announce(&*store, "cup");
    let record = record(["a", "b"], won());
    let game = |number| Write::Game(NewGame::of(&record, 64).at(spot(cup, 0, number)));
    let group = [game(0), Write::Event(Cow::Owned(event("other"))), game(0), game(1)];
    let written = store.apply_each(&group);
    assert_eq!(written.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, true, false, true]);
    assert!(matches!(written[1], Ok(Written::Event(_))));
    assert_eq!((store.results(cup).unwrap().len(), store.events().unwrap().len()), (2, 2));
    assert!(store.apply(&[]).unwrap().is_empty());
}

fn finished_games_stay(place: &dyn Place) {
    let store = place.open();
    let owner = store.register("player", Duration::from_secs(3600)).unwrap();
    let hold = begun(&*store, owner);
    let finished = record(["a", "b"], won());
    store.finish(hold, NewGame::of(&finished, 64)).unwrap();
    let over = StoreErrorKind::Over { game: hold.game };
    assert_eq!(store.append(hold, 2, &ply(Side::First, "c3", None)).unwrap_err().kind, over);
    let other = record(["a", "b"], Some(Ending::Played { outcome: Outcome::Second }));
    assert_eq!(store.finish(hold, NewGame::of(&other, 64)).unwrap_err().kind, over);
    assert_eq!(store.game(hold.game).unwrap(), Some(finished));
    assert!(store.claim(owner, &[hold.game]).unwrap().is_empty(), "nobody plays it any more");
}

fn versions(place: &dyn Place) {
    let store = place.open();
    let event = announce(&*store, "cup");
    let crash = Ending::Forfeit { by: Side::First, fault: Fault::crash("signal") };
    let mut games = [record(["a", "b"], won()), record(["b", "a"], won()), record(["a", "b"], Some(crash))];
    games[2].players[0].version = "2".to_owned();
    for (number, record) in games.iter().enumerate() {
        store.keep(vec![NewGame::of(record, 64).at(spot(event, 0, number as u32))]).unwrap();
    }
    let results = store.results(event).unwrap();
    let version = |at: usize| store.game(results[at].id).unwrap().unwrap().players[0].version.clone();
    assert_eq!([version(0), version(2)], ["1", "2"]);
    assert_eq!((results[2].outcome, results[2].fault.map(|(side, _)| side)), (Outcome::Second, Some(Side::First)));
    let faults = store.faults(event).unwrap();
    assert_eq!((faults.len(), faults[0].player.as_str(), faults[0].kind.as_str()), (1, "a", "crash"));
}

fn several_events(place: &dyn Place) {
    let store = place.open();
    let events = [announce(&*store, "cup"), announce(&*store, "league"), announce(&*store, "cup")];
    let names: Vec<(_, String)> =
        store.events().unwrap().into_iter().map(|known| (known.id, known.event.name)).collect();
    let expected: Vec<(_, String)> = events.into_iter().zip(["cup", "league", "cup"].map(str::to_owned)).collect();
    assert_eq!(names, expected, "the oldest first, and a name is no key");
    assert_eq!(store.events().unwrap()[1].event, event("league"));
    let crash = record(["a", "b"], Some(Ending::Forfeit { by: Side::Second, fault: Fault::crash("signal") }));
    let record = record(["a", "b"], won());
    store.keep(vec![NewGame::of(&record, 64).at(spot(events[0], 0, 0))]).unwrap();
    store.keep(vec![NewGame::of(&crash, 64).at(spot(events[1], 0, 0))]).unwrap();
    let counts = |at: usize| (store.results(events[at]).unwrap().len(), store.faults(events[at]).unwrap().len());
    assert_eq!([counts(0), counts(1), counts(2)], [(1, 0), (1, 1), (0, 0)]);
}

fn reviews(place: &dyn Place) {
    let store = place.open();
    assert_eq!(store.review("a1b2").unwrap(), None);
    store.keep_review("a1b2", "{\"plies\":[]}").unwrap();
    store.keep_review("a1b2", "{\"plies\":[1]}").unwrap();
    drop(store);
    let store = place.open();
    assert_eq!(store.review("a1b2").unwrap().as_deref(), Some("{\"plies\":[1]}"));
    assert_eq!(store.review("a1").unwrap(), None);
}

fn readers(place: &dyn Place) {
    let writer = place.open();
    let event = announce(&*writer, "cup");
    let reader = place.open_to_read();
    let record = record(["a", "b"], won());
    let ids = writer.keep(vec![NewGame::of(&record, 64).at(spot(event, 0, 0))]).unwrap();
    assert_eq!(reader.results(event).unwrap()[0].id, ids[0]);
    assert_eq!(reader.keep(vec![NewGame::of(&record, 64)]).unwrap_err().kind, StoreErrorKind::ReadOnly);
    assert_eq!(reader.register("reader", Duration::ZERO).unwrap_err().kind, StoreErrorKind::ReadOnly);
    drop(writer);
    assert_eq!(place.open_to_read().latest(9).unwrap(), ids, "and when nobody writes");
}

fn seats(place: &dyn Place) {
    let store = place.open();
    let owner = store.register("server", Duration::from_secs(3600)).unwrap();
    let game = begun(&*store, owner).game;
    let take = |side, holder: &'static str, instead_of: Option<&'static str>| {
        let (holder, instead_of) = (Cow::Borrowed(holder), instead_of.map(Cow::Borrowed));
        store.apply_one(Write::Seat { game, side, holder, instead_of }).map_err(|error| error.kind)
    };
    let taken = |side| Err(StoreErrorKind::Taken { game, side });
    assert_eq!(store.seats(game).unwrap(), [None, None]);
    assert_eq!(take(Side::First, "a", None), Ok(Written::Done));
    assert_eq!(take(Side::First, "b", None), taken(Side::First));
    assert_eq!(take(Side::Second, "b", Some("a")), taken(Side::Second), "nobody holds it");
    assert_eq!(take(Side::Second, "b", None), Ok(Written::Done));
    assert_eq!(take(Side::First, "c", Some("b")), taken(Side::First));
    assert_eq!(take(Side::First, "c", Some("a")), Ok(Written::Done));
    assert_eq!(take(Side::First, "d", Some("a")), taken(Side::First), "it was handed on already");
    let held = [Some("c".to_owned()), Some("b".to_owned())];
    assert_eq!((store.seats(game).unwrap(), place.open_to_read().seats(game).unwrap()), (held.clone(), held));
    let nowhere = Write::Seat { game: 99, side: Side::First, holder: "a".into(), instead_of: None };
    assert!(store.apply_one(nowhere).is_err() && store.seats(99).unwrap() == [None, None]);
}

fn notes(place: &dyn Place) {
    let store = place.open();
    let owner = store.register("server", Duration::from_secs(3600)).unwrap();
    let game = begun(&*store, owner).game;
    let note = |game, text: &'static str| store.apply_one(Write::Note { game, text: text.into() });
    assert_eq!(store.note(game).unwrap(), None);
    assert_eq!(note(game, "{}").unwrap(), Written::Done);
    assert_eq!(note(game, "{\"draw\":1}").unwrap(), Written::Done);
    assert!(note(99, "{}").is_err() && store.note(99).unwrap().is_none(), "there is no such game");
    drop(store);
    assert_eq!(place.open_to_read().note(game).unwrap().as_deref(), Some("{\"draw\":1}"));
}
