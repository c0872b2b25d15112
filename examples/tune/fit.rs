//! Logistic regression: weights whose estimates foretell the points best.

use std::num::NonZeroUsize;
use std::thread;

use crate::data::Sample;
use hasami_shogi::search::{FEATURES, Features, Weights};

/// Numbers, one for each feature.
type Vector = [f64; FEATURES];

/// Steps of the descent at most.
const STEPS: u32 = 3_000;
/// How far a weight moves in one step at most, about.
const PACE: f64 = 4.0;
/// The descent ends when so many steps together …
const PATIENCE: u32 = 100;
/// … lower the loss by less than this.
const GAIN: f64 = 1e-7;

/// How strongly a weight is held where it started: as much as so many positions, so that features that hardly ever come up do not run away.
const PULL: f64 = 5.0;

/// How estimates become expected points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Curve {
    /// The steepness, per unit of the weighted sum.
    steepness: f64,
}

impl Curve {
    /// The curve with the least loss for given weights. It stays as it is in the fit, so that estimates keep about their scale.
    pub(crate) fn fitting(data: &Data, weights: &Weights) -> Curve {
        let weights = reals(weights);
        let loss = |exponent: f64| data.loss(&weights, Curve { steepness: exponent.exp() });
        // The loss has one minimum: narrow the range down by thirds.
        let (mut low, mut high) = (1e-7_f64.ln(), 1e-1_f64.ln());
        for _ in 0..40 {
            let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            (low, high) = if loss(left) < loss(right) { (low, right) } else { (left, high) };
        }
        Curve { steepness: ((low + high) / 2.0).exp() }
    }

    /// The points to expect, 0 to 1.
    fn points(self, sum: f64) -> f64 {
        1.0 / (1.0 + (-self.steepness * sum).exp())
    }
}

/// What the fit knows of a position.
struct Row {
    features: [f32; FEATURES],
    points: f32,
}

impl Row {
    fn sum(&self, weights: &Vector) -> f64 {
        self.features.iter().zip(weights).map(|(feature, weight)| f64::from(*feature) * weight).sum()
    }
}

/// The positions to fit weights to.
pub(crate) struct Data(Vec<Row>);

impl<'a> FromIterator<&'a Sample> for Data {
    fn from_iter<I: IntoIterator<Item = &'a Sample>>(samples: I) -> Data {
        let row = |sample: &Sample| Row { features: Features::of(&sample.position).0.map(|feature| feature as f32), points: sample.points };
        Data(samples.into_iter().map(row).collect())
    }
}

impl Data {
    /// The mean squared error of the expected points.
    pub(crate) fn loss(&self, weights: &Vector, curve: Curve) -> f64 {
        let error = |row: &Row| (curve.points(row.sum(weights)) - f64::from(row.points)).powi(2);
        self.0.iter().map(error).sum::<f64>() / self.0.len().max(1) as f64
    }

    /// The loss and how it changes with each weight.
    fn slope(&self, weights: &Vector, curve: Curve, threads: NonZeroUsize) -> Slope {
        let share = self.0.len().div_ceil(threads.get()).max(1);
        let slope = thread::scope(|scope| {
            let workers: Vec<_> = self.0.chunks(share).map(|rows| scope.spawn(|| Slope::of(rows, weights, curve))).collect();
            let parts = workers.into_iter().filter_map(|worker| worker.join().ok());
            parts.fold(Slope::default(), Slope::plus)
        });
        slope.scaled(1.0 / self.0.len().max(1) as f64)
    }
}

/// A loss and its derivatives.
#[derive(Clone, Copy, Default)]
struct Slope {
    loss: f64,
    by_weight: Vector,
}

impl Slope {
    /// The sum over some positions.
    fn of(rows: &[Row], weights: &Vector, curve: Curve) -> Slope {
        let mut slope = Slope::default();
        for row in rows {
            let points = curve.points(row.sum(weights));
            let error = points - f64::from(row.points);
            let factor = 2.0 * error * points * (1.0 - points) * curve.steepness;
            slope.loss += error * error;
            for (sum, feature) in slope.by_weight.iter_mut().zip(row.features) {
                *sum += factor * f64::from(feature);
            }
        }
        slope
    }

    /// The square of the distance from the start, on the scale of the curve.
    fn of_pull(weights: &Vector, start: &Vector, curve: Curve) -> Slope {
        let mut slope = Slope::default();
        for (index, (weight, start)) in weights.iter().zip(start).enumerate() {
            let distance = (weight - start) * curve.steepness;
            slope.loss += distance * distance;
            slope.by_weight[index] = 2.0 * distance * curve.steepness;
        }
        slope
    }

