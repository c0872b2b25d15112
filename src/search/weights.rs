//! The weights of the static estimate.

use super::evaluation::FEATURES;
use crate::rules::{CaptureGoal, Intervention, Lead, Rules};

/// How much each feature of a position counts, in sixteenths of a hundredth of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights(pub [i16; FEATURES]);

impl Weights {
    /// So many units make a hundredth of a man.
    pub const UNIT: i32 = 16;

    /// The weights for games by these rules.
    #[must_use]
    pub fn for_rules(rules: &Rules) -> &'static Weights {
        let many = rules.men() > 9;
        match (rules.capture_goal(), rules.intervention(), rules.line(), rules.lead()) {
            (CaptureGoal::Loses, ..) => &MISERE,
            (_, Intervention::Single | Intervention::Line, ..) => &INTERVENTION,
            (_, _, Some(_), _) if many => &DAI_LINES,
            (_, _, Some(_), _) => &LINES,
            (.., Lead::Held(_) | Lead::Immediate(_)) => &LEAD,
            _ if many => &DAI,
            _ => &CLASSIC,
        }
    }
}

static CLASSIC: Weights = Weights([1440, 160, 320, 0, 12, 160, 80, -200, -640, 16, 0, 8, 24, 8, 8, 0, 0, 0, 160]);
static LEAD: Weights = Weights([1600, 160, 320, 1600, 12, 160, 80, -200, -640, 16, 0, 8, 24, 8, 8, 0, 0, 0, 160]);
static DAI: Weights = Weights([1440, 80, 320, 0, 12, 160, 80, -200, -640, 16, 0, 8, 24, 8, 8, 0, 0, 0, 160]);
static LINES: Weights = Weights([1440, 160, 320, 0, 12, 160, 80, -200, -640, 8, 0, 8, 24, 8, 8, 16, 80, 320, 160]);
static DAI_LINES: Weights = Weights([1120, 32, 320, 0, 8, 120, 60, -160, -480, 8, 0, 8, 24, 8, 8, 16, 120, 480, 240]);
static INTERVENTION: Weights = Weights([1440, 80, 320, 0, 12, 160, 80, -200, -480, 16, 0, 0, 16, 8, 8, 0, 0, 0, 160]);
static MISERE: Weights = Weights([-1280, -160, -640, 0, 16, -320, 0, 320, 0, -16, 0, 0, 0, 8, 0, 0, 0, 0, 0]);
