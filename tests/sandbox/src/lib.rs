//! placeholder

pub mod page;
