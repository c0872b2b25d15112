//! Legal moves: rules, section 2, and compulsory capture of section 4.

use core::iter::FusedIterator;
use core::ops::{BitOr, ControlFlow};

use super::{ManMoves, Move, MoveList, Position, capture};
use crate::board::{Bitboard, Cross, Direction, HOPS, Halves, LineTable, Lines, SLIDES, SLIDES_AND_HOPS, Square};
use crate::rules::{Compulsion, Hop, Rules};

/// Where the men of one side can go on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mobility {
    hop: Hop,
    own: Bitboard,
    empty: Bitboard,
    /// The squares that are occupied or not on the board.
    taken: Halves,
}

impl Mobility {
    #[inline]
    pub(super) fn new(rules: &Rules, own: Bitboard, enemy: Bitboard) -> Mobility {
        let empty = rules.size().squares() - own - enemy;
        Mobility { hop: rules.hop(), own, empty, taken: (!empty).into() }
    }

    /// The slides and hops of the man on `from`.
    #[inline]
    pub(super) fn of_man(&self, from: Square) -> ManMoves {
        ManMoves { from, slides: from.reach(&SLIDES, self.taken), hops: self.hops_of_man(from) }
    }

    fn hops_of_man(&self, from: Square) -> Bitboard {
        match self.hop {
            Hop::None => Bitboard::EMPTY,
            Hop::Any => from.reach(&HOPS, self.taken),
            Hop::Own => from.reach(&HOPS, self.taken) & self.behind_own(from),
        }
    }

    /// The squares behind the man's neighbours of its own side.
    fn behind_own(&self, from: Square) -> Bitboard {
        let man = Bitboard::of(from);
        let behind = |direction| (man.shift(direction) & self.own).shift(direction);
        Direction::ALL.into_iter().map(behind).fold(Bitboard::EMPTY, BitOr::bitor)
    }

    /// The men that may be hopped over.
    fn hurdles(self) -> Bitboard {
        match self.hop {
            Hop::None => Bitboard::EMPTY,
            Hop::Own => self.own,
            Hop::Any => !self.empty,
        }
    }

    /// The men that can slide.
    #[inline]
    fn sliding(self) -> Bitboard {
        self.own & self.empty.neighbours()
    }

    /// The men that can move.
    #[inline]
    fn movable(self) -> Bitboard {
        Direction::ALL.into_iter().fold(self.sliding(), |men, direction| {
            let over = self.empty.shift(direction) & self.hurdles();
            men | (over.shift(direction) & self.own)
        })
    }

    /// The number of moves of all the men together.
    ///
    /// The rays of different men in one direction never meet, since a ray ends before the next man: so the floods of all men at once count
    /// every slide, and the same goes for hops.
    pub(super) fn count(self) -> u32 {
        let slides: u32 = Direction::ALL.into_iter().map(|direction| self.own.flood(direction, self.empty).len()).sum();
        match self.hop {
            Hop::None => slides,
            _ => slides + Direction::ALL.into_iter().map(|direction| self.hops(direction).len()).sum::<u32>(),
        }
    }

    /// The squares that all the men together hop to in one direction.
    fn hops(self, direction: Direction) -> Bitboard {
        // Where the board is smaller than 9 × 9, what lies beyond its edge is a hurdle, but nothing behind it is empty.
        (self.own.shift(direction) & self.hurdles()).shift(direction) & self.empty
    }
}

/// Where any man of the side to move can go: the lines of the board cut once for all men.
pub(crate) struct Reach {
    table: &'static LineTable,
    taken: Lines,
    /// The own men, where these may be hopped over and no others; otherwise empty.
    own: Lines,
    hop: Hop,
}

impl Reach {
    #[inline]
    pub(crate) fn of(position: &Position) -> Reach {
        let hop = position.rules.hop();
        Reach {
            table: if hop == Hop::Any { &SLIDES_AND_HOPS } else { &SLIDES },
            taken: (!position.empty()).into(),
            own: if hop == Hop::Own { position.own().into() } else { Lines::EMPTY },
            hop,
        }
    }

