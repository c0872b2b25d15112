use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::*;

fn parse(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refuse(text: &str) -> RulesError {
    match text.parse::<Rules>() {
        Ok(rules) => panic!("{text} was read as {rules}"),
        Err(error) => error,
    }
}

fn range(value: u16, least: u16, most: u16) -> Contradiction {
    Contradiction::OutOfRange { value, least, most }
}

/// The key and the problem of options that contradict each other.
fn flaw(builder: RulesBuilder) -> (RuleKey, Contradiction) {
    match builder.build() {
        Err(RulesError::Contradiction { key, problem, offset: None }) => (key, problem),
        other => panic!("{builder:?} gave {other:?}"),
    }
}

// ---- presets

/// Size, home ranks, men, hop, corner, target: the columns of the table of presets.
#[test]
fn presets_have_the_numbers_of_the_table() {
    let table = [
        (Rules::CLASSIC_5, 9, "1", 9, Hop::None, Corner::Single, 5),
        (Rules::CLASSIC_8, 9, "1", 9, Hop::None, Corner::Single, 8),
        (Rules::REDUCE_TO_ONE, 9, "1", 9, Hop::None, Corner::Single, 8),
        (Rules::PLAIN, 9, "1", 9, Hop::None, Corner::None, 8),
        (Rules::ONLINE, 9, "1", 9, Hop::Any, Corner::Single, 5),
        (Rules::HYBRID, 9, "1", 9, Hop::Any, Corner::Single, 5),
        (Rules::JSA, 9, "1", 9, Hop::None, Corner::Enclosure, 5),
        (Rules::MISERE, 9, "1", 9, Hop::None, Corner::Single, 8),
        (Rules::MISERE_COMPULSORY, 9, "1", 9, Hop::None, Corner::Single, 8),
        (Rules::DAI, 9, "1+2", 18, Hop::None, Corner::Single, 18),
        (Rules::DAI_10, 9, "1+2", 18, Hop::None, Corner::Single, 10),
        (Rules::DAI_17, 9, "1+2", 18, Hop::None, Corner::Single, 17),
        (Rules::DAI_FIVE, 9, "1+2", 18, Hop::None, Corner::None, 17),
        (Rules::DAI_HOP_FIVE, 9, "1+2", 18, Hop::Any, Corner::None, 17),
        (Rules::DAI_LUDII, 9, "1+2", 18, Hop::Any, Corner::Single, 18),
        (Rules::MAK_YEK, 8, "1+3", 16, Hop::None, Corner::None, 16),
        (Rules::APIT_SODOK, 8, "1+2", 16, Hop::None, Corner::None, 16),
        (Rules::INTERVENTION_LINE, 9, "1", 9, Hop::None, Corner::Single, 5),
    ];
    assert_eq!(table.len(), Preset::ALL.len());
    for (preset, (rules, size, home, men, hop, corner, target)) in Preset::ALL.iter().zip(table) {
        assert_eq!(preset.rules(), rules, "{preset}");
        assert_eq!((rules.size().get(), rules.home().to_string().as_str()), (size, home), "{preset}");
        assert_eq!((rules.men(), rules.hop(), rules.corner(), rules.target()), (men, hop, corner, target), "{preset}");
    }
}

/// Which presets have a value other than the usual one.
fn unlike_usual<T: PartialEq>(option: impl Fn(&Rules) -> T, usual: T) -> Vec<&'static str> {
    Preset::ALL.iter().filter(|preset| option(&preset.rules()) != usual).map(|preset| preset.name()).collect()
}

#[test]
fn presets_share_the_usual_options() {
    assert_eq!(unlike_usual(Rules::custodian, Custodian::Line), ["dai-ludii"]);
    assert_eq!(unlike_usual(Rules::intervention, Intervention::None), ["mak-yek", "apit-sodok", "intervention-line"]);
    assert_eq!(unlike_usual(Rules::capture_goal, CaptureGoal::Wins), ["misere", "misere-compulsory"]);
    assert_eq!(unlike_usual(Rules::lead, Lead::None), ["jsa"]);
    assert_eq!(unlike_usual(Rules::line, None), ["hybrid", "dai-five", "dai-hop-five", "dai-ludii"]);
    assert!(unlike_usual(Rules::no_move, NoMove::Loss).is_empty());
    assert_eq!(unlike_usual(Rules::both_weak, None), ["dai-ludii"]);
    assert_eq!(unlike_usual(Rules::compulsion, Compulsion::Optional), ["misere-compulsory"]);
    assert!(unlike_usual(Rules::repetition, Repetition::Draw(4)).is_empty());
    assert!(unlike_usual(Rules::quiet_limit, Limit::None).is_empty());
    assert_eq!(unlike_usual(Rules::move_limit, Limit::None), ["online", "hybrid"]);
}

