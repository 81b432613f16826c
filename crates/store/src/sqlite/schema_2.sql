-- What an engine thought of a game, as JSON. It is an opinion and no result, so a later one may take its place.
CREATE TABLE review (game INTEGER PRIMARY KEY REFERENCES game, review TEXT NOT NULL) STRICT;
