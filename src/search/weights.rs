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

static CLASSIC: Weights = Weights([1280, 160, 640, 0, 40, 480, 160, -640, -480, 32, 16, 24, 96, 16, 24, 0, 0, 0, 160]);
static LEAD: Weights = Weights([1440, 160, 640, 1600, 40, 480, 160, -640, -480, 32, 16, 24, 96, 16, 24, 0, 0, 0, 160]);
static DAI: Weights = Weights([1440, 80, 640, 0, 24, 480, 160, -640, -480, 32, 16, 24, 64, 16, 24, 0, 0, 0, 160]);
static LINES: Weights = Weights([1280, 160, 640, 0, 32, 480, 160, -640, -480, 16, 8, 24, 64, 32, 32, 48, 240, 960, 320]);
static DAI_LINES: Weights = Weights([960, 32, 320, 0, 16, 320, 120, -480, -320, 8, 8, 16, 64, 32, 32, 48, 320, 1280, 480]);
static INTERVENTION: Weights = Weights([1440, 80, 640, 0, 24, 400, 120, -560, -320, 24, 16, 0, 32, 16, 16, 0, 0, 0, 160]);
static MISERE: Weights = Weights([-1280, -160, -640, 0, 16, -320, 0, 320, 0, -16, 0, 0, 0, 8, 0, 0, 0, 0, 0]);