#[test]
fn presets_have_their_special_options() {
    let line = |rules: Rules| rules.line().map(|line| line.to_string());
    assert_eq!(line(Rules::HYBRID).as_deref(), Some("5:hvd:1"));
    assert_eq!(line(Rules::DAI_FIVE).as_deref(), Some("5:hvd:2"));
    assert_eq!(line(Rules::DAI_HOP_FIVE).as_deref(), Some("5:vd:2"));
    assert_eq!(line(Rules::DAI_LUDII).as_deref(), Some("5:hv:2"));
    assert_eq!(Rules::MAK_YEK.intervention(), Intervention::Single);
    assert_eq!(Rules::APIT_SODOK.intervention(), Intervention::Single);
    assert_eq!(Rules::INTERVENTION_LINE.intervention(), Intervention::Line);
    assert_eq!(Rules::DAI_LUDII.both_weak(), Some(5));
    assert_eq!(Rules::JSA.lead(), Lead::Held(3));
    assert_eq!(Rules::ONLINE.move_limit(), Limit::Adjudicate(300));
    assert_eq!(Rules::HYBRID.move_limit(), Limit::Adjudicate(300));
}

#[test]
fn preset_names_are_read_exactly() {
    for &preset in Preset::ALL {
        assert_eq!(preset.name().parse(), Ok(preset));
        assert!(!preset.description().is_empty());
        assert_eq!(Rules::from(preset), preset.rules());
    }
    for text in ["", "Dai", "dai ", "dai-1", "classic_5"] {
        assert_eq!(text.parse::<Preset>(), Err(RulesError::UnknownPreset { text: text.into() }));
    }
    assert_eq!("d".repeat(5000).parse::<Preset>(), Err(RulesError::TooLong { length: 5000 }));
    assert_eq!(Rules::default(), Preset::default().rules());
}

#[test]
fn every_preset_has_a_line_of_its_own_for_people() {
    let mut lines: Vec<&str> = Preset::ALL.iter().map(|preset| preset.description()).collect();
    assert!(lines.iter().all(|line| line.len() > 10 && !line.contains('\n')));
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), Preset::ALL.len());
}

#[test]
fn constants_are_what_is_built() {
    let builder = Preset::Dai.builder().hop(Hop::Own).target(Target::Men(7));
    assert_eq!(Ok(builder.build_const()), builder.build());
    assert_ne!(builder.build_const(), Rules::default());
}

#[test]
fn relative_targets_follow_the_number_of_men() {
    for (text, target) in [
        ("reduce-to-one,size=5", 4),
        ("plain,home=1+2", 17),
        ("misere,size=4", 3),
        ("misere-compulsory,size=6,home=1+2", 11),
        ("dai,size=7", 14),
        ("dai-17,size=7", 13),
        ("dai-five,size=7", 13),
        ("dai-hop-five,home=1+2+3,line=none", 26),
        ("dai-ludii,size=7", 14),
        ("mak-yek,size=9", 18),
        ("apit-sodok,home=1", 8),
        ("classic-8,home=1+2", 8),
        ("dai-10,size=7", 10),
        ("classic-5,target=all,size=7", 7),
        ("classic-5,target=all-but-one,home=1+2", 17),
    ] {
        assert_eq!(parse(text).target(), target, "{text}");
    }
}

#[test]
fn rules_are_small() {
    assert_eq!((size_of::<Rules>(), align_of::<Rules>()), (22, 2));
}

// ---- contradictions

