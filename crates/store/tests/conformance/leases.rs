//! A game in progress has one owner at a time, and whoever comes late may not write it.

use std::sync::Arc;
use std::time::Duration;

use joute_games::Side;
use joute_store::{NewGame, Ownership, Store, StoreErrorKind, Wake, Watch};

use super::samples::{begun, ply, record, won};
use super::{Case, Place};

/// A lease that no test outlives, and one that is over at once.
const LONG: Duration = Duration::from_secs(3600);
const OVER: Duration = Duration::ZERO;

pub(super) const CASES: &[(&str, Case)] = &[
    ("a game is its owner's as long as the lease lasts", alive),
    ("after its lease others take a game over, and the late owner is refused", taken_over),
    ("an owner that was late and lost nothing goes on", late_and_lucky),
    ("what is given back is free at once", given_back),
    ("an owner that comes back under its name has what it had", comes_back),
    ("a game that nobody holds can be claimed", nobody_holds),
    ("claiming again makes what was held before worthless", claimed_again),
    ("of many who claim at once one gets it", one_gets_it),
    ("an ownership renews itself, and leaves when it is dropped", ownership),
];

/// Who holds the only game in progress.
fn holder(store: &dyn Store) -> Option<String> {
    store.unfinished().unwrap()[0].owner.clone()
}

fn alive(place: &dyn Place) {
    let [first, second] = [place.open(), place.open()];
    let [one, two] = [first.register("one", LONG).unwrap(), second.register("two", LONG).unwrap()];
    let hold = begun(&*first, one);
    assert_eq!(holder(&*second).as_deref(), Some("one"));
    assert!(second.claim(two, &[hold.game]).unwrap().is_empty());
    first.append(hold, 0, &ply(Side::First, "f5", None)).unwrap();
}

fn taken_over(place: &dyn Place) {
    let [first, second] = [place.open(), place.open()];
    let [one, two] = [first.register("one", OVER).unwrap(), second.register("two", LONG).unwrap()];
    let hold = begun(&*first, one);
    first.append(hold, 0, &ply(Side::First, "f5", None)).unwrap();
    assert_eq!(holder(&*second), None, "the lease is over");
    let taken = second.claim(two, &[hold.game]).unwrap();
    assert_eq!(taken.len(), 1);
    assert!(taken[0].token > hold.token, "tokens grow");
    assert_eq!(holder(&*first).as_deref(), Some("two"));
    let lost = StoreErrorKind::Lost { game: hold.game };
    assert_eq!(first.append(hold, 1, &ply(Side::Second, "d6", None)).unwrap_err().kind, lost);
    first.renew(one).unwrap();
    let finished = record(["a", "b"], won());
    assert_eq!(first.finish(hold, NewGame::of(&finished, 64)).unwrap_err().kind, lost, "renewing does not help");
    first.release(&[hold]).unwrap();
    assert_eq!(holder(&*first).as_deref(), Some("two"), "nobody gives back what is another's");
    second.append(taken[0], 1, &ply(Side::Second, "c4", None)).unwrap();
    assert_eq!(second.game(hold.game).unwrap().unwrap().plies[1].mv.as_deref(), Some("c4"));
    second.finish(taken[0], NewGame::of(&finished, 64)).unwrap();
}

fn late_and_lucky(place: &dyn Place) {
    let store = place.open();
    let owner = store.register("one", OVER).unwrap();
    let hold = begun(&*store, owner);
    store.append(hold, 0, &ply(Side::First, "f5", None)).expect("nobody else has it");
}

