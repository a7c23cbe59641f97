//! The client against the sandbox: every call by both transports, and what becomes of each refusal and fault.

#![cfg(test)]

mod calls;
mod failures;
mod setup;