#[test]
fn target_is_between_one_and_the_men() {
    let base = Rules::builder();
    assert_eq!(flaw(base.target(Target::Men(0))), (RuleKey::Target, range(0, 1, 9)));
    assert_eq!(flaw(base.target(Target::Men(10))), (RuleKey::Target, range(10, 1, 9)));
    assert!(base.target(Target::Men(9)).build().is_ok());
    // The number of a finished rule set no longer follows the men.
    let fixed = Rules::REDUCE_TO_ONE.to_builder().size(BoardSize::MIN);
    assert_eq!(flaw(fixed), (RuleKey::Target, range(8, 1, 4)));
}

#[test]
fn armies_leave_a_rank_between_them() {
    let base = Rules::builder().target(Target::Men(1));
    assert_eq!(flaw(base.home(HomeRanks::EMPTY)), (RuleKey::Home, Contradiction::NoMen));
    for size in BoardSize::all() {
        for highest in 1..=8 {
            let builder = base.size(size).home(HomeRanks::from_mask(1 << (highest - 1)));
            if size.get() > 2 * highest {
                assert!(builder.build().is_ok(), "{builder:?}");
            } else {
                let problem = Contradiction::ArmiesMeet { highest, size: size.get() };
                assert_eq!(flaw(builder), (RuleKey::Home, problem));
            }
        }
    }
}

#[test]
fn lines_are_possible() {
    let line = |length, axes, outside| Rules::builder().line(Some(LineGoal::new(length, axes, outside)));
    let problem = |builder| {
        let (key, problem) = flaw(builder);
        assert_eq!(key, RuleKey::Line);
        problem
    };
    assert_eq!(problem(line(0, Axes::all(), 1)), range(0, 3, 9));
    assert_eq!(problem(line(2, Axes::all(), 1)), range(2, 3, 9));
    assert_eq!(problem(line(10, Axes::all(), 1)), range(10, 3, 9));
    assert_eq!(problem(line(5, Axes::empty(), 1)), Contradiction::BadAxes);
    assert_eq!(problem(line(5, Axes::from_bits_retain(0b1001), 1)), Contradiction::BadAxes);
    assert_eq!(problem(line(5, Axes::VERTICAL | Axes::DIAGONAL, 5)), Contradiction::LineImpossible);
    assert_eq!(problem(line(5, Axes::all(), 9)), Contradiction::LineImpossible);
    assert_eq!(problem(line(5, Axes::all(), 255)), Contradiction::LineImpossible);
    assert!(line(5, Axes::VERTICAL, 4).build().is_ok());
    assert!(line(9, Axes::HORIZONTAL, 8).build().is_ok());
}

#[test]
fn no_line_stands_at_the_start() {
    let decided = |mask, axes, outside| {
        let line = LineGoal::new(3, axes, outside);
        let builder = Rules::builder().home(HomeRanks::from_mask(mask)).line(Some(line));
        match builder.build() {
            Ok(_) => false,
            Err(error) => {
                assert_eq!((error.key(), flaw(builder).1), (Some(RuleKey::Line), Contradiction::LineAtStart));
                true
            }
        }
    };
    let across = Axes::VERTICAL | Axes::DIAGONAL;
    assert!(decided(0b1, Axes::HORIZONTAL, 0));
    assert!(!decided(0b1, Axes::HORIZONTAL, 1));
    assert!(decided(0b101, Axes::HORIZONTAL, 2));
    assert!(!decided(0b11, across, 0));
    assert!(!decided(0b1011, across, 0));
    assert!(decided(0b111, Axes::VERTICAL, 0));
    assert!(decided(0b1110, Axes::DIAGONAL, 1));
    assert!(!decided(0b1110, across, 2));
    assert!(!decided(0b1111, Axes::all(), 4));
}

#[test]
fn numbers_are_in_their_ranges() {
    let base = Rules::builder();
    for lead in [Lead::Held, Lead::Immediate] {
        assert_eq!(flaw(base.lead(lead(0))), (RuleKey::Lead, range(0, 1, 9)));
        assert_eq!(flaw(base.lead(lead(10))), (RuleKey::Lead, range(10, 1, 9)));
        assert_eq!(base.lead(lead(9)).build().unwrap().lead(), lead(9));
    }
    assert_eq!(flaw(base.both_weak(Some(0))), (RuleKey::BothWeak, range(0, 1, 9)));
    assert_eq!(flaw(base.both_weak(Some(10))), (RuleKey::BothWeak, range(10, 1, 9)));
    assert_eq!(base.both_weak(Some(9)).build().unwrap().both_weak(), Some(9));
    for repetition in [Repetition::Draw, Repetition::Loss] {
        assert_eq!(flaw(base.repetition(repetition(0))), (RuleKey::Repetition, range(0, 2, 255)));
        assert_eq!(flaw(base.repetition(repetition(1))), (RuleKey::Repetition, range(1, 2, 255)));
        assert_eq!(base.repetition(repetition(2)).build().unwrap().repetition(), repetition(2));
    }
}

