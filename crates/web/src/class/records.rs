//! What a class keeps, as documents of the store: values of one kind each, by key, as JSON.

use joute_store::{Document, DocumentChange, Result, StoreError, StoreErrorKind, Write};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store_handle::StoreHandle;

/// Something that is kept.
pub(crate) trait Record: Serialize + DeserializeOwned + Send + 'static {
    /// What documents of it are called.
    const KIND: &'static str;
}

/// How many are read at once.
const PIECE: u32 = 500;

/// All that a class keeps.
#[derive(Clone)]
pub(crate) struct Records(StoreHandle);

impl Records {
    pub(crate) fn new(store: StoreHandle) -> Records {
        Records(store)
    }

    /// One of them.
    pub(crate) async fn get<T: Record>(&self, key: &str) -> Result<Option<T>> {
        self.seen::<T>(key).await?.map(|document| read(&document)).transpose()
    }

    /// One of them with another that it leads to: every request asks who sends it, and waits for a thread that reads no more than once.
    pub(crate) async fn get_with<T: Record, Other: Record>(
        &self,
        key: &str,
        leads_to: impl FnOnce(&T) -> String + Send + 'static,
    ) -> Result<Option<(T, Option<Other>)>> {
        let key = key.to_owned();
        let found = self.0.read(move |store| {
            let Some(found) = store.document(T::KIND, &key)? else { return Ok(None) };
            let found: T = read(&found)?;
            let other = store.document(Other::KIND, &leads_to(&found))?;
            Ok(Some((found, other.as_ref().map(read).transpose()?)))
        });
        found.await
    }

    /// All of them, with their keys, in the order of these; so many at most.
    pub(crate) async fn all<T: Record>(&self, most: usize) -> Result<Vec<(String, T)>> {
        self.with_prefix("", most).await
    }

    /// Those whose keys begin so and go on, in the order of these; so many at most. No others are read, but for the end of a piece.
    pub(crate) async fn with_prefix<T: Record>(&self, prefix: &str, most: usize) -> Result<Vec<(String, T)>> {
        let mut all: Vec<(String, T)> = Vec::new();
        loop {
            let after = all.last().map_or(prefix, |(key, _)| key).to_owned();
            let mut piece = self.piece::<T>(after).await?;
            let is_full = piece.len() == PIECE as usize;
            piece.retain(|document| document.key.starts_with(prefix));
            let is_last = !is_full || piece.len() < PIECE as usize;
            for document in piece {
                all.push((document.key.clone(), read(&document)?));
            }
            if is_last || all.len() >= most {
                all.truncate(most);
                return Ok(all);
            }
        }
    }

    /// Deletes all but the first so many, of which none stands after a key.
    pub(crate) async fn keep_first<T: Record>(&self, most: usize, last: &str) -> Result<()> {
        let (mut after, mut kept) = (String::new(), 0);
        loop {
            let piece = self.piece::<T>(after).await?;
            let Some(end) = piece.last() else { return Ok(()) };
            after = end.key.clone();
            for document in &piece {
                if kept < most && document.key.as_str() <= last {
                    kept += 1;
                } else {
                    self.written(owned(DocumentChange::delete(T::KIND, document))).await?;
                }
            }
        }
    }

    async fn piece<T: Record>(&self, after: String) -> Result<Vec<Document>> {
        self.0.read(move |store| store.documents(T::KIND, &after, PIECE)).await
    }

    /// One more; whether there was none of this key.
    pub(crate) async fn add<T: Record>(&self, key: &str, value: &T) -> Result<bool> {
        let change = DocumentChange::new(T::KIND, key.to_owned(), self.text(value)?);
        self.written(change).await
    }

    /// Keeps it in place of whatever there was.
    pub(crate) async fn put<T: Record>(&self, key: &str, value: &T) -> Result<()> {
        loop {
            let text = self.text(value)?;
            let change = match self.seen::<T>(key).await? {
                Some(seen) => owned(DocumentChange::update(T::KIND, &seen, text)),
                None => DocumentChange::new(T::KIND, key.to_owned(), text),
            };
            if self.written(change).await? {
                return Ok(());
            }
        }
    }

    /// Changes one, again where somebody else was quicker; what came of it, or nothing where there is none.
    pub(crate) async fn change<T: Record, R>(&self, key: &str, change: impl Fn(&mut T) -> R) -> Result<Option<R>> {
        loop {
            let Some(seen) = self.seen::<T>(key).await? else { return Ok(None) };
            let mut value: T = read(&seen)?;
            let result = change(&mut value);
            let text = self.text(&value)?;
            if self.written(owned(DocumentChange::update(T::KIND, &seen, text))).await? {
                return Ok(Some(result));
            }
        }
    }

