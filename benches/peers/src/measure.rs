//! Timing: each contestant in turn, for several rounds, in processor time.

use std::fmt;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;

/// How the leaves of the tree are reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Counted by the fastest way there is.
    Counted,
    /// The moves of every position one ply above the leaves are counted, and all plies above it are played.
    LastPlyCounted,
    /// Every leaf is played.
    Played,
    /// Every leaf is played, and whether the game is over there stays unknown.
    PlayedWithoutOutcome,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Way::Counted => "counted",
            Way::LastPlyCounted => "last ply counted",
            Way::Played => "played",
            Way::PlayedWithoutOutcome => "played, no outcome",
        })
    }
}

/// One library's perft of one position in one way, and what must come out.
pub struct Contestant {
    pub library: &'static str,
    pub position: &'static str,
    pub way: Way,
    pub depth: u32,
    /// The known number of leaves at `depth`.
    pub nodes: u64,
    perft: Box<dyn Fn() -> u64>,
}

impl Contestant {
    /// Takes `library` and `position` by name, and the known number of leaves as `(depth, leaves)`, with a depth of at least 1.
    pub fn new<P: 'static>(
        (library, position): (&'static str, &'static str),
        way: Way,
        (depth, nodes): (u32, u64),
        start: P,
        perft: fn(&P, u32) -> u64,
    ) -> Contestant {
        // Neither the position nor the depth may be known to the optimizer, which would work out once what is to be measured again and again.
        let perft = Box::new(move || perft(black_box(&start), black_box(depth)));
        Contestant { library, position, way, depth, nodes, perft }
    }

    /// The time of one perft, from as many in a row as fill `SHORTEST`. It is the thread's own time on a processor, without what other programs took.
    fn time(&self) -> Result<Duration, String> {
        const SHORTEST: Duration = Duration::from_millis(200);
        let start = ThreadTime::now();
        let mut runs = 0;
        while start.elapsed() < SHORTEST {
            self.check((self.perft)())?;
            runs += 1;
        }
        Ok(start.elapsed() / runs)
    }

    fn check(&self, found: u64) -> Result<(), String> {
        let Contestant { library, position, way, depth, nodes, .. } = self;
        if found == *nodes { Ok(()) } else { Err(format!("{library}, {position}, {way}: {found} leaves at depth {depth}, not {nodes}")) }
    }
}

/// The speeds of one contestant.
pub struct Measured<'a> {
    pub contestant: &'a Contestant,
    /// Millions of leaves a second in each round, the slowest first; at least one.
    speeds: Vec<f64>,
}

impl Measured<'_> {
    pub fn best(&self) -> f64 {
        self.speeds[self.speeds.len() - 1]
    }

    pub fn median(&self) -> f64 {
        let middle = self.speeds.len() / 2;
        if self.speeds.len() % 2 == 1 { self.speeds[middle] } else { (self.speeds[middle - 1] + self.speeds[middle]) / 2.0 }
    }
}

/// Measures all contestants in turn, for so many `rounds`, so that a slow minute of the machine strikes all of them alike.
///
/// # Errors
///
/// The first wrong count, in words.
pub fn alternate(contestants: &[Contestant], rounds: usize) -> Result<Vec<Measured<'_>>, String> {
    let mut results: Vec<_> = contestants.iter().map(|contestant| Measured { contestant, speeds: Vec::new() }).collect();
    for _ in 0..rounds {
        for Measured { contestant, speeds } in &mut results {
            speeds.push(contestant.nodes as f64 / contestant.time()?.as_secs_f64() / 1e6);
        }
    }
    for Measured { speeds, .. } in &mut results {
        speeds.sort_by(f64::total_cmp);
    }
    Ok(results)
}