#[test]
fn limits_are_in_their_range() {
    let base = Rules::builder();
    for limit in [Limit::Adjudicate, Limit::Draw] {
        for plies in [0, 32_768, u16::MAX] {
            assert_eq!(flaw(base.quiet_limit(limit(plies))), (RuleKey::Quiet, range(plies, 1, 32_767)));
            assert_eq!(flaw(base.move_limit(limit(plies))), (RuleKey::Moves, range(plies, 1, 32_767)));
        }
        for plies in [1, 300, 32_767] {
            let rules = base.quiet_limit(limit(plies)).move_limit(limit(plies)).build().unwrap();
            assert_eq!((rules.quiet_limit(), rules.move_limit()), (limit(plies), limit(plies)));
        }
    }
}

// ---- text

#[test]
fn shortest_texts() {
    for (text, shortest) in [
        ("reduce-to-one", "classic-8"),
        ("classic-8,size=9", "classic-8"),
        ("reduce-to-one,size=5", "reduce-to-one,size=5"),
        ("classic-5,target=8", "classic-8"),
        ("classic-5,corner=none,target=all-but-one", "plain"),
        // Not what a person would write, but shorter than `classic-5,target=9`.
        ("classic-5,target=all", "dai,home=1"),
        ("dai-17,target=18", "dai"),
        ("dai,home=1,target=5", "classic-5"),
        ("classic-5,hop=any", "classic-5,hop=any"),
        ("online,moves=none", "classic-5,hop=any"),
        ("classic-5,moves=300:adjudicate", "online,hop=none"),
        ("classic-5,moves=300:draw", "classic-5,moves=300:draw"),
        ("hybrid,line=none", "online"),
        ("misere,compulsory=yes", "misere-compulsory"),
        ("misere,misere=no", "classic-8"),
        ("mak-yek,home=1+2", "apit-sodok"),
        ("mak-yek,size=9", "mak-yek,size=9"),
        ("mak-yek,target=15", "mak-yek,target=15"),
        ("dai-five,line=5:vd:2,hop=any", "dai-hop-five"),
        ("jsa,lead=none,corner=single", "classic-5"),
        ("dai-17,size=5", "dai-17,size=5"),
        // Equal length from `classic-5` and from `classic-8`: the earlier preset.
        ("classic-8,target=7", "classic-5,target=7"),
        // The keys in the order of the table, whatever order they came in.
        ("jsa,moves=9:draw,quiet=8:draw,no-move=draw,size=7", "jsa,size=7,no-move=draw,quiet=8:draw,moves=9:draw"),
    ] {
        assert_eq!(parse(text).to_string(), shortest, "{text}");
        assert_eq!(parse(shortest), parse(text), "{text}");
    }
}

#[test]
fn every_preset_reads_back() {
    for &preset in Preset::ALL {
        let expected = if preset == Preset::ReduceToOne { "classic-8" } else { preset.name() };
        assert_eq!(preset.rules().to_string(), expected);
        assert_eq!(parse(preset.name()), preset.rules());
        assert_eq!(parse(expected), preset.rules());
        assert_eq!(preset.rules().to_builder().build(), Ok(preset.rules()));
    }
}

#[test]
fn display_honours_width_and_debug_shows_the_text() {
    assert_eq!(format!("{:>8}|{:<10}|", Rules::DAI, Preset::Jsa), "     dai|jsa       |");
    assert_eq!(format!("{:?}", parse("dai,hop=own")), "Rules(dai,hop=own)");
    assert_eq!(format!("{:?}", Rules::MAK_YEK.home()), "HomeRanks(1+3)");
}

