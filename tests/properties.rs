//! What must hold for every rule set, every position and every set of squares.

mod model;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::ControlFlow;

use hasami_shogi::strategies::{bitboard, game, position, position_under, rules};
use hasami_shogi::{
    Bitboard, BoardSize, CaptureGoal, Compulsion, Corner, Custodian, Direction, Game, Hop, IllegalMove, Intervention, Lead, LegalMove,
    Limit, ManMoves, Move, MoveKind, Outcome, Position, Repetition, Rules, RulesBuilder, Setup, Side, Square, perft,
};
use model::{Arrival, Board, Points, point, points};
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_assume, proptest};
use proptest::test_runner::Config;

/// `cases` in a release build, a third of them in a debug build; failures are printed and not filed.
fn config(cases: u32) -> Config {
    let cases = if cfg!(debug_assertions) { cases.div_ceil(3) } else { cases };
    Config { cases, failure_persistence: None, max_shrink_iters: 10_000, max_shrink_time: 20_000, ..Config::default() }
}

/// Any position under rules without compulsory capture.
fn free_position() -> impl Strategy<Value = Position> {
    let free = |rules: Rules| rules.to_builder().compulsion(Compulsion::Optional).build().unwrap();
    position_under(rules().prop_map(free))
}

/// All pairs of squares, on the board or not.
fn all_moves() -> impl Iterator<Item = Move> {
    Square::all().flat_map(|from| Square::all().map(move |to| Move::new(from, to)))
}

/// The legal moves, each with the men it captures.
fn captures(position: &Position) -> BTreeMap<Move, Bitboard> {
    position.legal_moves().map(|legal| (legal.mv(), legal.captures())).collect()
}

/// The position after a legal move.
fn after(position: &Position, mv: Move) -> Position {
    let mut child = *position;
    child.play(mv).expect("a legal move");
    child
}

/// A symmetry of the board.
#[derive(Clone, Copy)]
enum Symmetry {
    /// Left and right change places.
    Mirror,
    /// The board is turned, and the sides with it.
    Turn,
}

impl Symmetry {
    fn square(self, square: Square, size: BoardSize) -> Square {
        match self {
            Symmetry::Mirror => square.mirrored(size).unwrap(),
            Symmetry::Turn => square.rotated(size).unwrap(),
        }
    }

    fn set(self, set: Bitboard, size: BoardSize) -> Bitboard {
        set.iter().map(|square| self.square(square, size)).collect()
    }

    fn mv(self, mv: Move, size: BoardSize) -> Move {
        Move::new(self.square(mv.from(), size), self.square(mv.to(), size))
    }

    fn side(self, side: Side) -> Side {
        match self {
            Symmetry::Mirror => side,
            Symmetry::Turn => !side,
        }
    }

    fn outcome(self, outcome: Outcome) -> Outcome {
        outcome.winner().map_or(outcome, |winner| Outcome::win(self.side(winner), outcome.reason()))
    }

    fn position(self, position: &Position) -> Position {
        let size = position.rules().size();
        let men = |side| self.set(position.men(self.side(side)), size);
        let side_to_move = self.side(position.side_to_move());
        let setup = Setup { size, sente: men(Side::Sente), gote: men(Side::Gote), side_to_move, move_number: 1 };
        Position::from_setup(*position.rules(), &setup).expect("as many men as before")
    }
}

