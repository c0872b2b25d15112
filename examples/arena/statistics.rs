//! What the results of a match say about the strength of two engines.
//!
//! The unit is the pair of games with the same opening and both colours. Its two results hang together, so the errors rest on the five counts of
//! pairs with 0, ½, 1, 1½ and 2 points (*pentanomial*), which makes them smaller than those of single games.

use serde::Serialize;

/// Half the width of the interval that holds 95 % of a normal distribution, in standard deviations.
const NORMAL_95: f64 = 1.959_964;
/// The chance of a wrong decision of the test, either way.
const SPRT_ERROR: f64 = 0.05;
/// The test decides nothing on fewer pairs: their spread is not known well enough yet. Of two matches that ended after 8 and 10 pairs with 137 and 191
/// Elo, 120 pairs each later found nothing and 32.
const FEWEST_PAIRS: u64 = 40;
/// Added to each of the five counts in the test: a pair that nobody played, so that the first few results do not look like all there is.
const SMOOTHING: f64 = 0.2;

/// The result of a game for the first engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Loss,
    Draw,
    Win,
}

/// The results so far, from the first engine's view.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// Pairs of games with 0, ½, 1, 1½ and 2 points.
    pub(crate) pairs: [u64; 5],
}

/// A difference in strength with its 95 % interval; the estimate is infinite when one side has all the points.
#[derive(Clone, Copy, Serialize, Debug)]
pub(crate) struct Elo {
    pub(crate) estimate: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Tally {
    pub(crate) fn add(&mut self, pair: [Verdict; 2]) {
        for verdict in pair {
            match verdict {
                Verdict::Loss => self.losses += 1,
                Verdict::Draw => self.draws += 1,
                Verdict::Win => self.wins += 1,
            }
        }
        self.pairs[pair.map(|verdict| verdict as usize).iter().sum::<usize>()] += 1;
    }

    pub(crate) const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, 0 to 1.
    pub(crate) fn share(&self) -> f64 {
        moments(&self.pairs.map(|count| count as f64)).mean
    }

    pub(crate) fn elo(&self) -> Elo {
        let Moments { pairs, mean, error, .. } = moments(&self.pairs.map(|count| count as f64));
        // So many points may be lost, on average, and yet none in so many pairs with a chance of 5 %.
        let unseen = 1.0 - 0.05_f64.powf(1.0 / pairs);
        let [low, high] = match mean {
            0.0 => [0.0, unseen],
            1.0 => [1.0 - unseen, 1.0],
            _ => [-1.0, 1.0].map(|sign| (mean + sign * NORMAL_95 * error).clamp(0.0, 1.0)),
        };
        Elo { estimate: elo_of(mean), low: elo_of(low), high: elo_of(high) }
    }

    /// The likelihood of superiority: the chance that the first engine is the stronger one.
    pub(crate) fn superiority(&self) -> f64 {
        let Moments { mean, error, .. } = moments(&self.pairs.map(|count| count as f64));
        match mean - 0.5 {
            0.0 => 0.5,
            ahead if error == 0.0 => f64::from(ahead > 0.0),
            ahead => normal(ahead / error),
        }
    }
}

/// The share of points of one pair: its mean and variance, and the standard error of the mean.
struct Moments {
    pairs: f64,
    mean: f64,
    variance: f64,
    error: f64,
}

fn moments(counts: &[f64; 5]) -> Moments {
    let pairs: f64 = counts.iter().sum();
    if pairs == 0.0 {
        return Moments { pairs, mean: 0.5, variance: 0.0, error: 0.0 };
    }
    let average =
        |of: &dyn Fn(f64) -> f64| (0..5).zip(counts).map(|(points, count)| of(f64::from(points) / 4.0) * count).sum::<f64>() / pairs;
    let mean = average(&|share| share);
    let variance = average(&|share| (share - mean).powi(2));
    Moments { pairs, mean, variance, error: (variance / pairs).sqrt() }
}

/// The difference in Elo that a share of the points stands for.
pub(crate) fn elo_of(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of the points that a difference in Elo leads to.
pub(crate) fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The normal distribution up to `x`: Simpson's rule, exact to well over six digits.
fn normal(x: f64) -> f64 {
    const STEPS: u32 = 1_000;
    let end = x.abs().min(8.0);
    let width = end / f64::from(STEPS);
    let density = |t: f64| (-t * t / 2.0).exp() / std::f64::consts::TAU.sqrt();
    let weight = |step: u32| match step {
        0 | STEPS => 1.0,
        odd if odd % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let area = (0..=STEPS).map(|step| weight(step) * density(f64::from(step) * width)).sum::<f64>() * width / 3.0;
    0.5 + area.copysign(x)
}

/// A sequential probability ratio test: is the first engine better by `elo1` rather than by `elo0`?
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sprt {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    /// More games are needed.
    Open,
    /// The difference is `elo0` rather than `elo1`.
    Rejected,
    /// The difference is `elo1` rather than `elo0`.
    Accepted,
}

impl Sprt {
    /// The log-likelihood ratio beyond which the test ends, on either side of 0.
    pub(crate) fn bound() -> f64 {
        ((1.0 - SPRT_ERROR) / SPRT_ERROR).ln()
    }

    /// The log-likelihood ratio of the two assumptions, taking the mean of the pairs to be normal with the variance that they show.
    pub(crate) fn ratio(self, tally: &Tally) -> f64 {
        let Moments { pairs, mean, variance, .. } = moments(&tally.pairs.map(|count| count as f64 + SMOOTHING));
        let [share0, share1] = [self.elo0, self.elo1].map(share_of);
        pairs * (share1 - share0) * (2.0 * mean - share0 - share1) / (2.0 * variance)
    }

    pub(crate) fn state(self, tally: &Tally) -> State {
        match self.ratio(tally) {
            _ if tally.games() < 2 * FEWEST_PAIRS => State::Open,
            ratio if ratio >= Sprt::bound() => State::Accepted,
            ratio if ratio <= -Sprt::bound() => State::Rejected,
            _ => State::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        let mut tally = Tally::default();
        let results =
            [[Verdict::Loss; 2], [Verdict::Loss, Verdict::Draw], [Verdict::Draw; 2], [Verdict::Draw, Verdict::Win], [Verdict::Win; 2]];
        for (count, result) in pairs.into_iter().zip(results) {
            (0..count).for_each(|_| tally.add(result));
        }
        tally
    }

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() <= within, "{a} is not {b}");
    }

    #[test]
    fn games_and_pairs_are_counted() {
        let mut tally = tally([1, 2, 3, 4, 5]);
        tally.add([Verdict::Win, Verdict::Loss]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (15, 12, 5));
        assert_eq!((tally.games(), tally.pairs), (32, [1, 2, 4, 4, 5]));
        close(tally.share(), (15.0 + 6.0) / 32.0, 1e-12);
    }

    #[test]
    fn elo_and_share_are_inverse() {
        close(elo_of(0.75), 190.848_5, 1e-3);
        close(elo_of(0.5), 0.0, 1e-12);
        for elo in [-600.0, -5.0, 0.0, 5.0, 600.0] {
            close(elo_of(share_of(elo)), elo, 1e-6);
        }
    }

    #[test]
    fn error_bars_come_from_the_spread_of_pairs() {
        // Shares 0 and 1 alike often: variance 1/4, standard error 1/20.
        let Elo { estimate, low, high } = tally([50, 0, 0, 0, 50]).elo();
        close(estimate, 0.0, 1e-9);
        close(high, elo_of(0.5 + 0.05 * NORMAL_95), 1e-6);
        close(low, -high, 1e-6);
        // A win for each colour in every pair has no spread at all.
        let even = tally([0, 0, 100, 0, 0]).elo();
        assert_eq!((even.low, even.high), (0.0, 0.0));
    }

    #[test]
    fn all_points_are_infinitely_much() {
        assert_eq!(tally([0, 0, 0, 0, 9]).elo().estimate, f64::INFINITY);
        // A share of 0.05^(1/9) brings all points of nine pairs once in twenty times.
        close(tally([0, 0, 0, 0, 9]).elo().low, elo_of(0.05_f64.powf(1.0 / 9.0)), 1e-9);
        close(tally([9, 0, 0, 0, 0]).elo().high, -tally([0, 0, 0, 0, 9]).elo().low, 1e-9);
        assert_eq!(tally([0, 0, 0, 0, 9]).superiority(), 1.0);
        assert_eq!(tally([9, 0, 0, 0, 0]).superiority(), 0.0);
    }

    #[test]
    fn superiority_is_the_normal_distribution() {
        close(normal(0.0), 0.5, 1e-12);
        close(normal(1.0), 0.841_344_746, 1e-8);
        close(normal(-NORMAL_95), 0.025, 1e-6);
        close(normal(40.0), 1.0, 1e-9);
        assert_eq!(Tally::default().superiority(), 0.5);
        close(tally([45, 0, 0, 0, 55]).superiority(), normal(0.05 / (0.2475_f64 / 100.0).sqrt()), 1e-9);
    }

    #[test]
    fn the_test_decides_either_way() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        close(Sprt::bound(), 2.944_4, 1e-3);
        assert_eq!(sprt.state(&Tally::default()), State::Open);
        assert_eq!(sprt.state(&tally([5, 10, 20, 10, 5])), State::Open);
        assert_eq!(sprt.state(&tally([0, 0, 0, 0, 39])), State::Open, "too few games");
        assert_eq!(sprt.state(&tally([0, 0, 0, 0, 40])), State::Accepted);
        assert_eq!(sprt.state(&tally([50, 200, 500, 300, 150])), State::Accepted);
        assert_eq!(sprt.state(&tally([150, 300, 500, 200, 50])), State::Rejected);
    }

    #[test]
    fn the_ratio_is_the_one_of_two_normal_distributions() {
        let (sprt, tally) = (Sprt { elo0: 0.0, elo1: 20.0 }, tally([10, 20, 40, 25, 15]));
        let Moments { pairs, mean, variance, .. } = moments(&tally.pairs.map(|count| count as f64 + SMOOTHING));
        let deviance = |elo: f64| (mean - share_of(elo)).powi(2) * pairs / (2.0 * variance);
        close(sprt.ratio(&tally), deviance(0.0) - deviance(20.0), 1e-9);
    }
}
