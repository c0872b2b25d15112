//! The options of the game (rules, sections 1 to 4) and their text (section 6).

use serde_json::Value;

/// Which men may be hopped over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    None,
    Own,
    Any,
}

/// How many men one custodian capture may take in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Custodian {
    Line,
    Single,
}

/// Which capture rule holds for men at the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    None,
    Single,
    Chain,
    Enclosure,
}

/// Which intervention captures there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intervention {
    None,
    Single,
    Line,
}

/// Whether a lead in captures wins, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    None,
    Held(u32),
    Immediate(u32),
}

/// What happens to the side that cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    Loss,
    Draw,
}

/// What the n-th occurrence of a position means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    None,
    Draw(u32),
    Loss(u32),
}

/// What happens after so many moves (quiet ones, or all of them).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    None,
    Adjudicate(u32),
    Draw(u32),
}

/// The line that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub length: u8,
    pub horizontal: bool,
    pub vertical: bool,
    pub diagonal: bool,
    /// Men on this many of the owner's first ranks are not part of any line.
    pub outside_home_ranks: u8,
}

/// One complete choice of every option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    pub size: u8,
    pub home_ranks: Vec<u8>,
    pub hop: Hop,
    pub custodian: Custodian,
    pub corner: Corner,
    pub intervention: Intervention,
    pub target: u32,
    pub misere: bool,
    pub lead: Lead,
    pub line: Option<Line>,
    pub no_move: NoMove,
    pub draw_when_both_below: Option<u32>,
    pub compulsory_capture: bool,
    pub repetition: Repetition,
    pub quiet: Limit,
    pub moves: Limit,
}

impl Rules {
    /// The number of men each side starts with: whole ranks of them.
    pub fn men(&self) -> u32 {
        u32::from(self.size) * self.home_ranks.len() as u32
    }

    /// Reads the `rules` object of a test vector. Vectors know nothing of the game record, so its three rules are off.
    pub fn from_json(json: &Value) -> Rules {
        Rules {
            size: number(&json["size"]) as u8,
            home_ranks: list(&json["home_ranks"]).iter().map(|rank| number(rank) as u8).collect(),
            hop: hop(text(&json["hop"])),
            custodian: custodian(text(&json["custodian"])),
            corner: corner(text(&json["corner"])),
            intervention: intervention(text(&json["intervention"])),
            target: number(&json["target"]),
            misere: truth(&json["misere"]),
            lead: lead(&json["lead"]),
            line: line(&json["line"]),
            no_move: no_move(text(&json["no_move"])),
            draw_when_both_below: both_below(&json["draw_when_both_below"]),
            compulsory_capture: truth(&json["compulsory_capture"]),
            repetition: Repetition::None,
            quiet: Limit::None,
            moves: Limit::None,
        }
    }

    /// The rules as text, every key spelled out after a preset's name (which then means nothing any more).
    pub fn text(&self) -> String {
        let home: Vec<String> = self.home_ranks.iter().map(u8::to_string).collect();
        [
            "classic-5".to_string(),
            format!("size={}", self.size),
            format!("home={}", home.join("+")),
            format!("hop={}", self.hop_text()),
            format!("custodian={}", self.custodian_text()),
            format!("corner={}", self.corner_text()),
            format!("intervention={}", self.intervention_text()),
            format!("target={}", self.target),
            format!("misere={}", yes_or_no(self.misere)),
            format!("lead={}", self.lead_text()),
            format!("line={}", self.line_text()),
            format!("no-move={}", self.no_move_text()),
            format!("both-weak={}", self.both_weak_text()),
            format!("compulsory={}", yes_or_no(self.compulsory_capture)),
            format!("repetition={}", self.repetition_text()),
            format!("quiet={}", limit_text(self.quiet)),
            format!("moves={}", limit_text(self.moves)),
        ]
        .join(",")
    }

