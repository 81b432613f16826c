//! Territory games: Seven Colours and Flood, on one kernel of contracted regions.
