//! What the targets share: the functions that they run and the models these compare the crate with, all from the crate's tests.

#[path = "../../tests/fuzz_bodies/mod.rs"]
pub mod fuzz_bodies;
#[path = "../../tests/model/mod.rs"]
mod model;
#[path = "../../tests/readers/mod.rs"]
mod readers;
#[path = "../../tests/reference/mod.rs"]
mod reference;
#[path = "../../tests/support/mod.rs"]
mod support;