/// A small generator of numbers, so that each run tries the same rules.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % n
    }

    pub(crate) fn byte(&mut self, n: u64) -> u8 {
        self.below(n) as u8
    }

    pub(crate) fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u64) as usize]
    }

    fn limit(&mut self) -> Limit {
        let plies = self.below(40_000) as u16;
        self.pick(&[Limit::None, Limit::Adjudicate(plies), Limit::Draw(plies), Limit::Adjudicate(300)])
    }

    fn line(&mut self) -> Option<LineGoal> {
        let line = LineGoal::new(2 + self.byte(9), Axes::from_bits_retain(self.byte(9)), self.byte(10));
        self.pick(&[None, Some(line)])
    }

    /// A preset with some options changed, not always for good.
    pub(crate) fn builder(&mut self) -> RulesBuilder {
        let mut rules = self.pick(Preset::ALL).builder();
        let n = self.byte(20);
        for _ in 0..self.below(8) {
            rules = match self.below(16) {
                0 => rules.size(BoardSize::new(4 + self.byte(6)).unwrap()),
                1 => rules.home(HomeRanks::from_mask(self.byte(20))),
                2 => rules.hop(self.pick(Hop::ALL)),
                3 => rules.custodian(self.pick(Custodian::ALL)),
                4 => rules.corner(self.pick(Corner::ALL)),
                5 => rules.intervention(self.pick(Intervention::ALL)),
                6 => rules.target(self.pick(&[Target::Men(n), Target::All, Target::AllButOne])),
                7 => rules.capture_goal(self.pick(&[CaptureGoal::Wins, CaptureGoal::Loses])),
                8 => rules.lead(self.pick(&[Lead::None, Lead::Held(n), Lead::Immediate(n)])),
                9 => rules.line(self.line()),
                10 => rules.no_move(self.pick(NoMove::ALL)),
                11 => rules.both_weak(self.pick(&[None, Some(n)])),
                12 => rules.compulsion(self.pick(&[Compulsion::Optional, Compulsion::Compulsory])),
                13 => rules.repetition(self.pick(&[Repetition::None, Repetition::Draw(n), Repetition::Loss(n)])),
                14 => rules.quiet_limit(self.limit()),
                _ => rules.move_limit(self.limit()),
            };
        }
        rules
    }
}

#[test]
fn random_rules_read_back() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut built = 0;
    for _ in 0..4000 {
        let builder = random.builder();
        match builder.build() {
            Ok(rules) => {
                assert_eq!(parse(&rules.to_string()), rules, "{builder:?}");
                assert_eq!(rules.to_builder().build(), Ok(rules), "{builder:?}");
                built += 1;
            }
            Err(error) => assert!(error.key().is_some() && error.offset().is_none(), "{builder:?}"),
        }
    }
    assert!((1000..3900).contains(&built), "{built} of 4000 could be built");
}

/// Every item of the rules, spelled out through the getters and in the order of the keys.
fn all_items(rules: &Rules) -> Vec<String> {
    let yes = |yes| if yes { "yes" } else { "no" };
    let misere = yes(rules.capture_goal() == CaptureGoal::Loses);
    let compulsory = yes(rules.compulsion() == Compulsion::Compulsory);
    let line = rules.line().map_or("none".into(), |line| line.to_string());
    let weak = rules.both_weak().map_or("none".into(), |men| men.to_string());
    Vec::from([
        format!("size={}", rules.size()),
        format!("home={}", rules.home()),
        format!("hop={}", rules.hop()),
        format!("custodian={}", rules.custodian()),
        format!("corner={}", rules.corner()),
        format!("intervention={}", rules.intervention()),
        format!("target={}", rules.target()),
        format!("misere={misere}"),
        format!("lead={}", rules.lead()),
        format!("line={line}"),
        format!("no-move={}", rules.no_move()),
        format!("both-weak={weak}"),
        format!("compulsory={compulsory}"),
        format!("repetition={}", rules.repetition()),
        format!("quiet={}", rules.quiet_limit()),
        format!("moves={}", rules.move_limit()),
    ])
}

fn join(preset: Preset, items: &[String]) -> String {
    items.iter().fold(preset.name().to_string(), |text, item| text + "," + item)
}

