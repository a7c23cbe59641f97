//! How long to wait, and for how long at all. All waits are multiples of one unit, so that a test, or a server that
//! is slower than GitHub, changes one number. Random parts come from a seed: the same session waits the same way.

use super::call::Millis;

/// The unit and the bound of all waiting.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pace {
    /// How long a write may take until every reader sees it. GitHub: 2 s.
    pub settle: Millis,
    /// What bounds the whole session.
    pub timeout: Millis,
    /// Any number.
    pub seed: u64,
}

/// A base that was asked for longer ago is not written on, as long as nothing would tell what the write overwrites.
pub(super) const FRESH: Millis = 2_000;

impl Pace {
    /// After a write, where no history tells what it overwrote, and after a create.
    pub(super) fn settle(&self, slowest_round_trip: Millis) -> Millis {
        self.settle + 2 * slowest_round_trip
    }

    /// Between two looks that should agree.
    pub(super) fn look_again(&self) -> Millis {
        self.settle / 2
    }

    /// Between two looks at a head that is not ours.
    pub(super) fn head(&self) -> Millis {
        self.settle * 5 / 2
    }

    /// A write whose answer was lost may still land this long after it was sent (fact 32: GitHub cuts at 10 s).
    pub(super) fn late(&self) -> Millis {
        self.settle * 5
    }

    /// Before a create, where siblings are about to create as well.
    pub(super) fn create_slot(&mut self) -> Millis {
        self.up_to(self.settle / 2)
    }

    /// Before anything, where so many siblings write at once that GitHub's 80 writes a minute would not do (fact 30).
    pub(super) fn crowd_slot(&mut self, legs: u32) -> Millis {
        if legs > 20 {
            // Half of the time is left for the writing itself.
            let slot = self.settle * 3 / 5 * u64::from(legs);
            self.up_to(slot.min(self.timeout / 2))
        } else {
            0
        }
    }

    /// Before writing again, after `round` writes that others overwrote or that overwrote others. At least the second
    /// that GitHub asks for between two writes of one process (fact 31).
    pub(super) fn contention(&mut self, round: u32, settling: bool) -> Millis {
        let doubled = self.settle << round.saturating_sub(1).min(4);
        let spread = if settling {
            (2 * doubled).min(16 * self.settle)
        } else {
            doubled.min(8 * self.settle)
        };
        self.settle / 2 + self.up_to(spread)
    }

    /// After the `n`th request in a row that found nobody.
    pub(super) fn unavailable(&self, n: u32) -> Millis {
        (self.settle / 2) << n.saturating_sub(1).min(6)
    }

    /// After the `n`th rate limit in a row that came without advice: a minute, then twice as long (fact 31).
    pub(super) fn limited(&self, n: u32) -> Millis {
        (30 * self.settle) << n.saturating_sub(1).min(3)
    }

    /// Random (SplitMix64, public domain algorithm by S. Vigna), for nonces.
    pub(super) fn random(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform from 0 to `max`.
    fn up_to(&mut self, max: Millis) -> Millis {
        self.random() % (max + 1)
    }
}

#[cfg(test)]
mod tests;
