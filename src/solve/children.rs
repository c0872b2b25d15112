//! The moves of a position, as far as a solver looks at them.

use core::ops::ControlFlow;

use super::layout::Men;
use crate::position::Position;

/// A position after a move, the next side's men being its own.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) men: Men,
    /// Whether the move captured nothing.
    pub(super) quiet: bool,
}

/// Calls `visit` with what each legal move leads to.
pub(super) fn for_each_child<B>(position: &Position, mut visit: impl FnMut(Child) -> ControlFlow<B>) -> ControlFlow<B> {
    let arrivals = position.capture_arrivals();
    position.for_each_man(|man| {
        man.iter().try_for_each(|mv| {
            let enemy = position.own().without(mv.from()).with(mv.to());
            let own = if arrivals.contains(mv.to()) { position.enemy() - position.captures_of(mv) } else { position.enemy() };
            visit(Child { men: Men { own, enemy }, quiet: own == position.enemy() })
        })
    })
}
