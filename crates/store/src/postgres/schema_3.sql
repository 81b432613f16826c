-- Texts that a server keeps besides games, by kind and key, as in a file. Keys are in the order of their bytes, whatever the language of
-- the database.
CREATE TABLE document (
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (kind, key)
);
