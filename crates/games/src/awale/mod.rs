//! Awalé: sowing games whose rule sets are data.
