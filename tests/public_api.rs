//! The crate as a stranger uses it: rules, games, previews, texts and a small search, through public names alone.

use std::error::Error;
use std::ops::ControlFlow;

use hasami_shogi::{
    Axes, Bitboard, BitboardError, BoardSize, Contradiction, Corner, Diagram, DiagramError, Game, GameOver, Hop, IllegalMove,
    JapaneseError, JapaneseMove, KifError, KifProblem, Lead, Limit, LineGoal, Move, MoveError, MoveKind, Outcome, Position, Preset, Reason,
    Repetition, RowColError, RowColMove, RowColSquare, RuleKey, Rules, RulesError, Setup, SetupError, SfenError, Side, Square, SquareError,
    SyntaxError, Target, perft, read_diagram, read_kif, write_kif,
};

type Result<T = (), E = Box<dyn Error>> = std::result::Result<T, E>;

/// Plays a line of USI moves.
fn play_all(game: &mut Game, moves: &str) -> Result {
    for mv in moves.split_whitespace() {
        game.play(mv.parse()?)?;
    }
    Ok(())
}

/// The squares of a set by their names.
fn names(set: Bitboard) -> Vec<String> {
    set.iter().map(|square| square.to_string()).collect()
}

#[test]
fn rules_by_builder_and_by_text_are_the_same() -> Result {
    let built = Preset::Online
        .builder()
        .size(BoardSize::EIGHT)
        .hop(Hop::Own)
        .corner(Corner::Enclosure)
        .target(Target::AllButOne)
        .lead(Lead::Held(3))
        .line(Some(LineGoal::new(5, Axes::VERTICAL | Axes::DIAGONAL, 1)))
        .repetition(Repetition::Loss(3))
        .move_limit(Limit::Draw(200))
        .build()?;
    let read: Rules =
        "online,size=8,hop=own,corner=enclosure,target=all-but-one,lead=held:3,line=5:vd:1,repetition=loss:3,moves=200:draw".parse()?;
    assert_eq!(built, read);
    assert_eq!((built.men(), built.target()), (8, 7));
    assert_eq!(built.to_string().parse(), Ok(read));
    Ok(())
}

#[test]
fn rules_can_be_constants() {
    const RULES: Rules = Preset::Dai.builder().hop(Hop::Any).build_const();
    assert_eq!(Position::start(RULES).men(Side::Gote).len(), 18);
    assert_eq!(Preset::ALL.len(), 18);
    assert!(Preset::ALL.iter().all(|preset| preset.name().parse() == Ok(preset.rules())));
}

#[test]
fn contradictions_name_the_option() {
    let error = Preset::Classic5.builder().size(BoardSize::MIN).build().unwrap_err();
    let problem = Contradiction::OutOfRange { value: 5, least: 1, most: 4 };
    assert_eq!(error, RulesError::Contradiction { key: RuleKey::Target, problem, offset: None });
}