// Symmetry.
proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn mirror_and_turn_keep_moves_captures_and_outcome(position in position()) {
        let size = position.rules().size();
        for symmetry in [Symmetry::Mirror, Symmetry::Turn] {
            let image = symmetry.position(&position);
            prop_assert_eq!(symmetry.position(&image), position);
            prop_assert_eq!(image.outcome(), position.outcome().map(|outcome| symmetry.outcome(outcome)));
            let expected: BTreeMap<_, _> =
                captures(&position).into_iter().map(|(mv, men)| (symmetry.mv(mv, size), symmetry.set(men, size))).collect();
            prop_assert_eq!(captures(&image), expected);
            for side in Side::ALL {
                prop_assert_eq!(image.capturable(symmetry.side(side)), symmetry.set(position.capturable(side), size));
            }
        }
    }

    #[test]
    fn mirror_and_turn_commute_with_play(position in position()) {
        let size = position.rules().size();
        for symmetry in [Symmetry::Mirror, Symmetry::Turn] {
            let image = symmetry.position(&position);
            for mv in position.moves() {
                prop_assert_eq!(after(&image, symmetry.mv(mv, size)), symmetry.position(&after(&position, mv)));
            }
        }
    }

    #[test]
    fn moves_turn_as_their_squares_do(from in any::<Square>(), to in any::<Square>(), n in 4_u8..=9) {
        let (mv, size) = (Move::new(from, to), BoardSize::new(n).unwrap());
        prop_assert_eq!(mv.rotated(size).is_some(), size.contains(from) && size.contains(to));
        prop_assert_eq!(mv.rotated(size).and_then(|mv| mv.rotated(size)), mv.rotated(size).map(|_| mv));
        prop_assert_eq!(mv.mirrored(size).and_then(|mv| mv.mirrored(size)), mv.mirrored(size).map(|_| mv));
        if let Some(turned) = mv.rotated(size) {
            prop_assert_eq!(turned, Symmetry::Turn.mv(mv, size));
        }
    }
}

// The rules, section by section.
proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn men_slide_and_hop_by_the_book(position in free_position()) {
        prop_assume!(position.outcome().is_none());
        let board = Board::of(&position);
        for mv in all_moves() {
            let kind = position.examine(mv).ok().map(LegalMove::kind);
            prop_assert_eq!(kind, board.kind_of(mv), "{}", mv);
        }
    }

    #[test]
    fn captured_men_are_tied_to_the_moved_man(position in position()) {
        for legal in position.legal_moves() {
            let expected = Arrival::of(&position, legal.mv()).captured();
            prop_assert_eq!(points(legal.captures()), expected, "{}", legal.mv());
        }
    }

    #[test]
    fn custodian_men_lie_between_the_arrival_and_an_own_man(position in custodian_position()) {
        let mover = position.side_to_move();
        for legal in position.legal_moves() {
            let (to, own) = (legal.mv().to(), position.men(mover).without(legal.mv().from()));
            for man in legal.captures() {
                let direction = to.direction_to(man).expect("on a line with the moved man");
                let mut walk = std::iter::successors(Some(to), |square| square.step(direction)).skip(1);
                let behind = walk.find(|square| !legal.captures().contains(*square));
                prop_assert!(behind.is_some_and(|square| own.contains(square)), "{} captures {}", legal.mv(), man);
            }
        }
    }

    #[test]
    fn only_enemy_men_are_removed_and_only_one_man_moves(position in position()) {
        let mover = position.side_to_move();
        for legal in position.legal_moves() {
            let (from, to) = (legal.mv().from(), legal.mv().to());
            let child = after(&position, legal.mv());
            prop_assert!(legal.captures().is_subset(position.men(!mover)));
            prop_assert_eq!(child.men(mover), position.men(mover).without(from).with(to));
            prop_assert_eq!(child.men(!mover), position.men(!mover) - legal.captures());
            prop_assert_eq!(child.side_to_move(), !mover);
            prop_assert_eq!(u32::from(child.captured(mover)), u32::from(position.captured(mover)) + legal.captures().len());
            prop_assert_eq!(child.captured(!mover), position.captured(!mover));
        }
    }

    #[test]
    fn games_end_by_the_book(position in position()) {
        for mv in position.moves() {
            let child = after(&position, mv);
            prop_assert_eq!(child.outcome(), model::ending(&child), "after {}", mv);
        }
    }

    #[test]
    fn a_set_up_position_is_judged_as_if_reached_by_a_move(position in position()) {
        let next = position.side_to_move();
        let reached = position.captured(next) >= position.rules().target() || model::owns_line(&position, next);
        // The side to move cannot have reached a goal by play; where it has by set-up, the game is over in any case.
        if !reached {
            prop_assert_eq!(position.outcome(), model::ending(&position));
        } else {
            prop_assert!(position.outcome().is_some());
        }
    }

    #[test]
    fn a_finished_position_has_no_moves(position in position()) {
        prop_assert!(position.outcome().is_none() || position.moves().len() == 0);
        prop_assert_eq!(position.outcome().is_none(), position.moves().len() > 0, "whoever cannot move has lost or drawn");
    }

    #[test]
    fn under_compulsion_all_moves_capture_or_none(position in position()) {
        let capturing = position.legal_moves().filter(|legal| !legal.captures().is_empty()).count();
        if position.rules().compulsion() == Compulsion::Compulsory {
            prop_assert!(capturing == 0 || capturing == position.moves().len());
        }
        let optional = with(&position, |rules| rules.to_builder().compulsion(Compulsion::Optional).build().ok());
        let free = captures(&optional);
        let compulsory = with(&position, |rules| rules.to_builder().compulsion(Compulsion::Compulsory).build().ok());
        let any_captures = free.values().any(|men| !men.is_empty());
        let expected: BTreeMap<_, _> = free.into_iter().filter(|(_, men)| !any_captures || !men.is_empty()).collect();
        prop_assert_eq!(captures(&compulsory), expected);
    }
}

