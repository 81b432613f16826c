//! Othello: bitboards for the 8 x 8 board, a generic board for sizes 4, 6 and 10.
