//! Where every query starts.

use async_graphql::{Context, Error, ID, Object, SimpleObject};

use crate::face::answer::graphql_error;
use crate::face::gate::Caller;
use crate::face::headers::Budget;
use crate::face::lens::Lens;
use crate::state::{RepositoryName, Transport};

use super::actor::User;
use super::node::Node;
use super::repository::Repository;
use super::scalar::DateTime;

/// The query root.
pub(super) struct Query;

#[Object]
impl Query {
    /// Who asks; the login of a bot ends in `[bot]` here (fact 1).
    async fn viewer(&self, context: &Context<'_>) -> Result<User, Error> {
        let lens = context.data::<Lens>()?.clone();
        let actor = lens.viewer().actor.clone();
        let actor = actor.ok_or("there is no viewer")?;
        Ok(User { lens, actor })
    }

    async fn repository(
        &self,
        context: &Context<'_>,
        owner: String,
        name: String,
        // Nothing is ever renamed here.
        #[graphql(name = "followRenames", default_with = "Some(true)")] _follow: Option<bool>,
    ) -> Option<Result<Repository, Error>> {
        let lens = context.data::<Lens>();
        Some(lens.and_then(|lens| Repository::find(lens, &RepositoryName::new(&owner, &name))))
    }

    async fn node(&self, context: &Context<'_>, id: ID) -> Option<Result<Node, Error>> {
        Some(find(context, &id))
    }

    async fn nodes(&self, context: &Context<'_>, ids: Vec<ID>) -> Vec<Option<Result<Node, Error>>> {
        ids.iter().map(|id| Some(find(context, id))).collect()
    }

    async fn rate_limit(
        &self,
        context: &Context<'_>,
        // Asking costs nothing here.
        #[graphql(name = "dryRun", default_with = "Some(false)")] _dry_run: Option<bool>,
    ) -> Result<Option<RateLimit>, Error> {
        let caller = context.data::<Caller>()?;
        let budget = caller
            .hub
            .with(|state| Budget::of(state, &caller.identity, Transport::Graphql));
        let int = |number: u64| i32::try_from(number).unwrap_or(i32::MAX);
        Ok(Some(RateLimit {
            cost: 1,
            limit: int(budget.limit),
            node_count: 0,
            remaining: int(budget.remaining()),
            reset_at: DateTime(budget.resets_s * 1_000),
            used: int(budget.used),
        }))
    }
}

fn find(context: &Context<'_>, id: &ID) -> Result<Node, Error> {
    Node::find(context.data::<Lens>()?, id).map_err(|refusal| graphql_error(&refusal))
}

/// What remains of the hourly limit.
#[derive(SimpleObject)]
pub(super) struct RateLimit {
    cost: i32,
    limit: i32,
    node_count: i32,
    remaining: i32,
    reset_at: DateTime,
    used: i32,
}
