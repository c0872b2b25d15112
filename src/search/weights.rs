//! The weights of the static estimate.

use crate::rules::{CaptureGoal, Compulsion, Intervention, Lead, Rules};

/// The number of features of a position.
pub const FEATURES: usize = 19;

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
            (CaptureGoal::Loses, ..) if rules.compulsion() == Compulsion::Optional => &MISERE_OPTIONAL,
            (CaptureGoal::Loses, ..) => &MISERE,
            (_, Intervention::Single | Intervention::Line, ..) if many => &MAK_YEK,
            (_, Intervention::Single | Intervention::Line, ..) => &INTERVENTION,
            (_, _, Some(_), _) if many => &DAI_LINES,
            (_, _, Some(_), _) => &LINES,
            (.., Lead::Held(_) | Lead::Immediate(_)) => &LEAD,
            _ if many => &DAI,
            _ => &CLASSIC,
        }
    }
}

// Fitted by the example `tune` to the results of games at 300 nodes a move from random openings, by logistic regression on quiet positions, a tenth
// of the games held back; then scaled so that the first man is worth 100. Checked by matches of 60 games at 4,000 nodes a move against the guesses
// that they replaced; Elo with 95 % bounds:
//
// | weights | games fitted | positions | match | Elo |
// |---|---|---|---|---|
// | `CLASSIC`, `LEAD` | 1,500 of `jsa` | 39,618 | `classic-5`, `online`, `jsa` | +120 ± 92, +134 ± 87, +83 ± 104 |
// | `DAI` | 800 each of `dai`, `dai-10` | 82,386 | `dai` | +70 ± 77 |
// | `DAI_LINES` | 2,362 of `dai-five`, `dai-hop-five`, `dai-ludii` | 25,287 | `dai-hop-five` | +83 ± 90 |
// | `MISERE` | 1,455 of `misere-compulsory` | 7,233 | `misere-compulsory` | +147 ± 74 |
//
// Fits that lost or gained nothing, and were not taken: one to `classic-5` and `online` together (-140 ± 101 in `classic-5`), `hybrid` (+6 ± 81),
// `mak-yek` and `apit-sodok` (-41 ± 61), 5,756 games of `misere-compulsory` with features for squares where men may be offered (+12 ± 78; +17 ± 70
// with the first six positions of each game alone). `LINES` and `INTERVENTION` are still guesses. So is `MISERE_OPTIONAL`, where nobody has to take
// what is offered: no capture is worth it, and moves are kept in hand.
//
// `MAK_YEK` was chosen from eight guesses by games at 20,000 nodes a move against a plain search of four plies. What costs points there are walls of men
// from edge to edge, behind which nothing happens any more; so it keeps men back and apart. `mak-yek`: 96.5 % of 100 games, `INTERVENTION` 91 % of
// 40; `apit-sodok`: 100 % of 40 after 89 %. Against `INTERVENTION` itself it is even (0 ± 51 and -17 ± 80 Elo), but on 9 × 9 with nine men a side it
// loses (-215 ± 95). To make the sum of what both sides reach count in favour of the side at the root did no good (95 % of 40).

static CLASSIC: Weights = Weights([1478, 38, 134, 0, 7, 358, -120, -206, -199, -13, -100, 4, 7, -4, -11, 0, 0, 0, 156]);
static LEAD: Weights = Weights([1478, 38, 134, 1600, 7, 358, -120, -206, -199, -13, -100, 4, 7, -4, -11, 0, 0, 0, 156]);
static DAI: Weights = Weights([1608, -9, 422, 0, 37, 456, -377, -226, -162, -75, -166, -4, -14, -70, -58, 0, 0, 0, -12]);
static LINES: Weights = Weights([1440, 160, 320, 0, 12, 160, 80, -200, -640, 8, 0, 8, 24, 8, 8, 16, 80, 320, 160]);
static DAI_LINES: Weights = Weights([1525, 80, 856, 0, 113, 1128, -421, -935, 151, -97, -153, -177, 30, -329, -207, 391, 714, 2366, 561]);
static INTERVENTION: Weights = Weights([1440, 80, 320, 0, 12, 160, 80, -200, -480, 16, 0, 0, 16, 8, 8, 0, 0, 0, 160]);
static MAK_YEK: Weights = Weights([1440, 80, 320, 0, 4, 160, 80, -200, -480, 16, 0, -12, -24, -40, 8, 0, 0, 0, 160]);
static MISERE: Weights = Weights([-1199, -200, -2914, 0, 148, -320, 0, 3242, 237, -554, 295, 1241, 552, 280, -1065, 0, 0, 0, 1893]);
static MISERE_OPTIONAL: Weights = Weights([-1600, 0, -1600, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