/// The position under changed rules; the rules stay where the change is a contradiction.
fn with(position: &Position, change: impl FnOnce(Rules) -> Option<Rules>) -> Position {
    let rules = *position.rules();
    Position::from_setup(change(rules).unwrap_or(rules), &position.to_setup(1)).expect("the same board and men")
}

/// Positions under rules with custodian capture alone.
fn custodian_position() -> impl Strategy<Value = Position> {
    let plain = |rules: Rules| rules.to_builder().corner(Corner::None).intervention(Intervention::None).build().unwrap();
    position_under(rules().prop_map(plain))
}

// Options.
proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn more_hops_mean_more_moves(position in free_position()) {
        let moves = |hop| captures(&with(&position, |rules| rules.to_builder().hop(hop).build().ok()));
        let (none, own, any) = (moves(Hop::None), moves(Hop::Own), moves(Hop::Any));
        let includes = |more: &BTreeMap<Move, Bitboard>, less: &BTreeMap<Move, Bitboard>| less.iter().all(|(mv, men)| more.get(mv) == Some(men));
        prop_assert!(includes(&own, &none) && includes(&any, &own));
    }

    #[test]
    fn more_rules_of_capture_mean_more_captures(position in free_position()) {
        let under = |custodian, corner, intervention| {
            captures(&with(&position, |rules| rules.to_builder().custodian(custodian).corner(corner).intervention(intervention).build().ok()))
        };
        let base = under(Custodian::Single, Corner::None, Intervention::None);
        for (mv, men) in &base {
            for more in [
                under(Custodian::Line, Corner::None, Intervention::None),
                under(Custodian::Single, Corner::Single, Intervention::None),
                under(Custodian::Single, Corner::None, Intervention::Single),
            ] {
                prop_assert!(more.get(mv).is_none_or(|more| men.is_subset(*more)), "{}", mv);
            }
        }
        let single = under(Custodian::Line, Corner::Single, Intervention::Single);
        for corner in [Corner::Chain, Corner::Enclosure] {
            let more = under(Custodian::Line, corner, Intervention::Single);
            prop_assert!(single.iter().all(|(mv, men)| men.is_subset(more[mv])));
        }
    }

    #[test]
    fn saying_that_an_option_is_off_changes_nothing(rules in rules()) {
        let text = rules.to_string();
        for (off, is_off, switch_off) in OFF {
            let said_already = text.contains(&format!(",{}=", off.split('=').next().unwrap()));
            let said_again = format!("{text},{off}").parse::<Rules>();
            prop_assert_eq!(said_again == Ok(rules), !said_already && is_off(&rules), "{},{}", text, off);
            prop_assert_eq!(switch_off(rules.to_builder()).build() == Ok(rules), is_off(&rules), "{} and {}", text, off);
        }
    }

    #[test]
    fn an_option_that_cannot_matter_here_changes_nothing(position in free_position()) {
        let whole = |position: &Position| (captures(position), position.outcome());
        let mover = position.side_to_move();
        let corners = position.rules().size().corners();
        let corner = |corner| with(&position, |rules| rules.to_builder().corner(corner).build().ok());
        if position.men(!mover).is_disjoint(corners) {
            prop_assert_eq!(whole(&corner(Corner::Single)), whole(&corner(Corner::None)));
            prop_assert_eq!(whole(&corner(Corner::Chain)), whole(&corner(Corner::None)));
        }
        if position.men(!mover).is_disjoint(position.rules().size().edges()) {
            prop_assert_eq!(whole(&corner(Corner::Enclosure)), whole(&corner(Corner::None)));
        }
        let records = with(&position, |rules| rules.to_builder().repetition(Repetition::Loss(2)).build().ok());
        prop_assert_eq!(whole(&records), whole(&position));
    }

    #[test]
    fn rules_print_and_read_back(rules in rules()) {
        let text = rules.to_string();
        prop_assert_eq!(text.parse::<Rules>(), Ok(rules), "{}", text);
        prop_assert_eq!(rules.to_builder().build(), Ok(rules));
    }
}

