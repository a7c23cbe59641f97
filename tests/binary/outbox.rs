//! A fork's run stages, another delivers: the whole way, with an artifact store between the two.

mod attacks;
mod deliver;
mod fork;
mod stage;
