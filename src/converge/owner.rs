//! Whose comment is it? Two conditions, always both: who wrote it (here), and the root marker at its beginning
//! (`comment::Parsed`). The marker is public; the author alone does not tell one bot's comments apart.

use super::call::{Account, AccountKind, Comment};

/// The accounts whose comments are ours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Owner {
    viewer: Option<Account>,
    former: Option<Account>,
}

impl Owner {
    /// `former` is a further identity that the user vouches for, after a change of token on purpose (case 27).
    pub(super) fn new(former: Option<Account>) -> Self {
        Self {
            viewer: None,
            former,
        }
    }

    /// Who the token writes as. What an answer said once stays: a later one by REST may not know.
    pub(super) fn learn(&mut self, viewer: Option<Account>) {
        self.viewer = self.viewer.take().or(viewer);
    }

    pub(super) fn is_known(&self) -> bool {
        self.viewer.is_some() || self.former.is_some()
    }

    /// Whether the user vouches for a further identity.
    pub(super) fn has_former(&self) -> bool {
        self.former.is_some()
    }

    /// Login *and* kind must match: a user may call itself like a bot (case 21). GraphQL's own word counts as well.
    pub(super) fn wrote(&self, comment: &Comment) -> bool {
        let known = comment.author.as_ref().is_some_and(|author| {
            [&self.viewer, &self.former]
                .into_iter()
                .flatten()
                .any(|account| same(account, author))
        });
        known || comment.viewer_did_author == Some(true)
    }
}

/// Logins have no case on GitHub.
fn same(a: &Account, b: &Account) -> bool {
    a.kind == b.kind && a.login.eq_ignore_ascii_case(&b.login)
}

impl Account {
    /// The account of a login as REST spells it, with `[bot]` for bots.
    pub fn from_login(login: impl Into<String>) -> Self {
        let login = login.into();
        let kind = if login.ends_with("[bot]") {
            AccountKind::Bot
        } else {
            AccountKind::User
        };
        Self { login, kind }
    }
}

#[cfg(test)]
mod tests;