/// What switches an option off: in words, as a question and in the builder.
type Off = (&'static str, fn(&Rules) -> bool, fn(RulesBuilder) -> RulesBuilder);

const OFF: [Off; 11] = [
    ("hop=none", |rules| rules.hop() == Hop::None, |rules| rules.hop(Hop::None)),
    ("corner=none", |rules| rules.corner() == Corner::None, |rules| rules.corner(Corner::None)),
    ("intervention=none", |rules| rules.intervention() == Intervention::None, |rules| rules.intervention(Intervention::None)),
    ("misere=no", |rules| rules.capture_goal() == CaptureGoal::Wins, |rules| rules.capture_goal(CaptureGoal::Wins)),
    ("lead=none", |rules| rules.lead() == Lead::None, |rules| rules.lead(Lead::None)),
    ("line=none", |rules| rules.line().is_none(), |rules| rules.line(None)),
    ("both-weak=none", |rules| rules.both_weak().is_none(), |rules| rules.both_weak(None)),
    ("compulsory=no", |rules| rules.compulsion() == Compulsion::Optional, |rules| rules.compulsion(Compulsion::Optional)),
    ("repetition=none", |rules| rules.repetition() == Repetition::None, |rules| rules.repetition(Repetition::None)),
    ("quiet=none", |rules| rules.quiet_limit() == Limit::None, |rules| rules.quiet_limit(Limit::None)),
    ("moves=none", |rules| rules.move_limit() == Limit::None, |rules| rules.move_limit(Limit::None)),
];

/// The moves that a generator hands over man by man.
fn flattened(for_each: impl FnOnce(&mut dyn FnMut(ManMoves) -> ControlFlow<()>) -> ControlFlow<()>) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = for_each(&mut |man| {
        assert_eq!(man.iter().len(), man.len() as usize);
        assert!(!man.is_empty() && man.slides().is_disjoint(man.hops()));
        moves.extend(man.iter());
        ControlFlow::Continue(())
    });
    moves
}

