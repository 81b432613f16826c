-- What an engine thought of a game, as JSON, by the hash of the game's record, which need not be kept in this file. It is an
-- opinion and no result, so a later one may take its place.
CREATE TABLE review (record TEXT PRIMARY KEY, review TEXT NOT NULL) STRICT, WITHOUT ROWID;
