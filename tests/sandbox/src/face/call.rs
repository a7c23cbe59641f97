//! What an incoming request asks for, told from its method, path and body.
//! Answers nothing, and takes any bytes.

use async_graphql::parser::parse_query;
use async_graphql::parser::types::{OperationDefinition, OperationType, Selection};
use axum::http::Method;
use serde::Deserialize;

use crate::state::{Operation, Transport};

/// A request, as the log and the faults speak of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) transport: Transport,
    pub(super) operations: Vec<Operation>,
    pub(super) name: String,
}

#[derive(Deserialize)]
struct Envelope {
    query: String,
    #[serde(rename = "operationName")]
    operation_name: Option<String>,
}

impl Call {
    /// Tells a GraphQL call by its path; everything else is REST.
    pub(super) fn of(method: &Method, path: &str, body: &[u8]) -> Self {
        if matches!(path, "/graphql" | "/api/graphql") {
            return Self::graphql(body).unwrap_or_else(|| Self {
                transport: Transport::Graphql,
                operations: vec![Operation::Read],
                name: "(unreadable)".to_owned(),
            });
        }
        let operation = match *method {
            // Rendering changes nothing.
            Method::POST if path.ends_with("/markdown") => Operation::Read,
            Method::POST => Operation::Create,
            Method::PATCH => Operation::Update,
            Method::DELETE => Operation::Delete,
            _ => Operation::Read,
        };
        Self {
            transport: Transport::Rest,
            operations: vec![operation],
            name: format!("{method} {path}"),
        }
    }

    fn graphql(body: &[u8]) -> Option<Self> {
        let envelope: Envelope = serde_json::from_slice(body).ok()?;
        let document = parse_query(&envelope.query).ok()?;
        let wanted = envelope.operation_name.as_deref();
        let (_, operation) = document
            .operations
            .iter()
            .find(|(name, _)| wanted.is_none() || name.map(|name| &**name) == wanted)?;
        let fields = root_fields(&operation.node);
        let operations = match operation.node.ty {
            OperationType::Mutation => fields.iter().filter_map(|field| mutation(field)).collect(),
            _ => vec![Operation::Read],
        };
        Some(Self {
            transport: Transport::Graphql,
            operations,
            name: envelope.operation_name.unwrap_or_else(|| fields.join(" ")),
        })
    }
}

fn root_fields(operation: &OperationDefinition) -> Vec<String> {
    let selections = &operation.selection_set.node.items;
    selections
        .iter()
        .filter_map(|selection| match &selection.node {
            Selection::Field(field) => Some(field.node.name.node.to_string()),
            _ => None,
        })
        .collect()
}

fn mutation(field: &str) -> Option<Operation> {
    match field {
        "addComment" => Some(Operation::Create),
        "updateIssueComment" => Some(Operation::Update),
        "deleteIssueComment" => Some(Operation::Delete),
        "minimizeComment" => Some(Operation::Minimize),
        "unminimizeComment" => Some(Operation::Unminimize),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Call, Method, Operation, Transport};

    fn graphql(query: &str) -> Call {
        let body = serde_json::json!({ "query": query }).to_string();
        Call::of(&Method::POST, "/graphql", body.as_bytes())
    }

    #[test]
    fn a_mutation_is_told_from_a_query_by_its_fields() {
        let call = graphql("mutation { a: addComment { x } deleteIssueComment { x } }");
        assert_eq!(call.operations, [Operation::Create, Operation::Delete]);
        assert_eq!(call.name, "addComment deleteIssueComment");
        assert_eq!(
            graphql("{ viewer { login } }").operations,
            [Operation::Read]
        );
    }

    #[test]
    fn the_named_operation_of_a_document_counts() {
        let body = serde_json::json!({
            "query": "query A { viewer { login } } mutation B { unminimizeComment { x } }",
            "operationName": "B",
        });
        let call = Call::of(&Method::POST, "/api/graphql", body.to_string().as_bytes());
        assert_eq!(call.operations, [Operation::Unminimize]);
        assert_eq!(call.name, "B");
    }

    #[test]
    fn any_bytes_are_a_call() {
        for body in ["", "{", "{\"query\":\"{\"}", "\u{0}"] {
            let call = Call::of(&Method::POST, "/graphql", body.as_bytes());
            assert_eq!(call.transport, Transport::Graphql);
        }
    }

    #[test]
    fn a_rest_call_is_told_by_its_method() {
        let call = Call::of(&Method::PATCH, "/api/v3/x", b"");
        assert_eq!(call.operations, [Operation::Update]);
        assert_eq!(call.name, "PATCH /api/v3/x");
    }
}