// All ways to ask for moves agree.
proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn all_generators_give_the_same_moves(position in position()) {
        let moves: Vec<Move> = position.moves().collect();
        prop_assert_eq!(&position.move_list()[..], &moves[..]);
        prop_assert_eq!(&flattened(|listener| position.for_each_man(listener)), &moves);
        prop_assert_eq!(position.move_count() as usize, moves.len());
        prop_assert_eq!(position.legal_moves().map(LegalMove::mv).collect::<Vec<_>>(), moves.clone());
        let by_man = Square::all().flat_map(|square| position.moves_of(square).iter().collect::<Vec<_>>());
        prop_assert_eq!(by_man.collect::<Vec<_>>(), moves.clone());
        prop_assert!(moves.is_sorted(), "in the order of the squares left, then of the squares reached");
    }

    #[test]
    fn capturing_moves_are_the_moves_that_capture(position in position()) {
        let capturing: Vec<Move> = position.legal_moves().filter(|legal| !legal.captures().is_empty()).map(LegalMove::mv).collect();
        prop_assert_eq!(position.capturing_moves().collect::<Vec<_>>(), capturing.clone());
        prop_assert_eq!(flattened(|listener| position.for_each_capturing_man(listener)), capturing);
    }

    #[test]
    fn listeners_stop_when_they_break(position in position(), stop in 0_usize..12) {
        let mut heard = 0;
        let flow = position.for_each_man(|man| {
            heard += 1;
            if heard > stop { ControlFlow::Break(man.from()) } else { ControlFlow::Continue(()) }
        });
        let movable = Square::all().filter(|square| !position.moves_of(*square).is_empty());
        prop_assert_eq!(flow.break_value(), movable.clone().nth(stop));
        prop_assert_eq!(heard, movable.count().min(stop + 1));
    }

    #[test]
    fn iterators_know_their_length(position in position()) {
        for mut moves in [position.moves(), position.capturing_moves()] {
            for left in (0..moves.len()).rev() {
                prop_assert!(moves.next().is_some());
                prop_assert_eq!((moves.len(), moves.size_hint()), (left, (left, Some(left))));
            }
            prop_assert_eq!((moves.next(), moves.len()), (None, 0));
            prop_assert_eq!(moves.next(), None);
        }
    }

    #[test]
    fn is_legal_examine_and_play_agree_with_the_list_on_all_moves(position in position()) {
        let legal = captures(&position);
        for mv in all_moves() {
            let mut played = position;
            prop_assert_eq!(position.is_legal(mv), legal.contains_key(&mv), "{}", mv);
            match (played.play(mv), legal.get(&mv)) {
                (Ok(captured), Some(expected)) => prop_assert_eq!(captured, *expected),
                (Err(why), None) => {
                    prop_assert_eq!(position.examine(mv), Err(why), "{}", mv);
                    prop_assert_eq!(played, position, "{}", mv);
                }
                (result, expected) => prop_assert!(false, "{}: {:?}, but {:?}", mv, result, expected),
            }
        }
    }

    #[test]
    fn the_reason_for_a_refusal_is_true(position in position()) {
        let board = Board::of(&position);
        for mv in all_moves() {
            if let Err(why) = position.examine(mv) {
                prop_assert!(is_true(&position, &board, mv, why), "{}: {}", mv, why);
            }
        }
    }

    #[test]
    fn every_way_to_play_leads_to_the_same_place(position in position()) {
        let original = position;
        for (mv, men) in captures(&position) {
            let (mut checked, mut unchecked) = (position, position);
            prop_assert_eq!(checked.play(mv), Ok(men));
            prop_assert_eq!(unchecked.play_unchecked(mv), men);
            prop_assert_eq!(checked, unchecked);
            prop_assert_eq!((position.captures_of(mv), position.hash_after(mv)), (men, checked.hash()));
        }
        prop_assert_eq!(position, original, "playing on a copy leaves the original alone");
    }

    #[test]
    fn children_are_the_positions_after_each_move(position in position()) {
        let expected: BTreeMap<Move, Position> = position.moves().map(|mv| (mv, after(&position, mv))).collect();
        let mut children = BTreeMap::new();
        let mut visits = 0;
        position.for_each_child(|mv, child| {
            children.insert(mv, *child);
            visits += 1;
        });
        prop_assert_eq!(visits, expected.len());
        prop_assert_eq!(children, expected);
    }

    #[test]
    fn perft_counts_what_play_reaches(position in position()) {
        let children: Vec<Position> = position.moves().map(|mv| after(&position, mv)).collect();
        let grandchildren = children.iter().map(|child| child.moves().len() as u128).sum();
        let counts = [1, children.len() as u128, grandchildren].map(Ok);
        prop_assert_eq!([0, 1, 2].map(|depth| perft::perft(&position, depth)), counts);
        prop_assert_eq!([0, 1, 2].map(|depth| perft::perft_played(&position, depth)), counts);
        let detail = perft::detailed(&position, 1).expect("a single ply");
        let legal: Vec<LegalMove> = position.legal_moves().collect();
        let count = |holds: &dyn Fn(&LegalMove) -> bool| legal.iter().filter(|legal| holds(legal)).count() as u128;
        prop_assert_eq!(detail.captures, count(&|legal| !legal.captures().is_empty()));
        prop_assert_eq!(detail.hops, count(&|legal| legal.kind() == MoveKind::Hop));
        prop_assert_eq!(detail.men_captured, legal.iter().map(|legal| u128::from(legal.captures().len())).sum::<u128>());
        prop_assert_eq!(detail.finished, children.iter().filter(|child| child.outcome().is_some()).count() as u128);
    }

    #[test]
    fn capturable_men_are_those_that_the_next_move_could_take(position in position()) {
        for side in Side::ALL {
            // The same board with the opponent of `side` to move, free to take or not, and no lead that ends the game.
            let rules = position.rules().to_builder().lead(Lead::None).compulsion(Compulsion::Optional).build().unwrap();
            let setup = Setup { side_to_move: !side, ..position.to_setup(1) };
            let turned = Position::from_setup(rules, &setup).unwrap();
            let takes = if position.outcome().is_some() { BTreeMap::new() } else { captures(&turned) };
            prop_assert_eq!(position.capturable(side), takes.into_values().fold(Bitboard::EMPTY, |all, men| all | men));
        }
    }
}

