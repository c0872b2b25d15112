//! The game in progress, and what each command does to it.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use hasami_shogi::search::{Level, Limits, Report, Score, Searcher};
use hasami_shogi::{Bitboard, Game, Move, Side, Square};

use crate::People;
use crate::board::{self, Marks, Style};
use crate::command::{Command, HELP};
use crate::common::Fallible;
use crate::file;
use crate::input::read_line;

/// The longest line that a player can type, in bytes.
const LONGEST_LINE: usize = 4096;

pub(crate) struct Table<'a> {
    pub(crate) game: Game,
    pub(crate) people: People,
    pub(crate) level: Level,
    pub(crate) think_time: Duration,
    pub(crate) searcher: Searcher,
    pub(crate) style: Style,
    pub(crate) out: &'a mut dyn Write,
}

/// What a command leads to: the board is shown again, or not, or the program ends.
enum Next {
    Board,
    Prompt,
    Leave,
}

impl Table<'_> {
    /// Plays until the player leaves or the input ends.
    pub(crate) fn play(mut self, input: &mut impl BufRead, prompted: bool) -> Fallible<()> {
        let mut line = Vec::new();
        self.show()?;
        loop {
            while self.engine_is_to_move() {
                self.play_engine_move()?;
            }
            self.prompt(prompted)?;
            if !read_line(input, &mut line, LONGEST_LINE)? {
                // The line of the prompt ends where the program does.
                return Ok(self.out.write_all(if prompted { b"\n" } else { b"" })?);
            }
            if self.answer(&line)?.is_break() {
                return Ok(());
            }
        }
    }

    fn engine_is_to_move(&self) -> bool {
        self.game.result().is_none() && !self.people.play(self.side())
    }

    fn side(&self) -> Side {
        self.game.position().side_to_move()
    }

    fn prompt(&mut self, prompted: bool) -> Fallible<()> {
        if prompted {
            let side = if self.game.result().is_some() { "game over" } else { self.side().name() };
            write!(self.out, "{side}> ")?;
        }
        self.out.flush()?;
        Ok(())
    }

    /// Follows one line. A mistake in it is told to the player; an error is trouble with the output.
    fn answer(&mut self, line: &[u8]) -> Fallible<ControlFlow<()>> {
        let next = match String::from_utf8_lossy(line) {
            _ if line.len() > LONGEST_LINE => Err(format!("a line of more than {LONGEST_LINE} bytes").into()),
            text => Command::read(&text).and_then(|command| self.follow(command)),
        };
        match next {
            Ok(Next::Leave) => return Ok(ControlFlow::Break(())),
            Ok(Next::Prompt) => {}
            Ok(Next::Board) => self.show()?,
            Err(problem) => writeln!(self.out, "{}", problem.to_string().replace(char::is_control, " "))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn follow(&mut self, command: Command<'_>) -> Fallible<Next> {
        match command {
            Command::Play(mv) => _ = self.game.play(mv)?,
            Command::Moves(Some(from)) => return self.preview(from),
            Command::Moves(None) => return self.list_captures(),
            Command::Hint => return self.hint(),
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Level(level) => return self.set_level(level),
            Command::Save(path) => return self.save(path),
            Command::Load(path) => self.load(path)?,
            Command::Draw => self.offer_draw()?,
            Command::Resign => self.game.resign(self.side())?,
            Command::Board => {}
            Command::Help => return self.say(HELP.trim_end()),
            Command::Quit => return Ok(Next::Leave),
            Command::Nothing => return Ok(Next::Prompt),
        }
        Ok(Next::Board)
    }

    fn say(&mut self, text: &str) -> Fallible<Next> {
        writeln!(self.out, "{text}")?;
        Ok(Next::Prompt)
    }

    /// Shows the board and how the game stands.
    fn show(&mut self) -> Fallible<()> {
        let (game, position) = (&self.game, self.game.position());
        writeln!(self.out, "\n{}", board::draw(position, &Marks::of(game), self.style))?;
        let [sente, gote] = Side::ALL.map(|side| position.captured(side));
        writeln!(self.out, "captured by sente {sente}, by gote {gote}")?;
        if let Some((mv, captured)) = game.history().last() {
            writeln!(self.out, "last move {}{}", board::name(!position.side_to_move(), mv), captures(captured))?;
        }
        match game.result() {
            Some(result) => writeln!(self.out, "{result}")?,
            None => writeln!(self.out, "move {}, {} to move", game.setup().move_number, position.side_to_move())?,
        }
        Ok(())
    }

    fn play_engine_move(&mut self) -> Fallible<()> {
        self.out.flush()?;
        let limits = Limits::new().time(self.think_time).level(self.level);
        match self.searcher.search(&self.game, &limits).best {
            Some(best) => _ = self.game.play(best)?,
            None => self.game.resign(self.side())?,
        }
        self.show()
    }

    /// What the engine thinks of the position at full strength.
    fn judge(&mut self) -> Report {
        self.searcher.search(&self.game, &Limits::new().time(self.think_time))
    }

    fn preview(&mut self, from: Square) -> Fallible<Next> {
        let (position, side) = (*self.game.position(), self.side());
        if let Some(result) = self.game.result() {
            return Err(format!("the game is over: {result}").into());
        }
        if position.side_on(from) != Some(side) {
            return Err(format!("no man of {side} stands on {from}").into());
        }
        let man = position.moves_of(from);
        writeln!(self.out, "\n{}\n{} moves", board::draw(&position, &Marks::preview(&position, from), self.style), man.len())?;
        self.list_capturing(man.iter())
    }

    fn list_captures(&mut self) -> Fallible<Next> {
        let moves = if self.game.result().is_some() { 0 } else { self.game.position().move_count() };
        writeln!(self.out, "{moves} moves")?;
        let capturing = self.game.position().capturing_moves();
        self.list_capturing(capturing.take(if moves == 0 { 0 } else { usize::MAX }))
    }

    fn list_capturing(&mut self, moves: impl Iterator<Item = Move>) -> Fallible<Next> {
        for mv in moves {
            let captured = self.game.position().captures_of(mv);
            if !captured.is_empty() {
                writeln!(self.out, "  {mv}{}", captures(captured))?;
            }
        }
        Ok(Next::Prompt)
    }

    fn hint(&mut self) -> Fallible<Next> {
        let report = self.judge();
        let Some(best) = report.best else {
            return Err("there is no move".into());
        };
        let line = report.lines.first().map(|line| line.moves.iter().map(|mv| format!(" {mv}")).collect::<String>());
        let captured = captures(self.game.position().captures_of(best));
        let text = format!("{}{captured}; score {}; line{}", board::name(self.side(), best), report.score, line.unwrap_or_default());
        self.say(&text)
    }

    /// Takes moves back until it is a person's turn. If it never was, the game stays as it is, apart from a resignation or an agreement.
    fn undo(&mut self) -> Fallible<()> {
        let (result, mut taken_back) = (self.game.result(), 0);
        while self.game.undo().is_some() {
            taken_back += 1;
            if !self.engine_is_to_move() {
                return Ok(());
            }
        }
        (0..taken_back).for_each(|_| _ = self.game.redo());
        if self.game.result() == result { Err("there is nothing to take back".into()) } else { Ok(()) }
    }

    /// Plays moves again until it is a person's turn.
    fn redo(&mut self) -> Fallible<()> {
        self.game.redo().ok_or("there is nothing to play again")?;
        while self.engine_is_to_move() && self.game.redo().is_some() {}
        Ok(())
    }

    fn set_level(&mut self, level: Level) -> Fallible<Next> {
        self.level = level;
        self.say(&format!("level {}", level.get()))
    }

    fn save(&mut self, path: &str) -> Fallible<Next> {
        file::save(path, &self.game)?;
        self.say(&format!("saved {path}"))
    }

    fn load(&mut self, path: &str) -> Fallible<()> {
        let record = file::load(path)?;
        self.game = record.game;
        self.searcher.clear();
        match record.variations {
            0 => Ok(()),
            variations => Ok(writeln!(self.out, "variations passed over, and not kept: {variations}")?),
        }
    }

    /// Two people agree; the engine does if it does not stand better.
    fn offer_draw(&mut self) -> Fallible<()> {
        let accepted = self.game.result().is_some() || self.people == People::Both || self.judge().score >= Score::Estimate(0);
        match accepted {
            true => Ok(self.game.agree_draw()?),
            false => Err("the engine would rather play on".into()),
        }
    }
}

fn captures(men: Bitboard) -> String {
    if men.is_empty() { String::new() } else { format!(", captures {}", board::list(men)) }
}
