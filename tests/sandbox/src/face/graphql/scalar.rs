//! GitHub's own scalar types. They only go out; nothing here reads one from a query.

use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};

use crate::face::time::timestamp;

/// Milliseconds since 1970, shown in whole seconds.
#[derive(Clone, Copy)]
pub(super) struct DateTime(pub(super) u64);

/// A number that may need 64 bits, shown as text.
#[derive(Clone, Copy)]
pub(super) struct BigInt(pub(super) u64);

/// An address.
#[derive(Clone)]
pub(super) struct Uri(pub(super) String);

/// A commit's full name.
#[derive(Clone)]
pub(super) struct GitObjectId(pub(super) String);

#[Scalar]
impl ScalarType for DateTime {
    fn parse(value: Value) -> InputValueResult<Self> {
        Err(InputValueError::expected_type(value))
    }

    fn to_value(&self) -> Value {
        Value::String(timestamp(self.0))
    }
}

#[Scalar]
impl ScalarType for BigInt {
    fn parse(value: Value) -> InputValueResult<Self> {
        Err(InputValueError::expected_type(value))
    }

    fn to_value(&self) -> Value {
        Value::String(self.0.to_string())
    }
}

#[Scalar(name = "URI")]
impl ScalarType for Uri {
    fn parse(value: Value) -> InputValueResult<Self> {
        Err(InputValueError::expected_type(value))
    }

    fn to_value(&self) -> Value {
        Value::String(self.0.clone())
    }
}

#[Scalar(name = "GitObjectID")]
impl ScalarType for GitObjectId {
    fn parse(value: Value) -> InputValueResult<Self> {
        Err(InputValueError::expected_type(value))
    }

    fn to_value(&self) -> Value {
        Value::String(self.0.clone())
    }
}
