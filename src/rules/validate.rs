//! What contradicts itself (rules, section 6).

use super::*;

/// The option at fault, and why.
type Flaw = (RuleKey, Contradiction);

impl RulesBuilder {
    /// The first contradiction, in the order of the list below.
    ///
    /// Together the checks see to it that nothing is decided in the start position: no goal is reached there, and the side
    /// to move can always step into the empty ranks.
    pub(super) const fn contradiction(&self) -> Option<Flaw> {
        let flaws = [
            self.home_flaw(),
            self.out_of_range(RuleKey::Target, self.target.resolve(self.men()) as u16),
            self.lead_flaw(),
            self.line_flaw(),
            self.both_weak_flaw(),
            self.repetition_flaw(),
            self.limit_flaw(RuleKey::Quiet, self.quiet),
            self.limit_flaw(RuleKey::Moves, self.moves),
        ];
        let mut index = 0;
        while index < flaws.len() {
            if flaws[index].is_some() {
                return flaws[index];
            }
            index += 1;
        }
        None
    }

    const fn home_flaw(&self) -> Option<Flaw> {
        let (highest, size) = (self.home.highest(), self.size.get());
        if self.home.is_empty() {
            Some((RuleKey::Home, Contradiction::NoMen))
        } else if 2 * highest >= size {
            Some((RuleKey::Home, Contradiction::ArmiesMeet { highest, size }))
        } else {
            None
        }
    }

    const fn lead_flaw(&self) -> Option<Flaw> {
        match self.lead {
            Lead::None => None,
            Lead::Held(lead) | Lead::Immediate(lead) => self.out_of_range(RuleKey::Lead, lead as u16),
        }
    }

    const fn line_flaw(&self) -> Option<Flaw> {
        let Some(line) = self.line else { return None };
        let size = self.size.get();
        let problem = if line.length() < 3 || line.length() > size {
            return self.out_of_range(RuleKey::Line, line.length() as u16);
        } else if line.axes().is_empty() || !Axes::all().contains(line.axes()) {
            Contradiction::BadAxes
        } else if !line.has_room(size) {
            Contradiction::LineImpossible
        } else if line.stands_in(self.home) {
            Contradiction::LineAtStart
        } else {
            return None;
        };
        Some((RuleKey::Line, problem))
    }

    const fn both_weak_flaw(&self) -> Option<Flaw> {
        match self.both_weak {
            None => None,
            Some(weak) => self.out_of_range(RuleKey::BothWeak, weak as u16),
        }
    }

    const fn repetition_flaw(&self) -> Option<Flaw> {
        match self.repetition {
            Repetition::None => None,
            Repetition::Draw(n) | Repetition::Loss(n) => self.out_of_range(RuleKey::Repetition, n as u16),
        }
    }

    const fn limit_flaw(&self, key: RuleKey, limit: Limit) -> Option<Flaw> {
        match limit {
            Limit::None => None,
            Limit::Adjudicate(plies) | Limit::Draw(plies) => self.out_of_range(key, plies),
        }
    }

    const fn out_of_range(&self, key: RuleKey, value: u16) -> Option<Flaw> {
        let (least, most) = self.range(key);
        if value < least || value > most { Some((key, Contradiction::OutOfRange { value, least, most })) } else { None }
    }

    /// The least and the greatest number that makes sense for a key, in view of the board and of the men; 0 and 0 if the key takes none.
    pub(super) const fn range(&self, key: RuleKey) -> (u16, u16) {
        let size = self.size.get() as u16;
        match key {
            RuleKey::Size => (BoardSize::MIN.get() as u16, BoardSize::MAX.get() as u16),
            RuleKey::Home => (1, (size - 1) / 2),
            // More men than a side has make no target, and both sides weak would be a draw before the first move.
            RuleKey::Target | RuleKey::Lead | RuleKey::BothWeak => (1, self.men() as u16),
            RuleKey::Line => (3, size),
            // The first occurrence of a position is no repetition.
            RuleKey::Repetition => (2, u8::MAX as u16),
            RuleKey::Quiet | RuleKey::Moves => (1, Limit::MAX_PLIES),
            _ => (0, 0),
        }
    }
}

impl LineGoal {
    /// Whether the ranks that count are enough for the line in at least one direction.
    const fn has_room(self, size: u8) -> bool {
        let ranks = size.saturating_sub(self.outside());
        ranks >= self.length() || ranks > 0 && self.axes().contains(Axes::HORIZONTAL)
    }

    /// Whether whole ranks full of men hold the line, the length being no more than the width of the board.
    const fn stands_in(self, home: HomeRanks) -> bool {
        let counted = match home.mask().checked_shr(self.outside() as u32) {
            Some(mask) => mask,
            None => 0,
        };
        let across = Axes::VERTICAL.union(Axes::DIAGONAL);
        counted != 0 && self.axes().contains(Axes::HORIZONTAL) || longest_run(counted) >= self.length() && self.axes().intersects(across)
    }
}

/// The length of the longest run of ones.
const fn longest_run(mut mask: u8) -> u8 {
    let mut length = 0;
    while mask != 0 {
        // Takes one off the low end of each run.
        mask &= mask << 1;
        length += 1;
    }
    length
}