/// Short games on small boards, each with the result that rules, section 4, gives it.
const ENDINGS: [(&str, &str, Outcome); 15] = [
    ("plain,size=4,target=1", "1d1b 2a2b 3d3b", Outcome::win(Side::Sente, Reason::CaptureGoal)),
    ("plain,size=4,target=1,misere=yes", "1d1b 2a2b 3d3b", Outcome::win(Side::Gote, Reason::CaptureGoal)),
    ("plain,size=4,line=3:v:0", "1d1b 2a2b 2d2c 1a2a 2c1c 2a1a 3d1d", Outcome::win(Side::Sente, Reason::Line)),
    ("plain,size=5,line=3:d:1", "1e1b 2a2b 2e2c 1a2a 3e3d", Outcome::win(Side::Sente, Reason::Line)),
    ("plain,size=4,lead=held:1", "1d1b 2a2b 3d3b 1a2a", Outcome::win(Side::Sente, Reason::Lead)),
    ("plain,size=4,lead=immediate:1", "1d1b 2a2b 3d3b", Outcome::win(Side::Sente, Reason::Lead)),
    ("plain,size=4,both-weak=4", "1d1b 2a2c 3d3c 4a4c 1b2b", Outcome::draw(Reason::BothWeak)),
    ("classic-5", THRICE_THERE_AND_BACK, Outcome::draw(Reason::Repetition)),
    ("classic-5,repetition=loss:4", THRICE_THERE_AND_BACK, Outcome::win(Side::Sente, Reason::Repetition)),
    ("classic-5,quiet=3:draw", "5i5h 5a5b 5h5i", Outcome::draw(Reason::QuietLimit)),
    ("plain,size=4,quiet=3:adjudicate", "1d1b 2a2b 3d3b 1a2a 1b1c 2a1a", Outcome::win(Side::Sente, Reason::QuietLimit)),
    ("plain,size=4,misere=yes,quiet=3:adjudicate", "1d1b 2a2b 3d3b 1a2a 1b1c 2a1a", Outcome::win(Side::Gote, Reason::QuietLimit)),
    ("classic-5,moves=2:adjudicate", "5i5h 5a5b", Outcome::draw(Reason::MoveLimit)),
    ("plain,size=4,moves=3:draw", "1d1b 2a2b 3d3b", Outcome::draw(Reason::MoveLimit)),
    // A win on the last move allowed stands.
    ("plain,size=4,target=1,moves=3:draw", "1d1b 2a2b 3d3b", Outcome::win(Side::Sente, Reason::CaptureGoal)),
];

const THRICE_THERE_AND_BACK: &str = "5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a";

#[test]
fn games_end_with_a_reason() -> Result {
    for (rules, moves, outcome) in ENDINGS {
        let mut game = Game::new(rules.parse()?);
        for mv in moves.split(' ') {
            assert_eq!(game.result(), None, "{rules}: before {mv}");
            game.play(mv.parse()?)?;
        }
        assert_eq!(game.result(), Some(outcome), "{rules}");
        let any_move = Move::new(Square::new(0), Square::new(1));
        assert_eq!(game.play(any_move), Err(IllegalMove::GameOver(outcome)), "{rules}");
        assert_eq!(game.resign(Side::Sente), Err(GameOver(outcome)), "{rules}");
    }
    Ok(())
}

#[test]
fn blocked_and_dead_positions_end_the_game() -> Result {
    // The man on 1c shuts Gote's last man in.
    let mut game = Game::from_setup("plain,size=4".parse()?, &"pPPp/P3/3P/4 b - 7".parse()?)?;
    play_all(&mut game, "1c1b")?;
    assert_eq!(game.result(), Some(Outcome::win(Side::Sente, Reason::NoMove)));
    let mut drawn = Game::from_setup("plain,size=4,no-move=draw".parse()?, &"pPPp/P3/3P/4 b - 7".parse()?)?;
    play_all(&mut drawn, "1c1b")?;
    assert_eq!(drawn.result(), Some(Outcome::draw(Reason::NoMove)));
    // One man against one cannot capture any more, and the captures are level.
    let mut dead = Game::from_setup(Rules::MAK_YEK, &"8/8/1p1p4/8/2P5/8/8/p7 b".parse()?)?;
    assert_eq!(names(dead.play("6e6c".parse()?)?), ["5c", "7c"]);
    assert_eq!(dead.result(), Some(Outcome::draw(Reason::Dead)));
    Ok(())
}

#[test]
fn players_may_give_up_or_agree() -> Result {
    let mut game = Game::default();
    play_all(&mut game, "5i5e")?;
    game.resign(Side::Gote)?;
    let outcome = game.result().ok_or("no result")?;
    assert_eq!((outcome.winner(), outcome.reason()), (Some(Side::Sente), Reason::Resignation));
    assert_eq!(outcome.to_string(), "sente wins (resignation)");
    assert_eq!(game.agree_draw(), Err(GameOver(outcome)));
    assert_eq!(game.undo(), Some("5i5e".parse()?), "the resignation goes with the move before it");
    assert_eq!(game.result(), None);
    game.agree_draw()?;
    assert_eq!(game.result(), Some(Outcome::draw(Reason::Agreement)));
    Ok(())
}

