//! The client against a server that misbehaves on purpose: what is sent, how often, to whom, and what a lost, broken
//! or foreign answer is taken for. Not what GitHub would say: that is the sandbox's part.

#![cfg(test)]

mod allowance;
mod fallback;
mod pull_requests;
mod rest;
mod scripted;
mod sending;
mod setup;