/// Whether the reason why a move is refused holds.
fn is_true(position: &Position, board: &Board, mv: Move, why: IllegalMove) -> bool {
    let (rules, mover, from, to) = (position.rules(), position.side_to_move(), mv.from(), mv.to());
    let between = |square: Square| {
        from.direction_to(square).is_some_and(|way| Some(way) == from.direction_to(to) && Some(way) == square.direction_to(to))
    };
    let goes_on = position.outcome().is_none();
    goes_on == !matches!(why, IllegalMove::GameOver(_))
        && match why {
            IllegalMove::GameOver(outcome) => position.outcome() == Some(outcome),
            IllegalMove::OffBoard(square) => (square == from || square == to) && !rules.size().contains(square),
            IllegalMove::EmptyOrigin(square) => square == from && position.side_on(square).is_none(),
            IllegalMove::EnemyMan(square) => square == from && position.side_on(square) == Some(!mover),
            IllegalMove::NoStep(square) => square == from && square == to,
            IllegalMove::NotStraight { .. } => from.file() != to.file() && from.rank() != to.rank(),
            IllegalMove::OwnManOnTarget(square) => square == to && position.side_on(square) == Some(mover),
            IllegalMove::EnemyManOnTarget(square) => square == to && position.side_on(square) == Some(!mover),
            IllegalMove::Blocked(square) => between(square) && position.side_on(square).is_some(),
            IllegalMove::HopNotAllowed { over, hop } => {
                between(over) && position.side_on(over).is_some() && hop == rules.hop() && board.kind_of(mv).is_none()
            }
            IllegalMove::CaptureIsCompulsory => rules.compulsion() == Compulsion::Compulsory && board.kind_of(mv).is_some(),
            _ => false,
        }
}

// Hash, texts and the record.
proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn a_position_rebuilt_from_its_text_is_the_same(position in position()) {
        let rules = *position.rules();
        let children = position.moves().map(|mv| after(&position, mv));
        for position in std::iter::once(position).chain(children) {
            let rebuilt = Position::from_sfen(rules, &position.to_string()).unwrap();
            prop_assert_eq!((rebuilt.hash(), rebuilt.outcome()), (position.hash(), position.outcome()));
            prop_assert_eq!(rebuilt, position);
            prop_assert_eq!(Position::from_setup(rules, &position.to_setup(7)), Ok(position));
        }
    }

    #[test]
    fn siblings_have_different_hashes(position in position()) {
        let mut hashes: Vec<u64> = position.moves().map(|mv| position.hash_after(mv)).chain([position.hash()]).collect();
        hashes.sort_unstable();
        prop_assert!(hashes.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn setups_print_and_read_back(position in position(), number in 1..=u32::MAX) {
        let setup = position.to_setup(number);
        prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup));
        prop_assert_eq!(setup.men(Side::Sente), position.men(Side::Sente));
    }

    #[test]
    fn moves_print_and_read_back(from in any::<Square>(), to in any::<Square>()) {
        let mv = Move::new(from, to);
        prop_assert_eq!(mv.to_string().parse::<Move>(), Ok(mv));
        prop_assert_eq!(from.to_string().parse::<Square>(), Ok(from));
    }

    #[test]
    fn undo_restores_everything(played in game()) {
        let mut game = Game::from_setup(*played.rules(), played.start()).unwrap();
        let mut snapshots = vec![game.clone()];
        for mv in played.moves() {
            game.play(mv).expect("a legal move in a game that goes on");
            snapshots.push(game.clone());
        }
        for (ply, snapshot) in snapshots.iter().enumerate().rev() {
            prop_assert_eq!(facts(&game), facts(snapshot), "undone to ply {}", ply);
            prop_assert_eq!(game.undo().is_some(), ply > 0);
        }
        for (ply, snapshot) in snapshots.iter().enumerate() {
            prop_assert_eq!(facts(&game), facts(snapshot), "played again to ply {}", ply);
            prop_assert_eq!(game.redo().is_some(), ply + 1 < snapshots.len());
        }
        prop_assert_eq!(&game, snapshots.last().unwrap());
    }

    #[test]
    fn a_game_is_its_moves(played in game()) {
        let mut game = Game::from_setup(*played.rules(), played.start()).unwrap();
        let mut position = Position::from_setup(*played.rules(), played.start()).unwrap();
        let mut record = Vec::new();
        for mv in played.moves() {
            let captured = game.play(mv).unwrap();
            // Every fourth move is taken back first, and made anew.
            if record.len() % 4 == 3 {
                prop_assert_eq!(game.undo(), Some(mv));
                prop_assert_eq!(game.play(mv), Ok(captured));
            }
            record.push((mv, captured));
            prop_assert_eq!(position.play(mv), Ok(captured));
            prop_assert_eq!(game.position(), &position);
            prop_assert_eq!(game.redo(), None, "a new move drops those that were undone");
        }
        prop_assert_eq!(game.history().collect::<Vec<_>>(), record.clone());
        prop_assert_eq!((game.ply(), game.moves().len()), (record.len(), record.len()));
        let quiet = record.iter().rev().take_while(|(_, captured)| captured.is_empty()).count();
        prop_assert_eq!(game.quiet_moves() as usize, quiet);
    }
}