/// Takes away one item after the other as long as the text still says the same.
fn least_text(preset: Preset, rules: &Rules) -> String {
    let mut items = all_items(rules);
    assert_eq!(parse(&join(preset, &items)), *rules);
    let mut index = 0;
    while index < items.len() {
        let item = items.remove(index);
        if join(preset, &items).parse() != Ok(*rules) {
            items.insert(index, item);
            index += 1;
        }
    }
    join(preset, &items)
}

#[test]
fn no_text_is_shorter_than_the_printed_one() {
    let mut random = Random(2024);
    let rules: Vec<Rules> = (0..200).filter_map(|_| random.builder().build().ok()).collect();
    for rules in rules.iter().chain([Rules::HYBRID, Rules::MAK_YEK].iter()) {
        let texts: Vec<String> = Preset::ALL.iter().map(|&preset| least_text(preset, rules)).collect();
        assert_eq!(Some(&rules.to_string()), texts.iter().min_by_key(|text| text.len()));
    }
}

#[test]
fn the_longest_text_is_read() {
    let builder = Preset::MisereCompulsory
        .builder()
        .home(HomeRanks::from_mask(0b1111))
        .hop(Hop::None)
        .corner(Corner::Enclosure)
        .lead(Lead::Immediate(36))
        .line(Some(LineGoal::new(5, Axes::VERTICAL | Axes::DIAGONAL, 4)))
        .both_weak(Some(36))
        .repetition(Repetition::Loss(255))
        .quiet_limit(Limit::Adjudicate(32_767))
        .move_limit(Limit::Adjudicate(32_767));
    let mut items = all_items(&builder.build().unwrap());
    items[6] = "target=all-but-one".into();
    let text = join(Preset::MisereCompulsory, &items);
    assert_eq!(parse(&text), builder.build().unwrap());
    assert!(text.len() + 40 < text::MAX_LENGTH, "{}", text.len());
}

// ---- errors of the text

#[test]
fn a_text_that_is_too_long_is_refused() {
    let text = format!("classic-5,{}", "size=9,".repeat(1000));
    let error = refuse(&text);
    assert_eq!(error, RulesError::TooLong { length: 7010 });
    assert_eq!((error.key(), error.offset()), (None, Some(text::MAX_LENGTH)));
    assert_eq!(error.to_string(), "rules text of 7010 bytes, more than 400");
    // The length itself is not too long.
    let longest = format!("dai,{}", "x".repeat(text::MAX_LENGTH - 4));
    assert_eq!(refuse(&longest), RulesError::UnknownKey { text: longest[4..].into(), offset: 4 });
    assert_eq!(refuse(&format!("{longest}x")), RulesError::TooLong { length: text::MAX_LENGTH + 1 });
}

#[test]
fn unknown_presets_are_refused() {
    for (text, name) in [
        ("", ""),
        (",size=5", ""),
        ("size=5", "size=5"),
        ("chess,size=8", "chess"),
        (" dai", " dai"),
        ("dai ,size=8", "dai "),
        ("Dai", "Dai"),
        ("はさみ", "はさみ"),
    ] {
        let error = refuse(text);
        assert_eq!(error, RulesError::UnknownPreset { text: name.into() });
        assert_eq!((error.key(), error.offset()), (None, Some(0)));
    }
    assert_eq!(refuse("go,size=9").to_string(), "unknown preset \"go\"");
}

#[test]
fn empty_items_are_refused() {
    for (text, offset) in [("dai,", 4), ("dai,,hop=any", 4), ("dai,hop=any,", 12)] {
        assert_eq!(refuse(text), RulesError::EmptyItem { offset });
        assert_eq!(refuse(text).offset(), Some(offset));
    }
    assert_eq!(refuse("dai,").to_string(), "empty item (byte 4)");
}

#[test]
fn unknown_keys_are_refused() {
    for (text, key, offset) in [
        ("dai,colour=red", "colour", 4),
        ("dai,hop=any, size=8", " size", 12),
        ("dai,hop =any", "hop ", 4),
        ("dai,Hop=any", "Hop", 4),
        ("dai,=any", "", 4),
        ("dai,hop=own,hops", "hops", 12),
        ("dai,ｈop=any", "ｈop", 4),
    ] {
        assert_eq!(refuse(text), RulesError::UnknownKey { text: key.into(), offset }, "{text}");
        assert_eq!((refuse(text).key(), refuse(text).offset()), (None, Some(offset)));
    }
    assert_eq!(refuse("dai,x=1").to_string(), "unknown key \"x\" (byte 4)");
}