    fn plus(mut self, other: Slope) -> Slope {
        self.loss += other.loss;
        self.by_weight.iter_mut().zip(other.by_weight).for_each(|(sum, part)| *sum += part);
        self
    }

    fn scaled(self, factor: f64) -> Slope {
        Slope { loss: self.loss * factor, by_weight: self.by_weight.map(|part| part * factor) }
    }
}

/// The weights with the least loss, found by gradient descent from given ones. What
/// hardly ever comes up stays about as it is.
pub(crate) fn descend(data: &Data, start: &Weights, curve: Curve, threads: NonZeroUsize) -> Weights {
    let (mut weights, mut descent) = (reals(start), Descent::default());
    let (mut best, mut least, mut milestone) = (weights, f64::INFINITY, f64::INFINITY);
    for step in 0..STEPS {
        let pull = Slope::of_pull(&weights, &reals(start), curve).scaled(PULL / data.0.len().max(1) as f64);
        let slope = data.slope(&weights, curve, threads).plus(pull);
        if slope.loss < least {
            (best, least) = (weights, slope.loss);
        }
        if step % PATIENCE == 0 {
            if milestone - least < GAIN {
                break;
            }
            milestone = least;
        }
        descent.step(&mut weights, &slope.by_weight);
    }
    Weights(best.map(|weight| weight.round() as i16))
}

/// The memory of a descent by Kingma and Ba's method (*Adam*): each weight has its own pace, set by how steep and how steady its slope has been.
#[derive(Default)]
struct Descent {
    steps: i32,
    mean: Vector,
    square: Vector,
}

impl Descent {
    fn step(&mut self, weights: &mut Vector, slope: &Vector) {
        const MEAN_KEEPS: f64 = 0.9;
        const SQUARE_KEEPS: f64 = 0.999;
        self.steps += 1;
        for (index, slope) in slope.iter().enumerate() {
            let (mean, square) = (&mut self.mean[index], &mut self.square[index]);
            *mean = MEAN_KEEPS * *mean + (1.0 - MEAN_KEEPS) * slope;
            *square = SQUARE_KEEPS * *square + (1.0 - SQUARE_KEEPS) * slope * slope;
            let steady = *mean / (1.0 - MEAN_KEEPS.powi(self.steps));
            let steep = (*square / (1.0 - SQUARE_KEEPS.powi(self.steps))).sqrt();
            if steep > 0.0 {
                weights[index] -= PACE * steady / steep;
            }
        }
    }
}

/// The weights as real numbers.
pub(crate) fn reals(weights: &Weights) -> Vector {
    weights.0.map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Rows whose points follow from the first three features by these weights.
    fn data(truth: [f64; 3], curve: Curve) -> Data {
        let mut random = Random::new(5);
        let row = |_| {
            let mut features = [0.0; FEATURES];
            features[..3].iter_mut().for_each(|feature| *feature = random.below(9) as f32 - 4.0);
            let sum = features.iter().zip(truth).map(|(feature, weight)| f64::from(*feature) * weight).sum();
            Row { features, points: curve.points(sum) as f32 }
        };
        Data((0..5_000).map(row).collect())
    }

    fn weights(first: [i16; 3], rest: i16) -> Weights {
        let mut weights = Weights([rest; FEATURES]);
        weights.0[..3].copy_from_slice(&first);
        weights
    }

    const CURVE: Curve = Curve { steepness: 0.001 };

    #[test]
    fn the_weights_behind_the_points_are_found() {
        let data = data([900.0, -300.0, 40.0], CURVE);
        let found = descend(&data, &weights([500, 0, 0], 7), CURVE, NonZeroUsize::MIN);
        for (found, truth) in found.0.into_iter().zip([900, -300, 40]) {
            assert!((found - truth).abs() <= 20, "{found} is not {truth}");
        }
        assert!(found.0[3..].iter().all(|weight| *weight == 7), "features that never come up change nothing");
    }

    #[test]
    fn the_curve_is_found() {
        let Curve { steepness } = Curve::fitting(&data([900.0, -300.0, 40.0], CURVE), &weights([900, -300, 40], 0));
        assert!((steepness / CURVE.steepness - 1.0).abs() < 1e-3, "{steepness}");
    }

    #[test]
    fn the_slope_is_that_of_the_loss() {
        let data = data([900.0, -300.0, 40.0], CURVE);
        let mut vector = reals(&weights([300, 100, 0], 0));
        let slope = data.slope(&vector, CURVE, NonZeroUsize::new(3).expect("three"));
        assert!((slope.loss - data.loss(&vector, CURVE)).abs() < 1e-12);
        let before = data.loss(&vector, CURVE);
        vector[0] += 0.01;
        let change = (data.loss(&vector, CURVE) - before) / 0.01;
        assert!((change / slope.by_weight[0] - 1.0).abs() < 1e-3);
    }
}