    /// Deletes one; whether there was one.
    pub(crate) async fn remove<T: Record>(&self, key: &str) -> Result<bool> {
        loop {
            let Some(seen) = self.seen::<T>(key).await? else { return Ok(false) };
            if self.written(owned(DocumentChange::delete(T::KIND, &seen))).await? {
                return Ok(true);
            }
        }
    }

    /// Deletes those that are meant; how many.
    pub(crate) async fn remove_where<T: Record>(&self, is_meant: impl Fn(&T) -> bool) -> Result<usize> {
        let mut removed = 0;
        for (key, value) in self.all::<T>(usize::MAX).await? {
            if is_meant(&value) && self.remove::<T>(&key).await? {
                removed += 1;
            }
        }
        Ok(removed)
    }

    async fn seen<T: Record>(&self, key: &str) -> Result<Option<Document>> {
        let key = key.to_owned();
        self.0.read(move |store| store.document(T::KIND, &key)).await
    }

    /// Whether it was written rather than changed by somebody else meanwhile.
    async fn written(&self, change: DocumentChange<'static>) -> Result<bool> {
        match self.0.write(Write::Document(change)).await {
            Ok(_) => Ok(true),
            Err(error) if matches!(error.kind, StoreErrorKind::Changed { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn text<T: Record>(&self, value: &T) -> Result<String> {
        serde_json::to_string(value).map_err(|error| unknown(T::KIND, &error.to_string()))
    }
}

fn owned(change: DocumentChange<'_>) -> DocumentChange<'static> {
    let DocumentChange { kind, key, seen, text } = change;
    DocumentChange {
        kind: kind.into_owned().into(),
        key: key.into_owned().into(),
        seen,
        text: text.map(|text| text.into_owned().into()),
    }
}

fn read<T: Record>(document: &Document) -> Result<T> {
    serde_json::from_str(&document.text).map_err(|_| unknown(T::KIND, &document.key))
}

fn unknown(kind: &str, value: &str) -> StoreError {
    let kind = StoreErrorKind::Unknown { what: format!("a document of the kind {kind}"), value: value.to_owned() };
    StoreError { place: "the class".to_owned(), kind, cause: None }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use joute_store::{Access, StoreLocation};

    use super::*;

    impl Record for u32 {
        const KIND: &'static str = "number";
    }

    /// Numbers of 1,300 under `a/`, and others around them.
    fn numbers(folder: &std::path::Path) -> Records {
        let store = StoreLocation::in_folder(folder).open(Access::Create).unwrap();
        let keys = (0..1_300).map(|number| format!("a/{number:04}"));
        let keys = keys.chain(["a", "a-b/1", "a0", "b/1"].map(str::to_owned));
        let writes = keys.map(|key| Write::Document(DocumentChange::new(u32::KIND, key, "7")));
        store.apply(&writes.collect::<Vec<_>>()).unwrap();
        Records::new(StoreHandle::new(store))
    }

    #[tokio::test]
    async fn those_of_a_prefix_are_read_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let records = numbers(folder.path());
        let read = records.with_prefix::<u32>("a/", usize::MAX).await.unwrap();
        assert_eq!((read.len(), read[0].0.as_str(), read[1_299].0.as_str()), (1_300, "a/0000", "a/1299"));
        assert_eq!(records.with_prefix::<u32>("a/", 600).await.unwrap().len(), 600);
        assert_eq!(records.with_prefix::<u32>("b/", usize::MAX).await.unwrap().len(), 1);
        assert_eq!(records.with_prefix::<u32>("c/", usize::MAX).await.unwrap().len(), 0);
        assert_eq!(records.all::<u32>(usize::MAX).await.unwrap().len(), 1_304);
    }

    #[tokio::test]
    async fn the_first_are_kept_and_none_after_a_key() {
        let folder = tempfile::tempdir().unwrap();
        let records = numbers(folder.path());
        let last = |all: Vec<(String, u32)>| (all.len(), all.last().map(|(key, _)| key.clone()));
        records.keep_first::<u32>(2_000, "a/1299~").await.unwrap();
        // `a`, `a-b/1` and those of `a/`: what stands after them is gone.
        assert_eq!(last(records.all(usize::MAX).await.unwrap()), (1_302, Some("a/1299".to_owned())));
        records.keep_first::<u32>(702, "b").await.unwrap();
        assert_eq!(last(records.all(usize::MAX).await.unwrap()), (702, Some("a/0699".to_owned())));
    }
}
