//! Whoever watches a store hears of every change, and of nothing else.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use joute_store::Wake;

use super::samples::announce;
use super::{Case, Place};

/// Longer than any wait that must end by itself.
const LONG: Duration = Duration::from_secs(120);

pub(super) const CASES: &[(&str, Case)] = &[
    ("listeners hear of changes once", once),
    ("changes by others are heard", by_others),
    ("a listener waits on its thread", waits),
    ("a task is woken", woken),
    ("a store that is closed says so", closed),
];

fn once(place: &dyn Place) {
    let store = place.open();
    let mut watches = [store.watch(), store.watch()];
    assert!(watches.iter_mut().all(|watch| watch.wait(Duration::ZERO) == Wake::TimedOut));
    announce(&*store, "cup");
    announce(&*store, "league");
    for watch in &mut watches {
        assert_eq!(watch.wait(Duration::ZERO), Wake::Changed, "at once");
        assert_eq!(watch.wait(Duration::from_millis(500)), Wake::TimedOut, "and not again");
    }
    assert_eq!(store.watch().wait(Duration::ZERO), Wake::TimedOut, "what was before is not news");
}

fn by_others(place: &dyn Place) {
    let store = place.open();
    let reader = place.open_to_read();
    let mut watches = [store.watch(), reader.watch()];
    announce(&*place.open(), "cup");
    assert!(watches.iter_mut().all(|watch| watch.wait(LONG) == Wake::Changed));
    assert_eq!(reader.events().unwrap().len(), 1);
}

fn waits(place: &dyn Place) {
    let store = place.open();
    std::thread::scope(|scope| {
        let mut watch = store.watch();
        let waiting = scope.spawn(move || watch.wait(LONG));
        announce(&*store, "cup");
        assert_eq!(waiting.join().unwrap(), Wake::Changed);
    });
}

struct Count(AtomicU32);

impl std::task::Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn woken(place: &dyn Place) {
    let store = place.open();
    let mut watch = store.watch();
    let count = Arc::new(Count(AtomicU32::new(0)));
    let waker = Waker::from(Arc::clone(&count));
    let mut changed = pin!(poll_fn(|context| watch.poll_changed(context)));
    let mut context = Context::from_waker(&waker);
    assert!(changed.as_mut().poll(&mut context).is_pending());
    assert!(changed.as_mut().poll(&mut context).is_pending(), "asking twice does not wake twice");
    announce(&*store, "cup");
    assert_eq!(count.0.load(Ordering::Relaxed), 1);
    assert_eq!(changed.as_mut().poll(&mut context), Poll::Ready(Wake::Changed));
}

fn closed(place: &dyn Place) {
    let store = place.open();
    let mut watch = store.watch();
    drop(store);
    assert_eq!(watch.wait(LONG), Wake::Closed);
}