#[test]
fn keys_without_value_are_refused() {
    let error = refuse("dai,size=8,hop,corner=none");
    assert_eq!(error, RulesError::MissingValue { key: RuleKey::Hop, offset: 14 });
    assert_eq!((error.key(), error.offset()), (Some(RuleKey::Hop), Some(14)));
    assert_eq!(error.to_string(), "hop lacks `=` and a value (byte 14)");
}

#[test]
fn duplicate_keys_are_refused() {
    let error = refuse("dai,hop=any,size=8,hop=any");
    assert_eq!(error, RulesError::DuplicateKey { key: RuleKey::Hop, offset: 19 });
    assert_eq!((error.key(), error.offset()), (Some(RuleKey::Hop), Some(19)));
    assert_eq!(error.to_string(), "hop is given twice (byte 19)");
}

#[test]
fn bad_values_are_refused() {
    let bad = [
        ("size", "3 10 09 +8 8.0 ８ none".split(' ')),
        ("home", "0 2+1 9+1 1+1 1+ +1 1++2 01 none 1-2 1+2+010 ١".split(' ')),
        ("hop", "None all both".split(' ')),
        ("custodian", "none lines".split(' ')),
        ("corner", "yes double".split(' ')),
        ("intervention", "chain singles".split(' ')),
        ("target", "-1 +5 05 all-but-two one 5=5".split(' ')),
        ("misere", "true YES 1".split(' ')),
        ("lead", "held held: held:03 held:256: 3 none: lead:3 held:3:3 immediate:+1".split(' ')),
        ("line", "5 5:hvd 5:vh:1 5:hh:1 5:x:1 5:hvd:1: 05:hvd:1 5:hvd:01 :hvd:1 256:hvd 5:HVD:1 5:h,v:1".split(' ')),
        ("no-move", "win draws".split(' ')),
        ("both-weak", "05 no".split(' ')),
        ("compulsory", "none on".split(' ')),
        ("repetition", "4 draw draw: win:3 draw:04 draw:4:4".split(' ')),
        ("quiet", "100 :draw 100:win 0100:draw 65536:win 100:draw:".split(' ')),
        ("moves", "300 draw:300 +300:draw 300:adjudicated 99999999999999999999".split(' ')),
    ];
    assert_eq!(bad.len(), RuleKey::ALL.len());
    for (name, values) in bad {
        let key = RuleKey::from_name(name).unwrap();
        for value in values.chain(["", " ", "\t"]) {
            let error = refuse(&format!("dai-10,{name}={value}"));
            let value = value.split(',').next().unwrap_or_default();
            assert_eq!(error, RulesError::BadValue { key, text: value.into(), offset: 8 + name.len() });
            assert_eq!((error.key(), error.offset()), (Some(key), Some(8 + name.len())));
        }
    }
}

/// A number that is too great gets its range, whether or not it fits into a byte or two.
#[test]
fn huge_numbers_get_their_range() {
    for (rest, key, value, least, most) in [
        ("", RuleKey::Home, "9", 1, 4),
        ("", RuleKey::Home, "1+10", 1, 4),
        (",size=5", RuleKey::Home, "1+300+99999999999", 1, 2),
        ("", RuleKey::Target, "256", 1, 18),
        (",home=1", RuleKey::Target, "1000", 1, 9),
        ("", RuleKey::Lead, "held:256", 1, 18),
        (",size=7", RuleKey::Lead, "immediate:99999999999999999999", 1, 14),
        ("", RuleKey::Line, "256:hvd:1", 3, 9),
        (",size=6", RuleKey::Line, "99999999999999999999:v:0", 3, 6),
        ("", RuleKey::BothWeak, "256", 1, 18),
        ("", RuleKey::Repetition, "draw:256", 2, 255),
        ("", RuleKey::Repetition, "loss:1000", 2, 255),
        ("", RuleKey::Quiet, "65536:draw", 1, 32_767),
        ("", RuleKey::Quiet, "99999:adjudicate", 1, 32_767),
        ("", RuleKey::Moves, "99999:draw", 1, 32_767),
        ("", RuleKey::Moves, "99999999999999999999:adjudicate", 1, 32_767),
    ] {
        let error = refuse(&format!("dai-five,{key}={value}{rest}"));
        let offset = 10 + key.name().len();
        assert_eq!(error, RulesError::OutOfRange { key, text: value.into(), offset, least, most });
        assert_eq!((error.key(), error.offset()), (Some(key), Some(offset)));
        let message = format!("{key} cannot be {value:?} (byte {offset}): the number is not from {least} to {most}");
        assert_eq!(error.to_string(), message);
    }
    // So many ranks left out are a matter of room, not of the length.
    assert_eq!(refuse("dai,line=5:hvd:256").to_string(), "line: there is no room for such a line");
    assert_eq!(refuse("dai,size=300").to_string(), "size cannot be \"300\" (byte 9): it takes 4 to 9");
}

