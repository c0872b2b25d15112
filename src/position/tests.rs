use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::outcome::{Moved, line_arrivals};
use super::*;
use crate::board::{BoardSize, File, Rank};
use crate::rules::tests::Random;
use crate::rules::{Axes, Compulsion, Corner, Custodian, Intervention, LineGoal, RulesBuilder, Target};

fn position(rules: &str, sfen: &str) -> Position {
    Position::from_sfen(rules.parse().expect("rules"), sfen).expect("a position")
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn names(squares: Bitboard) -> String {
    squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

impl Random {
    fn size(&mut self) -> BoardSize {
        BoardSize::new(4 + self.byte(6)).expect("4 to 9")
    }

    /// The men of two sides, thrown on a board: here few, there hardly leaving a square free.
    fn men(&mut self, size: BoardSize) -> [Bitboard; 2] {
        let among = 2 + self.below(6);
        let mut men = [Bitboard::EMPTY; 2];
        for square in size.squares() {
            if let Some(men) = men.get_mut(self.below(among) as usize) {
                *men = men.with(square);
            }
        }
        men
    }

    /// A position that is not over, by the rules of the builder on a board of any size.
    fn position(&mut self, rules: RulesBuilder) -> Option<Position> {
        let size = self.size();
        let rules = rules.size(size).build().ok()?;
        let most = rules.men().into();
        let [sente, gote] = self.men(size).map(|men| men.iter().take(most).collect());
        let side_to_move = self.pick(&Side::ALL);
        let position = Position::from_setup(rules, &Setup { sente, gote, side_to_move, ..Setup::start(&rules) }).ok()?;
        position.outcome().is_none().then_some(position)
    }

    /// Positions that are not over, by rules of all kinds.
    fn positions(mut self, tries: usize) -> impl Iterator<Item = Position> {
        core::iter::repeat_with(move || {
            let rules = self.builder().home(self.pick(&[0b1, 0b11, 0b111].map(crate::HomeRanks::from_mask)));
            self.position(rules)
        })
        .take(tries)
        .flatten()
    }
}

// ---- captures (rules, section 3)

/// Under each of the rules the move captures these men.
#[track_caller]
fn captures(rules: &[&str], sfen: &str, played: &str, captured: &str) {
    for rules in rules {
        let captures = position(rules, sfen).examine(mv(played)).expect("legal").captures();
        assert_eq!(names(captures), captured, "{rules}");
    }
}

#[test]
fn a_man_that_two_rules_capture_is_captured() {
    // The man on 8a is enclosed, and between 9a and 7a as well.
    captures(&["plain", "plain,corner=enclosure"], "Pp7/1P7/9/9/9/9/9/4p4/2P6 b", "7i7a", "8a");
    // The man on 7e is between 8e and 6e, and with 5e on the two sides of 6e.
    let sfen = "9/9/9/9/1Pp1p4/9/9/9/3P5 b";
    captures(&["plain"], sfen, "6i6e", "7e");
    captures(&["plain,intervention=single", "plain,intervention=line"], sfen, "6i6e", "5e 7e");
    // The men on 9a and 8a are enclosed, and 8a is one of the two that 7a lies between.
    captures(&["plain,corner=enclosure,intervention=single"], "pp1p5/PP7/9/9/9/9/9/9/2P6 b", "7i7a", "6a 8a 9a");
}

#[test]
fn a_man_that_two_moves_capture_is_capturable() {
    let both = position("plain", "3P5/9/9/9/1Pp6/9/9/4p4/3P5 b");
    assert_eq!(both.capturing_moves().len(), 2);
    assert_eq!(names(both.capturable(Side::Gote)), "7e");
}

#[test]
fn a_group_that_the_moved_man_touches_twice_is_captured_whole() {
    captures(&["plain,corner=enclosure"], "ppP6/p8/P8/9/9/9/9/4p4/1P7 b", "8i8b", "8a 9a 9b");
    // With a free square left, on 6a, nothing happens.
    captures(&["plain,corner=enclosure"], "ppp6/p1P6/P8/9/9/9/9/4p4/1P7 b", "8i8b", "");
}

#[test]
fn a_run_around_a_corner_is_captured_between_its_two_ends() {
    let chain = &["plain,corner=chain"];
    captures(chain, "pp7/p8/P8/9/9/9/9/4p4/2P6 b", "7i7a", "8a 9a 9b");
    captures(chain, "ppP6/p8/9/9/9/9/9/4p4/P8 b", "9i9c", "8a 9a 9b");
    // The other end is free.
    captures(chain, "pp7/p8/9/9/9/9/9/4p4/2P5P b", "7i7a", "");
    // Both ends were held before: the moved man is neither, though it stands next to the run.
    captures(chain, "ppP6/p8/P8/9/9/9/9/4p4/1P7 b", "8i8b", "");
    // The run fills a whole edge, so it has one end only.
    captures(&["plain,size=4,corner=chain"], "pppp/4/1P2/P3 b", "4d4b", "");
}

#[test]
fn arrivals_are_where_a_man_put_down_would_capture() {
    let mut random = Random(3);
    for (&corner, &intervention) in Corner::ALL.iter().flat_map(|corner| Intervention::ALL.iter().map(move |other| (corner, other))) {
        for _ in 0..120 {
            let rules = Rules::builder().size(random.size()).target(Target::Men(1)).corner(corner).intervention(intervention);
            let rules = rules.build().expect("rules");
            let [own, enemy] = random.men(rules.size());
            let captures = |to: &Square| !capture::captured(&rules, own.with(*to), enemy, *to).is_empty();
            let empty = rules.size().squares() - own - enemy;
            let expected: Bitboard = empty.iter().filter(captures).collect();
            assert_eq!(names(capture::arrivals(&rules, own, enemy)), names(expected), "{rules}\n{own}\n\n{enemy}");
            // Runs that are too long are not told apart.
            let single = rules.to_builder().custodian(Custodian::Single).build().expect("rules");
            assert_eq!(capture::arrivals(&single, own, enemy), expected);
        }
    }
}

// ---- lines (rules, section 4, ending 2)

/// The number of men in a row, from the square on and without it.
fn men_beyond(square: Square, (files, ranks): (i8, i8), men: Bitboard) -> u8 {
    let next = |square: Square| {
        let file = square.file().number().checked_add_signed(files).and_then(File::new);
        let rank = square.rank().number().checked_add_signed(ranks).and_then(Rank::new);
        file.zip(rank).map(|(file, rank)| Square::at(file, rank)).filter(|square| men.contains(*square))
    };
    core::iter::successors(next(square), |square| next(*square)).count() as u8
}

#[test]
fn a_man_that_fills_a_gap_completes_a_line() {
    let axes = [(Axes::HORIZONTAL, (1, 0)), (Axes::VERTICAL, (0, 1)), (Axes::DIAGONAL, (1, 1)), (Axes::DIAGONAL, (1, -1))];
    let mut random = Random(4);
    let mut found = 0;
    for _ in 0..3000 {
        let size = random.size();
        let goal = LineGoal::new(3 + random.byte(u64::from(size.get()) - 2), Axes::from_bits_truncate(1 + random.byte(7)), random.byte(3));
        let Ok(rules) = Rules::builder().size(size).target(Target::Men(1)).line(Some(goal)).build() else { continue };
        let ([own, enemy], mover) = (random.men(size), random.pick(&Side::ALL));
        let counted = size.squares() - size.first_ranks(mover, goal.outside());
        let (men, empty) = (own & counted, size.squares() - own - enemy);
        let completes = |square: &Square| {
            let length =
                |(files, ranks): (i8, i8)| men_beyond(*square, (files, ranks), men) + 1 + men_beyond(*square, (-files, -ranks), men);
            axes.iter().any(|(axis, step)| goal.axes().contains(*axis) && length(*step) >= goal.length())
        };
        let expected: Bitboard = (empty & counted).iter().filter(completes).collect();
        let moved = Moved { rules: &rules, mover, own, enemy };
        assert_eq!(names(line_arrivals(&moved, empty)), names(expected), "{mover} {goal}\n{own}");
        found += expected.len();
    }
    assert!(found > 1000, "{found}");
}

// ---- few men (rules, section 4, endings 4 and 6)

#[test]
fn both_sides_are_weak_below_the_number() {
    let outcome = |sfen: &str| position("dai,size=5,home=1,target=5,both-weak=3", sfen).outcome();
    let drawn = Some(Outcome::draw(Reason::BothWeak));
    for side in ["b", "w"] {
        assert_eq!(outcome(&format!("pp3/5/5/5/PP3 {side}")), drawn);
        assert_eq!(outcome(&format!("pp3/5/5/5/PPP2 {side}")), None);
        assert_eq!(outcome(&format!("ppp2/5/5/5/PP3 {side}")), None);
    }
}

#[test]
fn two_men_keep_a_position_alive() {
    let dead = Some(Outcome::draw(Reason::Dead));
    for rules in ["dai", "dai,intervention=single", "dai,intervention=line", "dai,line=5:hvd:2"] {
        assert_eq!(position(rules, "4p4/9/9/9/9/9/9/9/4P4 b").outcome(), dead, "{rules}");
        for sfen in ["4p4/9/9/9/9/9/9/9/3PP4 b", "3pp4/9/9/9/9/9/9/9/4P4 b", "3pp4/9/9/9/9/9/9/9/3PP4 b"] {
            assert_eq!(position(rules, sfen).outcome(), None, "{rules}, {sfen}");
        }
    }
}

// ---- moves (rules, section 2)

#[test]
fn movable_men_are_those_with_moves() {
    for position in Random(5).positions(4000) {
        let free = position.rules().to_builder().compulsion(Compulsion::Optional).build().expect("rules");
        let free = Position::from_setup(free, &position.to_setup(1)).expect("the same men");
        let men: Bitboard = free.moves().map(Move::from).collect();
        assert_eq!(position.movable(), men, "{position:?}");
        for (from, targets) in position.targets() {
            assert_eq!(targets, free.moves_of(from).targets(), "{position:?}");
        }
        assert_eq!(free.move_count(), men.iter().map(|from| free.moves_of(from).len()).sum::<u32>());
        assert_eq!(movegen::can_move(free.rules(), free.own(), free.enemy()), !men.is_empty());
    }
}

#[test]
fn moves_are_counted_down() {
    for position in [Position::default(), Position::start(Rules::MISERE_COMPULSORY), position("dai,hop=any", "9/9/9/9/4Pp3/9/9/9/9 b")] {
        let mut moves = position.moves();
        for left in (0..position.move_list().len()).rev() {
            assert!(moves.next().is_some());
            assert_eq!((moves.len(), moves.size_hint()), (left, (left, Some(left))));
        }
        assert_eq!((moves.next(), moves.len()), (None, 0));
    }
}

#[test]
fn the_reach_after_a_move_is_that_of_the_new_position() {
    for position in Random(6).positions(1500) {
        let reach = Reach::of(&position);
        position.for_each_child(|mv, child| {
            let (after, anew) = (reach.after(mv, &position, child), Reach::of(child));
            for from in child.own() {
                assert_eq!(after.of_man(from).lay(from), anew.of_man(from).lay(from), "{mv} in {position:?}");
            }
        });
    }
}

#[test]
fn moves_turn_and_mirror() {
    let nine = |text: &str| (mv(text).rotated(BoardSize::NINE), mv(text).mirrored(BoardSize::NINE));
    assert_eq!(nine("9i8g"), (Some(mv("1a2c")), Some(mv("1i2g"))));
    let four = |text: &str| (mv(text).rotated(BoardSize::MIN), mv(text).mirrored(BoardSize::MIN));
    assert_eq!(four("4d3b"), (Some(mv("1a2c")), Some(mv("1d2b"))));
    assert_eq!((four("5d4d"), four("4d5d"), four("4e4d")), ((None, None), (None, None), (None, None)));
}

// ---- children

/// Asserts that all ways to the positions after a move lead to the same ones.
fn check_children(position: &Position) {
    let played: BTreeMap<Move, Position> = position.moves().map(|mv| (mv, position.child(mv))).collect();
    let mut children = BTreeMap::new();
    position.for_each_child(|mv, child| assert!(children.insert(mv, *child).is_none(), "{mv} comes twice in {position:?}"));
    assert_eq!(children, played, "{position:?}");
    let quiet = Quiet::of(position);
    for (mv, child) in &played {
        assert_eq!(position.child_after(*mv, &quiet), *child, "{mv} in {position:?}");
        assert_eq!((position.hash_after(*mv), child.hash()), (child.hash(), hash_anew(child)), "{mv} in {position:?}");
        let loud = !position.captures_of(*mv).is_empty()
            || child.outcome().is_some_and(|end| matches!(end.reason(), Reason::Line | Reason::NoMove));
        assert!(loud || child.outcome() == position.outcome_after_quiet(), "{mv} in {position:?}");
    }
}

/// The hash, worked out from nothing.
fn hash_anew(position: &Position) -> u64 {
    zobrist::hash(position.men(Side::Sente), position.men(Side::Gote), position.side_to_move())
}

#[test]
fn children_are_the_positions_after_each_move() {
    Random(7).positions(4000).for_each(|position| check_children(&position));
    for (rules, sfen) in [
        // Gote's last man has one free square, or two of which one is beside the man that takes the other.
        ("plain,size=4", "pPPp/P3/3P/4 b"),
        ("plain,size=4,no-move=draw", "p1Pp/P3/2PP/4 b"),
        ("plain,size=4", "4/4/p2P/PppP w"),
        // A lead of three that the next move may cut.
        ("jsa", "1pp1pp3/9/9/9/2Pp5/9/9/5P3/PPPP3P1 w"),
        ("hybrid", "ppppppppp/9/9/9/9/PPPP5/9/4P4/PPPP5 b"),
        ("misere-compulsory", "pppppppp1/9/9/9/3Pp3P/9/9/9/PPPPPPP2 b"),
    ] {
        check_children(&position(rules, sfen));
    }
}

#[test]
fn who_passes_leaves_the_men_where_they_are() {
    let mut position = Position::default();
    let before = position;
    position.pass();
    assert_eq!(position.side_to_move(), Side::Gote);
    assert_eq!(position, Position::from_sfen(Rules::CLASSIC_5, "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP w").expect("a position"));
    position.pass();
    assert_eq!(position, before);
}

#[cfg(feature = "std")]
#[test]
fn quiet_moves_are_taken_back() {
    for position in Random(9).positions(1000) {
        let (moved, next) = (position.enemy(), position.own());
        let mut expected = Vec::new();
        for to in moved.iter().filter(|to| capture::captured(position.rules(), moved, next, *to).is_empty()) {
            for from in position.empty() {
                let before = moved.without(to).with(from);
                if Mobility::new(position.rules(), before, next).of_man(from).targets().contains(to) {
                    expected.push(before);
                }
            }
        }
        let mut found = Vec::new();
        position.for_each_quiet_retraction(|men| found.push(men));
        assert_eq!(found, expected, "{position:?}");
    }
}

// ---- threats

/// The wins that `side` would have with one move, if it were its turn: whether there is any, and whether there is one by the goals of captures and
/// lines with at most four men captured.
fn wins(position: &Position, side: Side) -> (bool, bool) {
    let rules = position.rules().to_builder().compulsion(Compulsion::Optional).build().expect("rules");
    let mut turned = Position { rules, ..*position };
    if position.side_to_move() != side {
        turned.pass();
    }
    let wins = turned.moves().filter_map(|mv| {
        let outcome = turned.child(mv).outcome().filter(|outcome| outcome.winner() == Some(side))?;
        let goal = matches!(outcome.reason(), Reason::CaptureGoal | Reason::Line);
        Some(goal && turned.captures_of(mv).len() <= 4)
    });
    wins.fold((false, false), |(_, plain), this| (true, plain || this))
}

#[test]
fn threats_to_win_are_seen() {
    let (mut threats, mut quiet) = (0, 0);
    for position in Random(8).positions(6000) {
        for side in Side::ALL {
            let (any, plain) = wins(&position, side);
            let threatens = position.threatens_to_win(side);
            assert!(any || !threatens, "{side} in {position:?}");
            assert!(threatens || !plain, "{side} in {position:?}");
            threats += u32::from(threatens);
            quiet += u32::from(!threatens);
        }
    }
    assert!(threats > 100 && quiet > 100, "{threats} {quiet}");
}

#[test]
fn a_threat_is_to_reach_the_target_or_to_make_a_line() {
    let threats = |rules: &str, sfen: &str| Side::ALL.map(|side| position(rules, sfen).threatens_to_win(side));
    // Sente closes in on 8e, whosever turn it is.
    for sfen in ["p1ppppppp/9/9/9/Pp7/9/9/9/1PPPPPPPP w", "p1ppppppp/9/9/9/Pp7/9/9/9/1PPPPPPPP b"] {
        assert_eq!(threats("plain,target=1", sfen), [true, false]);
        assert_eq!(threats("plain,target=2", sfen), [false, false]);
        assert_eq!(threats("plain,target=1,misere=yes", sfen), [false, false]);
    }
    // One more man in the middle makes five in a row.
    let five = "ppppppppp/9/9/9/9/PP1PP4/9/2P6/PPPP5 w";
    assert_eq!(threats("plain,target=9,line=5:h:1", five), [true, false]);
    assert_eq!(threats("plain,target=9,line=5:v:1", five), [false, false]);
    // A capture of five men at once is overlooked, one of four is not.
    assert_eq!(threats("plain,target=5", "pppp5/9/9/9/1Pppppp2/9/9/9/P2PPP1P1 b").first(), Some(&false));
    assert_eq!(threats("plain,target=4", "ppppp4/9/9/9/1Ppppp3/9/9/9/P2PPPP2 b").first(), Some(&true));
}

// ---- setups (rules, section 1)

#[test]
fn setups_that_no_play_leads_to_are_refused() {
    let rules: Rules = "plain,size=4".parse().expect("rules");
    let square = |name: &str| name.parse::<Square>().expect("a square");
    let start = Setup::start(&rules);
    assert_eq!((start.men(Side::Sente), start.men(Side::Gote)), (start.sente, start.gote));
    let refused = |change: &dyn Fn(&mut Setup)| {
        let mut setup = start;
        change(&mut setup);
        Position::from_setup(rules, &setup).expect_err("impossible")
    };
    let nine = BoardSize::NINE;
    assert_eq!(refused(&|setup| setup.size = nine), SetupError::Size { setup: nine, rules: BoardSize::MIN });
    assert_eq!(refused(&|setup| setup.sente |= setup.gote), SetupError::Overlap(square("1a")));
    let off_board = SetupError::OffBoard { square: square("5c"), size: BoardSize::MIN };
    assert_eq!(refused(&|setup| setup.sente = square("5c").into()), off_board);
    assert_eq!(refused(&|setup| setup.gote = square("5c").into()), off_board);
    for side in Side::ALL {
        let five = SetupError::TooManyMen { side, men: 5, most: 4 };
        let more = |men: Bitboard| men.with(square("2c"));
        let change = |setup: &mut Setup| match side {
            Side::Sente => setup.sente = more(setup.sente),
            Side::Gote => setup.gote = more(setup.gote),
        };
        assert_eq!(refused(&change), five);
    }
}

// ---- values

#[test]
fn equal_positions_alone_feed_equal_hashes() {
    let hash = |position: Position| {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        core::hash::Hash::hash(&position, &mut hasher);
        hasher.0
    };
    let (start, mut moved) = (Position::default(), Position::default());
    moved.play(mv("5i5e")).expect("legal");
    assert_eq!(hash(start), hash(Position::start(Rules::CLASSIC_5)));
    assert_ne!(hash(start), hash(moved));
    assert_ne!(hash(start), hash(Position::start(Rules::CLASSIC_8)), "the rules belong to the position");
}

/// The hash by Fowler, Noll and Vo, since `core` has none.
struct Fnv(u64);

impl core::hash::Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[test]
fn debug_output_of_a_setup_names_the_squares_that_it_cannot_show() {
    let start = Setup::start(&"plain,size=4".parse().expect("rules"));
    assert_eq!(format!("{start:?}"), format!("Setup({start})"));
    let set = |names: &str| -> Bitboard { names.split_whitespace().map(|name| name.parse::<Square>().expect("a square")).collect() };
    for (sente, gote, hidden) in
        [("1d 2b", "2b 3a", "2b"), ("1d 5e", "1a", "5e"), ("1d", "1a 9i", "9i"), ("5e 1d", "5e 1a", "5e"), ("1b 5e", "1b 6f", "1b 5e 6f")]
    {
        let setup = Setup { sente: set(sente), gote: set(gote), ..start };
        assert_eq!(format!("{setup:?}"), format!("Setup({setup}, impossible on {:?})", set(hidden)));
    }
}