    /// The reach of the opponent's men in the `child` of `position` after a move: where nothing is captured only the lines through two squares change.
    pub(crate) fn after(&self, mv: Move, position: &Position, child: &Position) -> Reach {
        if self.hop == Hop::Own || child.own() != position.enemy() {
            return Reach::of(child);
        }
        Reach { taken: self.taken.toggled(mv.from()).toggled(mv.to()), ..*self }
    }

    /// The squares that are occupied or not on the board.
    #[inline]
    pub(crate) fn taken(&self) -> &Lines {
        &self.taken
    }

    /// All squares that the man on `from` reaches.
    #[inline]
    pub(crate) fn of_man(&self, from: Square) -> Cross {
        let reached = self.taken.reach(self.table, from);
        match self.hop {
            Hop::None | Hop::Any => reached,
            // A hop over an own man is a hop both to whom all men count and to whom only the own men do.
            Hop::Own => reached | (self.taken.reach(&HOPS, from) & self.own.reach(&HOPS, from)),
        }
    }
}

/// Whether the side with the men `own` has a move.
pub(super) fn can_move(rules: &Rules, own: Bitboard, enemy: Bitboard) -> bool {
    let mobility = Mobility::new(rules, own, enemy);
    // Almost always some man can slide, and the hops need no look.
    !mobility.sliding().is_empty() || !mobility.movable().is_empty()
}

/// # Legal moves
///
/// A position that is over has none. Under compulsory capture only capturing moves are legal as long as there is one.
impl Position {
    /// Hands the moves of each man that has any to `listener`, which may stop early by breaking.
    ///
    /// This is the generator that all others rest on; it does not allocate.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use hasami_shogi::Position;
    ///
    /// let mut count = 0;
    /// let _ = Position::default().for_each_man(|man| {
    ///     count += man.len();
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert_eq!(count, 63);
    /// ```
    pub fn for_each_man<B>(&self, listener: impl FnMut(ManMoves) -> ControlFlow<B>) -> ControlFlow<B> {
        Generator::new(self).hand_to(listener)
    }

    /// The men that may have moves: none when the game is over.
    #[inline]
    pub(crate) fn mobile(&self) -> Bitboard {
        if self.outcome.is_some() { Bitboard::EMPTY } else { self.own() }
    }

    /// The men that can move, none when the game is over, without regard to compulsory capture.
    #[inline]
    pub(crate) fn movable(&self) -> Bitboard {
        if self.outcome.is_some() { Bitboard::EMPTY } else { self.mobility().movable() }
    }

    /// Each man that can move, with the squares that it reaches, without regard to compulsory capture.
    #[inline]
    pub(crate) fn targets(&self) -> impl Iterator<Item = (Square, Bitboard)> + use<> {
        let reach = Reach::of(self);
        self.movable().iter().map(move |from| (from, reach.of_man(from).lay(from)))
    }

    /// Hands over the moves that capture something, man by man, as [`Position::for_each_man`] does with all moves.
    pub fn for_each_capturing_man<B>(&self, listener: impl FnMut(ManMoves) -> ControlFlow<B>) -> ControlFlow<B> {
        Generator::capturing(self).hand_to(listener)
    }

    /// All legal moves, one by one; the number is known at once.
    ///
    /// ```
    /// use hasami_shogi::Position;
    ///
    /// let moves = Position::default().moves();
    /// assert_eq!(moves.len(), 63);
    /// assert_eq!(moves.last().unwrap().to_string(), "9i9h");
    /// ```
    #[must_use]
    pub fn moves(&self) -> Moves {
        Moves::of(Generator::new(self))
    }

    /// The legal moves that capture something.
    #[must_use]
    pub fn capturing_moves(&self) -> Moves {
        Moves::of(Generator::capturing(self))
    }

    /// All legal moves as a list, in the same order as [`Position::moves`].
    #[must_use]
    pub fn move_list(&self) -> MoveList {
        let mut list = MoveList::new();
        let _ = self.for_each_man(|man| {
            list.extend(man.iter());
            ControlFlow::<()>::Continue(())
        });
        list
    }