#[test]
fn every_key_says_what_it_takes() {
    for &key in RuleKey::ALL {
        let message = refuse(&format!("dai,{key}=?")).to_string();
        assert_eq!(message, format!("{key} cannot be \"?\" (byte {}): it takes {}", 5 + key.name().len(), key.values()));
    }
}

/// The words that an option is said to take are those it takes.
#[test]
fn values_are_told_by_their_names() {
    let told = |key: RuleKey| key.values().replace(',', "").split(' ').filter(|word| *word != "or").map(String::from).collect::<Vec<_>>();
    let taken = |key: RuleKey| {
        let words = ["no", "yes", "own", "any", "line", "loss", "draw", "none", "single", "chain", "enclosure"];
        let read = move |word: &&str| !matches!(format!("dai,{key}={word}").parse::<Rules>(), Err(RulesError::BadValue { .. }));
        words.into_iter().filter(read)
    };
    for key in
        [RuleKey::Hop, RuleKey::Custodian, RuleKey::Corner, RuleKey::Intervention, RuleKey::Misere, RuleKey::NoMove, RuleKey::Compulsory]
    {
        let (mut told, mut taken) = (told(key), taken(key).map(String::from).collect::<Vec<_>>());
        told.sort_unstable();
        taken.sort_unstable();
        assert_eq!(told, taken, "{key}");
    }
}

#[test]
fn contradictions_in_a_text_name_the_key_and_its_place() {
    for (text, key, problem, offset) in [
        ("classic-8,size=5", RuleKey::Target, range(8, 1, 5), None),
        ("classic-5,size=7,target=8", RuleKey::Target, range(8, 1, 7), Some(17)),
        ("dai,size=4", RuleKey::Home, Contradiction::ArmiesMeet { highest: 2, size: 4 }, None),
        ("dai,home=1+5", RuleKey::Home, Contradiction::ArmiesMeet { highest: 5, size: 9 }, Some(4)),
        ("jsa,lead=held:0", RuleKey::Lead, range(0, 1, 9), Some(4)),
        ("hybrid,size=4,target=all", RuleKey::Line, range(5, 3, 4), None),
        ("dai-five,home=1+2+3", RuleKey::Line, Contradiction::LineAtStart, None),
        ("dai,hop=any,line=5::2", RuleKey::Line, Contradiction::BadAxes, Some(12)),
        ("dai,line=5:v:5", RuleKey::Line, Contradiction::LineImpossible, Some(4)),
        ("dai,both-weak=19", RuleKey::BothWeak, range(19, 1, 18), Some(4)),
        ("dai,repetition=loss:1", RuleKey::Repetition, range(1, 2, 255), Some(4)),
        ("dai,quiet=0:draw", RuleKey::Quiet, range(0, 1, 32_767), Some(4)),
        ("dai,moves=32768:adjudicate", RuleKey::Moves, range(32_768, 1, 32_767), Some(4)),
    ] {
        let error = refuse(text);
        assert_eq!(error, RulesError::Contradiction { key, problem, offset }, "{text}");
        assert_eq!((error.key(), error.offset()), (Some(key), offset));
        assert_eq!(error.to_string(), format!("{key}: {problem}"));
    }
    assert_eq!(refuse("classic-8,size=5").to_string(), "target: 8 is not from 1 to 5");
}