    fn hop_text(&self) -> &'static str {
        match self.hop {
            Hop::None => "none",
            Hop::Own => "own",
            Hop::Any => "any",
        }
    }

    fn custodian_text(&self) -> &'static str {
        match self.custodian {
            Custodian::Line => "line",
            Custodian::Single => "single",
        }
    }

    fn corner_text(&self) -> &'static str {
        match self.corner {
            Corner::None => "none",
            Corner::Single => "single",
            Corner::Chain => "chain",
            Corner::Enclosure => "enclosure",
        }
    }

    fn intervention_text(&self) -> &'static str {
        match self.intervention {
            Intervention::None => "none",
            Intervention::Single => "single",
            Intervention::Line => "line",
        }
    }

    fn lead_text(&self) -> String {
        match self.lead {
            Lead::None => "none".to_string(),
            Lead::Held(n) => format!("held:{n}"),
            Lead::Immediate(n) => format!("immediate:{n}"),
        }
    }

    fn line_text(&self) -> String {
        let Some(line) = self.line else {
            return "none".to_string();
        };
        let mut axes = String::new();
        for (enabled, letter) in [(line.horizontal, 'h'), (line.vertical, 'v'), (line.diagonal, 'd')] {
            if enabled {
                axes.push(letter);
            }
        }
        format!("{}:{axes}:{}", line.length, line.outside_home_ranks)
    }

    fn no_move_text(&self) -> &'static str {
        match self.no_move {
            NoMove::Loss => "loss",
            NoMove::Draw => "draw",
        }
    }

    fn both_weak_text(&self) -> String {
        match self.draw_when_both_below {
            None => "none".to_string(),
            Some(n) => n.to_string(),
        }
    }

    fn repetition_text(&self) -> String {
        match self.repetition {
            Repetition::None => "none".to_string(),
            Repetition::Draw(n) => format!("draw:{n}"),
            Repetition::Loss(n) => format!("loss:{n}"),
        }
    }
}

fn limit_text(limit: Limit) -> String {
    match limit {
        Limit::None => "none".to_string(),
        Limit::Adjudicate(n) => format!("{n}:adjudicate"),
        Limit::Draw(n) => format!("{n}:draw"),
    }
}

fn yes_or_no(truth: bool) -> &'static str {
    if truth { "yes" } else { "no" }
}

fn hop(name: &str) -> Hop {
    match name {
        "none" => Hop::None,
        "own" => Hop::Own,
        "any" => Hop::Any,
        other => panic!("unknown hop {other:?}"),
    }
}

fn custodian(name: &str) -> Custodian {
    match name {
        "line" => Custodian::Line,
        "single" => Custodian::Single,
        other => panic!("unknown custodian {other:?}"),
    }
}

fn corner(name: &str) -> Corner {
    match name {
        "none" => Corner::None,
        "single" => Corner::Single,
        "chain" => Corner::Chain,
        "enclosure" => Corner::Enclosure,
        other => panic!("unknown corner {other:?}"),
    }
}

fn intervention(name: &str) -> Intervention {
    match name {
        "none" => Intervention::None,
        "single" => Intervention::Single,
        "line" => Intervention::Line,
        other => panic!("unknown intervention {other:?}"),
    }
}

fn no_move(name: &str) -> NoMove {
    match name {
        "loss" => NoMove::Loss,
        "draw" => NoMove::Draw,
        other => panic!("unknown no_move {other:?}"),
    }
}

/// `null`, `{"held": n}` or `{"immediate": n}`.
fn lead(json: &Value) -> Lead {
    if json.is_null() {
        Lead::None
    } else if json["held"].is_number() {
        Lead::Held(number(&json["held"]))
    } else {
        Lead::Immediate(number(&json["immediate"]))
    }
}

/// `null` or `{"length", "axes", "outside_home_ranks"}`.
fn line(json: &Value) -> Option<Line> {
    if json.is_null() {
        return None;
    }
    let axes: Vec<&str> = list(&json["axes"]).iter().map(text).collect();
    Some(Line {
        length: number(&json["length"]) as u8,
        horizontal: axes.contains(&"horizontal"),
        vertical: axes.contains(&"vertical"),
        diagonal: axes.contains(&"diagonal"),
        outside_home_ranks: number(&json["outside_home_ranks"]) as u8,
    })
}

fn both_below(json: &Value) -> Option<u32> {
    if json.is_null() { None } else { Some(number(json)) }
}

fn number(json: &Value) -> u32 {
    json.as_u64().expect("a number") as u32
}

fn text(json: &Value) -> &str {
    json.as_str().expect("a string")
}

fn truth(json: &Value) -> bool {
    json.as_bool().expect("true or false")
}

fn list(json: &Value) -> &Vec<Value> {
    json.as_array().expect("an array")
}
