//! The ways to run the lane code, and which of them this processor has.

use std::ops::Range;

use super::bits;
use super::lanes::{self, Children, Tasks, Total};
use crate::random::Generator;

/// A way to handle many positions at once. All give the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kernel {
    /// What every machine can do, one position at a time where that is faster.
    Portable,
    /// Plain code compiled for AVX2: four positions in a register.
    Avx2,
    /// AVX-512 with GFNI and VBMI2: eight positions in a register, boards turned by one instruction.
    Avx512,
}

impl Kernel {
    /// Every kernel, the slowest first.
    pub const ALL: [Kernel; 3] = [Kernel::Portable, Kernel::Avx2, Kernel::Avx512];

    /// The fastest kernel this processor has.
    pub fn best() -> Kernel {
        let fastest = Self::available().last();
        fastest.unwrap_or(Kernel::Portable)
    }

    /// The kernels this processor has, the slowest first.
    pub fn available() -> impl Iterator<Item = Kernel> {
        Self::ALL.into_iter().filter(|kernel| kernel.is_available())
    }

    /// Whether this processor has what the kernel needs.
    pub fn is_available(self) -> bool {
        match self {
            Kernel::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => x86::has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => x86::has_avx2() && x86::has_avx512(),
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Avx512 => false,
        }
    }

    /// The functions of the kernel; of the portable one when this processor cannot run it.
    pub(super) fn routines(self) -> &'static Routines {
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 if self.is_available() => &x86::AVX2,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 if self.is_available() => &x86::AVX512,
            _ => &PORTABLE,
        }
    }
}

/// What a kernel does, each function for a whole list so that the indirect call costs nothing.
#[derive(Debug)]
pub(super) struct Routines {
    /// Plays the tasks of a range and finds the moves of the positions they lead to.
    pub(super) play: fn(&Tasks, Range<usize>, &mut Children),
    /// Counts the moves of a list.
    pub(super) total: fn(&Children) -> Total,
    /// Adds every move of every position to a list of tasks, which must have room.
    pub(super) spread: fn(&Children, &mut Tasks),
    /// Draws one of the moves of every position, each from its own generator.
    pub(super) draw: fn(&[u64], &mut [Generator], &mut [u8]),
}

static PORTABLE: Routines = Routines {
    play: |tasks, range, children| lanes::play(tasks, range, children, bits::flips),
    total: |children| lanes::total(children),
    spread: |children, tasks| lanes::spread(children, tasks),
    draw: |moves, generators, squares| lanes::draw(moves, generators, squares, lanes::select),
};

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "a function compiled for a feature may only be called where the feature was detected; \
              `Kernel::routines` hands these out after detection and nothing else does"
)]
mod x86 {
    use std::arch::x86_64::_pdep_u64;
    use std::ops::Range;

    use super::Routines;
    use crate::othello::avx512;
    use crate::othello::bits;
    use crate::othello::lanes::{self, Children, Tasks, Total};
    use crate::random::Generator;

    pub(super) fn has_avx2() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
    }

    pub(super) fn has_avx512() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("gfni")
    }

    pub(super) static AVX2: Routines = Routines {
        // SAFETY: of all four, see the reason given above.
        play: |tasks, range, children| unsafe { play(tasks, range, children) },
        total: |children| unsafe { total(children) },
        spread: |children, tasks| unsafe { spread(children, tasks) },
        draw: |moves, generators, squares| unsafe { draw(moves, generators, squares) },
    };

    pub(super) static AVX512: Routines = Routines {
        // SAFETY: of all four, see the reason given above.
        play: |tasks, range, children| unsafe { avx512::play(tasks, range, children) },
        total: |children| unsafe { avx512::total(children) },
        spread: |children, tasks| unsafe { avx512::spread(children, tasks) },
        draw: |moves, generators, squares| unsafe { draw(moves, generators, squares) },
    };

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn play(tasks: &Tasks, range: Range<usize>, children: &mut Children) {
        lanes::play(tasks, range, children, bits::flips_without_table);
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn total(children: &Children) -> Total {
        lanes::total(children)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn spread(children: &Children, tasks: &mut Tasks) {
        lanes::spread(children, tasks);
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn draw(moves: &[u64], generators: &mut [Generator], squares: &mut [u8]) {
        // One bit of that rank, deposited into the set bits, lands on the set bit of that rank.
        let select = |moves, rank: u32| _pdep_u64(1_u64 << (rank & 63), moves).trailing_zeros() as u8 & 63;
        lanes::draw(moves, generators, squares, select);
    }
}