fn given_back(place: &dyn Place) {
    let store = place.open();
    let [one, two] = ["one", "two"].map(|name| store.register(name, LONG).unwrap());
    let [kept, given] = [begun(&*store, one), begun(&*store, one)];
    store.release(&[given]).unwrap();
    assert_eq!(
        store.append(given, 0, &ply(Side::First, "f5", None)).unwrap_err().kind,
        StoreErrorKind::Lost { game: given.game }
    );
    let claimed = store.claim(two, &[kept.game, given.game]).unwrap();
    assert_eq!(claimed.iter().map(|hold| hold.game).collect::<Vec<_>>(), [given.game]);
    store.leave(one).unwrap();
    assert_eq!(store.claim(two, &[kept.game]).unwrap().len(), 1);
    assert!(matches!(store.renew(one).unwrap_err().kind, StoreErrorKind::Missing { .. }), "it has left");
    assert!(matches!(store.claim(one, &[kept.game]).unwrap_err().kind, StoreErrorKind::Missing { .. }));
}

fn comes_back(place: &dyn Place) {
    let store = place.open();
    let before = store.register("server at home", LONG).unwrap();
    let hold = begun(&*store, before);
    let after = place.open().register("server at home", LONG).unwrap();
    assert_ne!(before, after);
    assert_eq!(store.claim(after, &[hold.game]).unwrap().len(), 1, "without waiting for the lease");
    let lost = StoreErrorKind::Lost { game: hold.game };
    assert_eq!(store.append(hold, 0, &ply(Side::First, "f5", None)).unwrap_err().kind, lost);
}

fn nobody_holds(place: &dyn Place) {
    let store = place.open();
    let record = record(["a", "b"], None);
    let game = store.keep(vec![NewGame::of(&record, 64)]).unwrap()[0];
    assert_eq!(holder(&*store), None);
    let owner = store.register("one", LONG).unwrap();
    let holds = store.claim(owner, &[game, 999]).unwrap();
    assert_eq!(holds.iter().map(|hold| hold.game).collect::<Vec<_>>(), [game]);
    store.append(holds[0], 2, &ply(Side::First, "c3", None)).unwrap();
}

fn claimed_again(place: &dyn Place) {
    let store = place.open();
    let owner = store.register("one", LONG).unwrap();
    let hold = begun(&*store, owner);
    let again = store.claim(owner, &[hold.game]).unwrap()[0];
    assert!(store.append(hold, 0, &ply(Side::First, "f5", None)).is_err());
    store.append(again, 0, &ply(Side::First, "f5", None)).unwrap();
}

fn one_gets_it(place: &dyn Place) {
    let store = place.open();
    let games: Vec<_> =
        (0..20).map(|_| store.keep(vec![NewGame::of(&record(["a", "b"], None), 64)]).unwrap()[0]).collect();
    let claim = |name: String| {
        let store = place.open();
        let owner = store.register(&name, LONG).unwrap();
        games.iter().flat_map(|game| store.claim(owner, &[*game]).unwrap()).collect::<Vec<_>>()
    };
    let claimed: Vec<_> = std::thread::scope(|scope| {
        let claim = &claim;
        let threads: Vec<_> = (0..4).map(|number| scope.spawn(move || claim(format!("worker {number}")))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let mut claimed: Vec<_> = claimed.into_iter().map(|hold| hold.game).collect();
    claimed.sort_unstable();
    assert_eq!(claimed, games);
}

fn ownership(place: &dyn Place) {
    let store: Arc<dyn Store> = place.open();
    let lease = Duration::from_millis(300);
    let owner = Ownership::take(&store, "one", lease).unwrap();
    begun(&*store, owner.id());
    // Longer than the lease: without renewal it would be over for good.
    let mut watch = store.watch();
    assert_eq!(watch.wait(2 * lease), Wake::TimedOut, "renewing is nobody's news");
    // On a busy machine the next renewal may be late.
    let held = (0..1000).find_map(|_| holder(&*store).or_else(|| pause(&mut watch, lease / 3)));
    assert_eq!(held.as_deref(), Some("one"));
    drop(owner);
    assert_eq!(holder(&*store), None);
}

/// Waits for a while, and has no answer.
fn pause<T>(watch: &mut Watch, time: Duration) -> Option<T> {
    watch.wait(time);
    None
}