#[test]
fn captures_are_known_before_the_move() -> Result {
    let position = Position::from_sfen(Rules::CLASSIC_8, "p8/1P6P/9/9/1Pp6/9/9/3P5/P8 b")?;
    // A badge for the hovered square: 6h-6e closes in on the man on 7e.
    let hovered = position.examine("6h6e".parse()?)?;
    assert_eq!((hovered.kind(), names(hovered.captures())), (MoveKind::Slide, vec!["7e".to_string()]));
    assert_eq!(position.captures_of("6h6g".parse()?), Bitboard::EMPTY);
    // Nothing has happened yet.
    assert_eq!(position.captured(Side::Sente), 7);
    let badges: Vec<String> = position
        .legal_moves()
        .filter(|legal| !legal.captures().is_empty())
        .map(|legal| format!("{} captures {}", legal.mv(), names(legal.captures()).join(" ")))
        .collect();
    assert_eq!(badges, ["6h6e captures 7e"]);
    assert_eq!(position.capturing_moves().len(), 1);
    Ok(())
}

#[test]
fn unsafe_men_are_shown_and_moving_in_between_is_safe() -> Result {
    // The man on 4g can go to 4e and close in on 5e.
    let threatened = Position::from_sfen(Rules::PLAIN, "9/9/9/9/3pP4/9/5p3/9/P8 b")?;
    assert_eq!(names(threatened.capturable(Side::Sente)), ["5e"]);
    assert_eq!(threatened.capturable(Side::Gote), Bitboard::EMPTY);
    // The man on 3c stands between two already, and neither can arrive there again.
    let between = Position::from_sfen(Rules::PLAIN, "9/9/5pPp1/9/9/9/9/9/P8 b")?;
    assert_eq!(between.capturable(Side::Sente), Bitboard::EMPTY);
    let mut position = Position::from_sfen(Rules::PLAIN, "9/9/5p1p1/9/9/9/6P2/9/P8 b")?;
    assert_eq!(position.play("3g3c".parse()?)?, Bitboard::EMPTY);
    assert_eq!(position.men(Side::Sente).len(), 2);
    Ok(())
}

#[test]
fn undo_and_redo_walk_through_a_game() -> Result {
    let mut game = Game::new(Rules::CLASSIC_5);
    play_all(&mut game, "5i5e 4a4e 3i3e")?;
    assert_eq!((game.ply(), game.position().captured(Side::Sente), game.quiet_moves()), (3, 1, 0));
    let whole = game.clone();
    assert_eq!(game.undo(), Some("3i3e".parse()?));
    assert_eq!((game.ply(), game.position().captured(Side::Sente), game.quiet_moves()), (2, 0, 2));
    assert_eq!(game.redo(), Some("3i3e".parse()?));
    assert_eq!(game, whole);
    while game.undo().is_some() {}
    assert_eq!(game, Game::new(Rules::CLASSIC_5));
    game.play("1i1h".parse()?)?;
    assert_eq!(game.redo(), None, "another move was played instead");
    Ok(())
}

#[test]
fn a_record_knows_its_moves() -> Result {
    let setup: Setup = "ppppppppp/9/9/9/9/9/9/4P4/PPPP1PPPP w - 2".parse()?;
    let mut game = Game::from_setup(Rules::CLASSIC_5, &setup)?;
    play_all(&mut game, "5a5b 5h5g")?;
    assert_eq!(game.setup().to_string(), "pppp1pppp/4p4/9/9/9/9/4P4/9/PPPP1PPPP w - 4");
    assert_eq!(game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["5a5b", "5h5g"]);
    assert_eq!((*game.start(), game.occurrences(), *game.rules()), (setup, 1, Rules::CLASSIC_5));
    assert!(game.history().all(|(_, captured)| captured.is_empty()));
    Ok(())
}

