-- Texts that a server keeps besides games, by kind and key: who takes part in a class, what was handed in, what was done. What they say
-- is the server's own business. The version grows with every change, so that nobody overwrites what they have not seen.
CREATE TABLE document (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  version INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
