//! The tables a player has at hand: as many layers in memory as it may take, the others on disk.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::super::rows::{Rows, StandardRules};
use super::on_disk::DiskLayer;
use super::{Bounds, Layer, Loops, MOST_SEEDS, Tables, positions};

/// Layers of fewer seeds are worked out on the spot where no file has them.
const BUILT_SEEDS: u32 = 12;

/// Where tables come from and how much memory they may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndgameOptions {
    /// The folder of the files; none is asked for without one.
    pub folder: Option<PathBuf>,
    /// The most seeds of a layer that is looked at.
    pub seeds: u32,
    /// The most bytes that layers take in memory. Those that are worked out on the spot are there besides.
    pub memory: usize,
}

impl Default for EndgameOptions {
    fn default() -> EndgameOptions {
        EndgameOptions { folder: None, seeds: MOST_SEEDS, memory: 256 << 20 }
    }
}

/// Layers in memory, and above them layers on disk.
#[derive(Debug)]
pub struct Endgame<R> {
    tables: Tables<R>,
    on_disk: Vec<DiskLayer>,
}

/// Tables that somebody in this program has, so that they are worked out and held once however many players there are.
static SHARED: Mutex<Vec<(EndgameOptions, Arc<dyn Any + Send + Sync>)>> = Mutex::new(Vec::new());

impl<R: StandardRules> Endgame<R> {
    /// The tables by these options; the same ones for everybody who asks for the same.
    pub fn shared(options: &EndgameOptions) -> Arc<Endgame<R>> {
        // Whoever panicked while holding the list left it whole.
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        let known = shared.iter().filter(|(of, _)| of == options);
        if let Some(endgame) = known.filter_map(|(_, any)| Arc::clone(any).downcast().ok()).next() {
            return endgame;
        }
        let endgame = Arc::new(Endgame::open(options));
        shared.push((options.clone(), Arc::clone(&endgame) as Arc<dyn Any + Send + Sync>));
        endgame
    }

    /// Reads what the folder has and works out what it lacks of the small layers. A file that is damaged is as good as none.
    pub fn open(options: &EndgameOptions) -> Endgame<R> {
        let mut endgame = Endgame { tables: Tables::default(), on_disk: Vec::new() };
        let lists = Loops::of::<R>().roles();
        let mut bytes = 0;
        for seeds in 0..=options.seeds.min(MOST_SEEDS) {
            bytes += lists * positions(seeds);
            let is_in_memory = bytes <= options.memory && endgame.on_disk.is_empty();
            let folder = options.folder.as_deref();
            let has_more = match folder {
                Some(folder) if is_in_memory => endgame.load(folder, seeds),
                Some(folder) if seeds > BUILT_SEEDS => endgame.attach(folder, seeds),
                _ => false,
            };
            if !has_more && (seeds > BUILT_SEEDS || endgame.tables.grow(1, &()).is_none()) {
                break;
            }
        }
        endgame
    }

    fn load(&mut self, folder: &Path, seeds: u32) -> bool {
        Layer::read::<R>(folder, seeds).is_ok_and(|layer| self.tables.push(layer))
    }

    fn attach(&mut self, folder: &Path, seeds: u32) -> bool {
        DiskLayer::open::<R>(folder, seeds).map(|layer| self.on_disk.push(layer)).is_ok()
    }

    /// The most seeds of a position that is answered from memory.
    pub fn seeds_in_memory(&self) -> u32 {
        self.tables.next_seeds().saturating_sub(1)
    }

    /// The most seeds of a position that is answered at all.
    pub fn seeds(&self) -> u32 {
        self.on_disk.last().map_or(self.seeds_in_memory(), DiskLayer::seeds)
    }

    /// What the values of a layer are known by, if they are there.
    pub fn fingerprint(&self, seeds: u32) -> Option<String> {
        let on_disk = || self.on_disk.iter().find(|layer| layer.seeds() == seeds)?.fingerprint();
        self.tables.layers().get(seeds as usize).map(Layer::fingerprint).or_else(on_disk)
    }

    /// What a position is worth, if memory has it.
    #[inline]
    pub fn bounds(&self, rows: Rows) -> Option<Bounds> {
        self.tables.bounds(rows)
    }

    /// What a position is worth, from memory or from disk.
    pub fn bounds_from_disk(&self, rows: Rows) -> Option<Bounds> {
        let on_disk = |layer: &&DiskLayer| layer.seeds() == rows.seeds();
        self.bounds(rows).or_else(|| self.on_disk.iter().find(on_disk)?.bounds(rows))
    }
}

/// Where tables are looked for when nobody says where: the folder that `JOUTE_TABLES` names, else `joute/tables` where
/// the user's data is. `None` when not even that is known.
pub fn default_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = || named("XDG_DATA_HOME").or_else(|| Some(named("HOME")?.join(".local/share")));
    named("JOUTE_TABLES").or_else(|| Some(data()?.join("joute/tables")))
}