#[test]
fn positions_and_moves_survive_their_texts() -> Result {
    let mut position = Position::start(Rules::MAK_YEK);
    for _ in 0..40 {
        let Some(mv) = position.moves().nth(7) else { break };
        assert_eq!(mv.to_string().parse(), Ok(mv));
        position.play(mv)?;
        assert_eq!(Position::from_sfen(Rules::MAK_YEK, &position.to_string())?, position);
        for diagram in [Diagram::ascii(&position), Diagram::kanji(&position)] {
            assert_eq!(read_diagram(&diagram.to_string())?, position.to_setup(1));
        }
    }
    let mv: Move = "5a5e".parse()?;
    let japanese = JapaneseMove { side: Side::Gote, mv, last_arrival: None };
    assert_eq!(japanese.to_string(), "△５五と(51)");
    assert_eq!(JapaneseMove::parse("△５五と(51)", None), Ok(japanese));
    let row_col = RowColMove::new(mv, BoardSize::NINE).ok_or("off the board")?;
    assert_eq!((row_col.to_string(), RowColMove::parse("a5-e5", BoardSize::NINE)), ("a5-e5".to_string(), Ok(row_col)));
    assert_eq!(RowColSquare::parse("a9", BoardSize::NINE)?.square(), "1a".parse()?);
    Ok(())
}

#[test]
fn games_survive_kif() -> Result {
    for (rules, moves, outcome) in ENDINGS {
        let mut game = Game::new(rules.parse()?);
        play_all(&mut game, moves)?;
        let text = write_kif(&game);
        assert!(text.starts_with("手合割：はさみ将棋\nルール："), "{text}");
        let read = read_kif(&text)?;
        assert_eq!(read, game, "{text}");
        assert_eq!(read.result(), Some(outcome));
    }
    let mut resigned = Game::default();
    resigned.resign(Side::Gote)?;
    assert_eq!(read_kif(&write_kif(&resigned))?, resigned);
    let without_rules = read_kif("手合割：はさみ将棋\n   1 ５五歩(59)\n")?;
    assert_eq!((*without_rules.rules(), without_rules.ply()), (Rules::REDUCE_TO_ONE, 1));
    Ok(())
}

/// A search as a stranger would write it: copy, play, look, throw away. The best balance of captures after `depth` plies.
fn negamax(position: &Position, depth: u32) -> i32 {
    let side = position.side_to_move();
    if let Some(outcome) = position.outcome() {
        return outcome.winner().map_or(0, |winner| if winner == side { 1000 } else { -1000 });
    }
    if depth == 0 {
        return i32::from(position.captured(side)) - i32::from(position.captured(!side));
    }
    let after = |mv| {
        let mut child = *position;
        child.play_unchecked(mv);
        -negamax(&child, depth - 1)
    };
    position.moves().map(after).max().unwrap_or(0)
}

/// The number of leaves, counted man by man.
fn leaves(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    let _ = position.for_each_man(|man| {
        for mv in man.iter() {
            let mut child = *position;
            child.play_unchecked(mv);
            sum += leaves(&child, depth - 1);
        }
        ControlFlow::<()>::Continue(())
    });
    sum
}

#[test]
fn a_search_by_copy_and_make() -> Result {
    let position = Position::from_sfen("plain,size=5,target=3".parse()?, "1pp2/5/Pp3/5/2PP1 b")?;
    let before = position;
    // One more capture would make three: 3e3c takes the man on 4c and wins.
    assert_eq!((negamax(&position, 1), negamax(&position, 3)), (1000, 1000));
    assert_eq!(position, before, "searching on copies leaves the original alone");
    let start = Position::start("plain,size=4".parse()?);
    assert_eq!(negamax(&start, 2), 0, "nobody can be made to lose a man in two plies");
    for preset in [Preset::Classic5, Preset::MakYek, Preset::MisereCompulsory] {
        let start = Position::start(preset.rules());
        assert_eq!(u128::from(leaves(&start, 2)), perft::perft(&start, 2)?);
        assert_eq!(perft::divide(&start, 2)?.iter().map(|(_, nodes)| nodes).sum::<u128>(), perft::perft_played(&start, 2)?);
    }
    Ok(())
}

