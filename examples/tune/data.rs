//! Positions with the points that their games brought, as text.

use std::io::{self, BufRead, Write};

use crate::common::Fallible;
use hasami_shogi::{Position, Rules, Setup};

/// A position and what came of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sample {
    pub(crate) position: Position,
    /// The points of the side to move: 0, ½ or 1.
    pub(crate) points: f32,
    /// The number of the game, by which positions of one game keep together.
    pub(crate) game: u64,
}

/// Writes a line for each position: rules, SFEN, points and the number of the game.
pub(crate) fn write(mut out: impl Write, samples: &[Sample]) -> io::Result<()> {
    for Sample { position, points, game } in samples {
        writeln!(out, "{}\t{}\t{points}\t{game}", position.rules(), position.to_setup(1))?;
    }
    out.flush()
}

/// Reads what `write` has written; an error names the line.
pub(crate) fn read(input: impl BufRead, samples: &mut Vec<Sample>) -> Fallible<()> {
    let mut last = None;
    for (index, line) in input.lines().enumerate() {
        samples.push(sample(&line?, &mut last).map_err(|error| format!("line {}: {error}", index + 1))?);
    }
    Ok(())
}

/// Reads one line. Most have the rules of the line before.
fn sample(line: &str, last: &mut Option<(String, Rules)>) -> Fallible<Sample> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [text, sfen, points, game] = fields[..] else { return Err("not four fields".into()) };
    let rules = match last {
        Some((same, rules)) if same == text => *rules,
        _ => text.parse()?,
    };
    *last = Some((text.into(), rules));
    let points = points.parse().ok().filter(|points| [0.0, 0.5, 1.0].contains(points)).ok_or("the points are not 0, 0.5 or 1")?;
    Ok(Sample { position: Position::from_setup(rules, &sfen.parse::<Setup>()?)?, points, game: game.parse()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let sample = |rules: Rules, points, game| Sample { position: Position::start(rules), points, game };
        let samples = [sample(Rules::CLASSIC_5, 0.5, 1), sample(Rules::MAK_YEK, 1.0, 2), sample(Rules::MAK_YEK, 0.0, 2)];
        let (mut text, mut read_back) = (Vec::new(), Vec::new());
        write(&mut text, &samples).expect("written");
        read(text.as_slice(), &mut read_back).expect("read");
        assert_eq!(read_back, samples);
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        let mut samples = Vec::new();
        let line = "plain\tppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1";
        let error = read(format!("{line}\t1\t1\n{line}\t2\t1\n").as_bytes(), &mut samples).expect_err("2 points");
        assert_eq!(error.to_string(), "line 2: the points are not 0, 0.5 or 1");
    }
}