    /// The legal moves of the man on a square; none if no man of the side to move stands there.
    #[must_use]
    pub fn moves_of(&self, from: Square) -> ManMoves {
        let generator = Generator::new(self);
        if generator.men.contains(from) {
            generator.of_man(from)
        } else {
            ManMoves { from, slides: Bitboard::EMPTY, hops: Bitboard::EMPTY }
        }
    }

    /// The number of legal moves.
    #[must_use]
    pub fn move_count(&self) -> u32 {
        Generator::new(self).count()
    }

    /// Whether the move is legal. Looks at the one man alone, so it is much cheaper than making a list.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.moves_of(mv.from()).targets().contains(mv.to())
    }
}

/// The legal moves of a position, man by man.
#[derive(Clone, Copy, Debug)]
struct Generator {
    rules: Rules,
    /// The men that may have moves: none when the game is over.
    men: Bitboard,
    own: Bitboard,
    enemy: Bitboard,
    mobility: Mobility,
    /// Where captures may happen, if only capturing moves count.
    arrivals: Option<Bitboard>,
}

impl Generator {
    /// The generator of all legal moves.
    fn new(position: &Position) -> Generator {
        if position.rules.compulsion() == Compulsion::Compulsory {
            let capturing = Generator::capturing(position);
            if capturing.any() {
                return capturing;
            }
        }
        Generator::of(position, None)
    }

    /// The generator of the moves that capture something.
    fn capturing(position: &Position) -> Generator {
        Generator::of(position, Some(position.capture_arrivals()))
    }

    fn of(position: &Position, arrivals: Option<Bitboard>) -> Generator {
        let (own, enemy) = (position.own(), position.enemy());
        Generator { rules: position.rules, men: position.mobile(), own, enemy, mobility: position.mobility(), arrivals }
    }

    /// Hands over the moves of each man that has any, until the listener breaks.
    #[inline]
    fn hand_to<B>(&self, mut listener: impl FnMut(ManMoves) -> ControlFlow<B>) -> ControlFlow<B> {
        for from in self.men {
            let moves = self.of_man(from);
            if !moves.is_empty() {
                listener(moves)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn any(&self) -> bool {
        self.men.iter().any(|from| !self.of_man(from).is_empty())
    }

    fn count(&self) -> u32 {
        match self.arrivals {
            None if self.men.is_empty() => 0,
            None => self.mobility.count(),
            Some(_) => self.men.iter().map(|from| self.of_man(from).len()).sum(),
        }
    }

    fn of_man(&self, from: Square) -> ManMoves {
        let moves = self.mobility.of_man(from);
        match self.arrivals {
            None => moves,
            Some(arrivals) => moves.within(self.capturing_targets(moves, arrivals)),
        }
    }

    /// The targets of these moves where something is captured.
    fn capturing_targets(&self, moves: ManMoves, arrivals: Bitboard) -> Bitboard {
        let left = self.own.without(moves.from);
        let captures = |to: &Square| !capture::captured(&self.rules, left.with(*to), self.enemy, *to).is_empty();
        (moves.targets() & arrivals).iter().filter(captures).collect()
    }
}

/// The legal moves of a position, one by one.
///
/// Ordered by the square of the man, then by the square it goes to.
#[derive(Clone, Debug)]
pub struct Moves {
    generator: Generator,
    from: Square,
    targets: Bitboard,
    left: u32,
}

impl Moves {
    fn of(generator: Generator) -> Moves {
        Moves { generator, from: Square::new(0), targets: Bitboard::EMPTY, left: generator.count() }
    }
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        while self.targets.is_empty() {
            self.from = self.generator.men.first()?;
            self.generator.men = self.generator.men.without(self.from);
            self.targets = self.generator.of_man(self.from).targets();
        }
        let to = self.targets.first()?;
        self.targets = self.targets.without(to);
        self.left -= 1;
        Some(Move::new(self.from, to))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Moves {}
impl FusedIterator for Moves {}