/// All that a game tells about itself.
fn facts(game: &Game) -> impl PartialEq + Debug + use<> {
    (*game.position(), game.setup(), game.history().collect::<Vec<_>>(), game.occurrences(), game.quiet_moves(), game.result())
}

// Sets of squares against sets of coordinates.
proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn sets_of_squares(a in bitboard(), b in bitboard(), square in any::<Square>()) {
        model::sets::check(a, b, square);
    }

    #[test]
    fn lines_from_a_square(a in any::<Square>(), b in any::<Square>()) {
        let all = model::board(9);
        prop_assert_eq!(points(a.neighbours()), model::beside(point(a), &all));
        for direction in Direction::ALL {
            let ray = model::row(point(a), model::step_of(direction), &all);
            prop_assert_eq!(a.step(direction).map(point), ray.first().copied());
            prop_assert_eq!(a.direction_to(b) == Some(direction), ray.contains(&point(b)));
            prop_assert_eq!(points(a.ray(direction)), ray.into_iter().collect::<Points>());
        }
        prop_assert_eq!(Square::at(a.file(), a.rank()), a);
        prop_assert_eq!(Square::try_new(a.index()), Some(a));
    }

    #[test]
    fn boards_of_all_sizes(n in 4_u8..=9, rank in 0_u8..=11, bits in any::<u128>()) {
        let (size, last, all) = (BoardSize::new(n).unwrap(), n as i8, model::board(n));
        let at_rim = |n: i8| n == 1 || n == last;
        let filter = |keep: &dyn Fn(i8, i8) -> bool| all.iter().copied().filter(|(file, rank)| keep(*file, *rank)).collect::<Points>();
        prop_assert_eq!(points(size.squares()), all.clone());
        prop_assert_eq!(points(size.edges()), filter(&|file, rank| at_rim(file) || at_rim(rank)));
        prop_assert_eq!(points(size.corners()), filter(&|file, rank| at_rim(file) && at_rim(rank)));
        let from_edge = |side, r: i8| if side == Side::Gote { r } else { last + 1 - r };
        for side in Side::ALL {
            prop_assert_eq!(points(size.first_ranks(side, rank)), filter(&|_, r| from_edge(side, r) <= rank as i8));
            prop_assert_eq!(points(size.home_rank(side, rank)), filter(&|_, r| from_edge(side, r) == rank as i8));
        }
        prop_assert_eq!(Bitboard::from_bits(bits).is_some(), bits >> 81 == 0);
        prop_assert_eq!(Bitboard::from_bits_truncate(bits).bits(), bits & ((1 << 81) - 1));
    }
}
