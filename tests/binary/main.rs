//! The real binary as a runner starts it, over real HTTP against the sandbox: what the users of the action see.
//! What one module alone can show is tested there.

#![cfg(test)]

mod adopt;
mod damage;
mod doctor;
mod end;
mod events;
mod faults;
mod growth;
mod hostile;
mod long;
mod look;
mod modes;
mod outbox;
mod outputs;
mod preview;
mod refusals;
mod requests;
mod secrets;
mod setup;
mod step;
mod stopped;
mod table;
mod template;
mod together;
mod unpublished;
mod usage;
