//! Random texts: noise, and valid texts that met with accidents.

/// A small generator of random numbers (`splitmix64`).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, or 0 if there is none.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// Random bytes, made text by force.
    pub fn noise(&mut self) -> String {
        let bytes: Vec<u8> = (0..self.below(60)).map(|_| self.next() as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// A valid text with one to three accidents.
    pub fn mutated(&mut self, valid: &[String], alphabet: &[char]) -> String {
        let mut text: Vec<char> = self.pick(valid).chars().collect();
        for _ in 0..=self.below(3) {
            self.mutate(&mut text, alphabet);
        }
        text.into_iter().collect()
    }

    fn mutate(&mut self, text: &mut Vec<char>, alphabet: &[char]) {
        let start = self.below(text.len() + 1);
        let longest = if self.below(4) == 0 { text.len() - start } else { 3.min(text.len() - start) };
        let slice = start..start + self.below(longest + 1);
        let replacement = match self.below(4) {
            0 => Vec::new(),
            1 => text[slice.clone()].repeat(2),
            2 => (0..=self.below(3)).map(|_| *self.pick(alphabet)).collect(),
            _ => self.noise().chars().take(2).collect(),
        };
        text.splice(slice, replacement);
    }
}
