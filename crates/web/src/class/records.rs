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

    /// All of them, with their keys, in the order of these; so many at most.
    pub(crate) async fn all<T: Record>(&self, most: usize) -> Result<Vec<(String, T)>> {
        let mut all: Vec<(String, T)> = Vec::new();
        loop {
            let after = all.last().map(|(key, _)| key.clone()).unwrap_or_default();
            let piece = self.0.read(move |store| store.documents(T::KIND, &after, PIECE)).await?;
            let is_last = piece.len() < PIECE as usize;
            for document in piece {
                all.push((document.key.clone(), read(&document)?));
            }
            if is_last || all.len() >= most {
                all.truncate(most);
                return Ok(all);
            }
        }
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