#[test]
fn values_show_their_texts_when_something_fails() -> Result {
    let square: Square = "5e".parse()?;
    let game = Game::new("plain,size=4".parse::<Rules>()?);
    let shown = [
        (format!("{square:?} {:?} {:?}", square.file(), square.rank()), "Square(5e) File(5) Rank(e)"),
        (format!("{:?} {:?}", "5i5e".parse::<Move>()?, BoardSize::EIGHT), "Move(5i5e) BoardSize(8)"),
        (format!("{:?}", Outcome::win(Side::Gote, Reason::Line)), "Outcome(gote wins (line))"),
        (format!("{:?}", game.rules()), "Rules(plain,size=4)"),
        (format!("{:?}", game.position()), "Position(pppp/4/4/PPPP b - 1, plain,size=4)"),
        (format!("{:?}", Position::start(Rules::MAK_YEK)), "Position(pppppppp/8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP b - 1, mak-yek)"),
        (format!("{game:?}"), "Game { rules: Rules(plain,size=4), start: pppp/4/4/PPPP b - 1, moves: \"\", result: None }"),
        (format!("{} {} {}", Target::Men(5), Target::All, Target::AllButOne), "5 all all-but-one"),
    ];
    for (found, expected) in shown {
        assert_eq!(found, expected);
    }
    Ok(())
}

#[test]
fn setups_that_no_board_can_show_are_refused() {
    let crowded = Setup { gote: Bitboard::of(Square::new(72)), ..Setup::start(&Rules::PLAIN) };
    assert_eq!(Position::from_setup(Rules::PLAIN, &crowded), Err(SetupError::Overlap(Square::new(72))));
    let setup = Setup { gote: Bitboard::of(Square::new(8)), ..Setup::start(&Rules::MAK_YEK) };
    let off_board = SetupError::OffBoard { square: Square::new(8), size: BoardSize::EIGHT };
    assert_eq!(Position::from_setup(Rules::MAK_YEK, &setup), Err(off_board));
}

fn is_send_sync<T: Send + Sync>() {}
fn is_copy<T: Copy + Eq + std::hash::Hash + std::fmt::Debug>() {}
fn is_error<T: core::error::Error + Send + Sync + Clone + PartialEq + 'static>() {}

#[test]
fn types_keep_their_promises() {
    is_send_sync::<Position>();
    is_send_sync::<Game>();
    is_copy::<Position>();
    is_copy::<Move>();
    is_copy::<Rules>();
    is_copy::<Bitboard>();
    is_copy::<Outcome>();
    is_copy::<Setup>();
    assert!(size_of::<Position>() <= 64);
    assert_eq!(size_of::<Move>(), 2);
    assert_eq!((size_of::<Square>(), size_of::<Bitboard>()), (1, 16));
    assert_eq!((size_of::<Option<Outcome>>(), size_of::<Rules>()), (1, 22));
    assert_eq!((Position::default(), Game::default()), (Position::start(Rules::CLASSIC_5), Game::new(Rules::default())));
    // Keys of maps: what is equal is one key, and the same men under other rules are another.
    let keys = [Position::default(), Position::start(Rules::CLASSIC_5), Position::start(Rules::PLAIN)];
    assert_eq!(std::collections::HashSet::from(keys).len(), 2);
}

#[test]
fn errors_are_errors() {
    is_error::<IllegalMove>();
    is_error::<SetupError>();
    is_error::<SfenError>();
    is_error::<MoveError>();
    is_error::<SquareError>();
    is_error::<BitboardError>();
    is_error::<RulesError>();
    is_error::<Contradiction>();
    is_error::<GameOver>();
    is_error::<DiagramError>();
    is_error::<JapaneseError>();
    is_error::<RowColError>();
    is_error::<KifError>();
    is_error::<KifProblem>();
    is_error::<SyntaxError>();
}
