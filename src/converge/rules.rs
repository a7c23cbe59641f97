//! The rules of the protocol that look as if one could do without. Each can be taken away, so that an exploration
//! can show that it bears a load. A session in use has them all.

/// Which rules a session obeys. `true` everywhere but in such an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one rule, taken away alone"
)]
pub struct Rules {
    /// The answer to an update is searched for what it has overwritten.
    pub history: bool,
    /// Where no history tells, and after a create, a look after a wait ends the session.
    pub settle: bool,
    /// Where no history tells, a write is based on a fresh look.
    pub freshness: bool,
    /// A duplicate goes only after the survivor's answer showed all of it.
    pub fold_first: bool,
    /// A person's text in a duplicate is joined too.
    pub duplicate_texts: bool,
    /// What a write overwrote is owed also where its answer was lost.
    pub debt_of_lost: bool,
    /// What a session overwrote is owed also once it is superseded.
    pub debt_of_superseded: bool,
    /// A write whose answer was lost is recognised by its nonce, and taken to have happened where it cannot be.
    pub nonce: bool,
    /// A write whose answer was lost is waited for until it cannot land any more.
    pub late_look: bool,
    /// Every session takes the same comment for the survivor.
    pub survivor: bool,
    /// A re-run ranks above what it finds.
    pub bump: bool,
    /// A session's stamp is fixed when it first sees its section.
    pub fixed_stamp: bool,
    /// An equal text of a lower rank is written once.
    pub equal_text: bool,
    /// A session that has written sees to whether the comment is shown.
    pub visibility: bool,
    /// Tombstones are kept for a while.
    pub tombstones: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            history: true,
            settle: true,
            freshness: true,
            fold_first: true,
            duplicate_texts: true,
            debt_of_lost: true,
            debt_of_superseded: true,
            nonce: true,
            late_look: true,
            survivor: true,
            bump: true,
            fixed_stamp: true,
            equal_text: true,
            visibility: true,
            tombstones: true,
        }
    }
}
