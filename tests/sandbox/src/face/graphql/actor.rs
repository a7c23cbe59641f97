//! People and bots.

use async_graphql::{ID, Interface, Object};

use crate::face::lens::Lens;
use crate::face::node_id::NodeId;
use crate::state::{self, ActorKind};

use super::scalar::Uri;

/// Who did something.
#[derive(Clone, Interface)]
#[allow(clippy::duplicated_attributes, reason = "two fields of one type")]
#[graphql(
    field(name = "login", ty = "String"),
    field(name = "resource_path", ty = "Uri"),
    field(name = "url", ty = "Uri")
)]
pub(super) enum Actor {
    User(User),
    Bot(Bot),
}

impl Actor {
    /// The account; none where it was deleted (fact 4).
    pub(super) fn find(lens: &Lens, actor: &state::Actor) -> Option<Self> {
        if !lens.world().has_account(actor) {
            return None;
        }
        let (lens, actor) = (lens.clone(), actor.clone());
        Some(match actor.kind {
            ActorKind::User => Self::User(User { lens, actor }),
            ActorKind::Bot => Self::Bot(Bot { lens, actor }),
        })
    }
}

/// A person, or the viewer whatever it is: its type has no other (fact 1).
#[derive(Clone)]
pub(super) struct User {
    pub(super) lens: Lens,
    pub(super) actor: state::Actor,
}

#[Object]
impl User {
    pub(super) async fn id(&self) -> ID {
        NodeId::of_actor(&self.actor).print().into()
    }

    pub(super) async fn database_id(&self) -> Option<i32> {
        i32::try_from(self.actor.id).ok()
    }

    pub(super) async fn login(&self) -> String {
        self.actor.login.to_string()
    }

    /// Nobody here has told GitHub more than a login.
    pub(super) async fn name(&self) -> Option<String> {
        None
    }

    pub(super) async fn resource_path(&self) -> Uri {
        Uri(format!("/{}", self.actor.login))
    }

    pub(super) async fn url(&self) -> Uri {
        Uri(self.lens.html(&self.actor.login))
    }
}

/// The account of a GitHub App; its login has no `[bot]` here (fact 4).
#[derive(Clone)]
pub(super) struct Bot {
    lens: Lens,
    actor: state::Actor,
}

#[Object]
impl Bot {
    pub(super) async fn id(&self) -> ID {
        NodeId::of_actor(&self.actor).print().into()
    }

    pub(super) async fn database_id(&self) -> Option<i32> {
        i32::try_from(self.actor.id).ok()
    }

    pub(super) async fn login(&self) -> String {
        self.actor.short_login().to_owned()
    }

    pub(super) async fn resource_path(&self) -> Uri {
        Uri(format!("/apps/{}", self.actor.short_login()))
    }

    pub(super) async fn url(&self) -> Uri {
        let path = format!("apps/{}", self.actor.short_login());
        Uri(self.lens.html(&path))
    }
}
