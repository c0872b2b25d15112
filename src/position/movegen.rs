//! Legal moves: rules, section 2, and compulsory capture of section 4.

use core::iter::FusedIterator;
use core::ops::ControlFlow;

use super::{ManMoves, Move, MoveList, Position, capture};
use crate::board::{Bitboard, Direction, Square};
use crate::rules::{Compulsion, Hop, Rules};

/// Where the men of one side can go on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mobility {
    empty: Bitboard,
    /// The men that may be hopped over.
    hurdles: Bitboard,
}

impl Mobility {
    pub(super) fn new(rules: &Rules, own: Bitboard, enemy: Bitboard) -> Mobility {
        let hurdles = match rules.hop() {
            Hop::None => Bitboard::EMPTY,
            Hop::Own => own,
            Hop::Any => own | enemy,
        };
        Mobility { empty: rules.size().squares() - own - enemy, hurdles }
    }

    /// The slides and hops of the man on `from`.
    #[inline]
    pub(super) fn of_man(self, from: Square) -> ManMoves {
        ManMoves { from, slides: from.slides(self.empty), hops: self.hops(from) }
    }

    fn hops(self, from: Square) -> Bitboard {
        if self.hurdles.is_disjoint(from.neighbours()) {
            return Bitboard::EMPTY;
        }
        let man = Bitboard::of(from);
        Direction::ALL.into_iter().fold(Bitboard::EMPTY, |hops, direction| {
            let over = man.shift(direction) & self.hurdles;
            hops | (over.shift(direction) & self.empty)
        })
    }

    /// The number of moves of all the men together.
    ///
    /// The rays of different men in one direction never meet, since a ray ends before the next man: so the floods of all men at once count
    /// every slide, and the same goes for hops.
    pub(super) fn count(self, men: Bitboard) -> u32 {
        let slides: u32 = Direction::ALL.into_iter().map(|direction| men.flood(direction, self.empty).len()).sum();
        if self.hurdles.is_empty() { slides } else { slides + self.hop_count(men) }
    }

    fn hop_count(self, men: Bitboard) -> u32 {
        let hops = |direction| (men.shift(direction) & self.hurdles).shift(direction) & self.empty;
        Direction::ALL.into_iter().map(|direction| hops(direction).len()).sum()
    }

    /// Whether any of the men can move at all.
    fn any(self, men: Bitboard) -> bool {
        !men.neighbours().is_disjoint(self.empty)
            || Direction::ALL.into_iter().any(|direction| {
                let over = men.shift(direction) & self.hurdles;
                !over.shift(direction).is_disjoint(self.empty)
            })
    }
}

/// Whether the side with the men `own` has a move.
pub(super) fn can_move(rules: &Rules, own: Bitboard, enemy: Bitboard) -> bool {
    Mobility::new(rules, own, enemy).any(own)
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
    pub fn for_each_man<B>(&self, mut listener: impl FnMut(ManMoves) -> ControlFlow<B>) -> ControlFlow<B> {
        let generator = Generator::new(self);
        for from in generator.men {
            let moves = generator.of_man(from);
            if !moves.is_empty() {
                listener(moves)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Hands over the moves that capture something, man by man, as [`Position::for_each_man`] does with all moves.
    pub fn for_each_capturing_man<B>(&self, mut listener: impl FnMut(ManMoves) -> ControlFlow<B>) -> ControlFlow<B> {
        let generator = Generator::capturing(self);
        for from in generator.men {
            let moves = generator.of_man(from);
            if !moves.is_empty() {
                listener(moves)?;
            }
        }
        ControlFlow::Continue(())
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
        let men = if position.outcome.is_some() { Bitboard::EMPTY } else { own };
        Generator { rules: position.rules, men, own, enemy, mobility: position.mobility(), arrivals }
    }

    fn any(&self) -> bool {
        self.men.iter().any(|from| !self.of_man(from).is_empty())
    }

    fn count(&self) -> u32 {
        match self.arrivals {
            None => self.mobility.count(self.men),
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
