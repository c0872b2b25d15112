//! Records in files. Most programs write KIF in Shift-JIS; this one reads that and UTF-8, and writes UTF-8 that says so.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::str;

use encoding_rs::{SHIFT_JIS, UTF_16BE, UTF_16LE};
use hasami_shogi::notation::kif::{KifRecord, UTF8_LINE};
use hasami_shogi::{Game, write_kif};

use crate::common::Fallible;

/// The largest file that is read, in bytes.
const LARGEST_FILE: u64 = 1 << 22;

/// Writes a game into a file.
pub(crate) fn save(path: &str, game: &Game) -> Fallible<()> {
    fs::write(path, [UTF8_LINE, &write_kif(game)].concat()).map_err(|error| format!("{path}: {error}").into())
}

/// Reads the record in a file.
pub(crate) fn load(path: &str) -> Fallible<KifRecord> {
    let bytes = read(path).map_err(|error| format!("{path}: {error}"))?;
    let text = decode(&bytes).map_err(|error| format!("{path}: {error}"))?;
    KifRecord::parse(&text).map_err(|error| format!("{path}: {error}").into())
}

fn read(path: &str) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LARGEST_FILE {
        true => Err(std::io::Error::new(ErrorKind::FileTooLarge, format!("more than {LARGEST_FILE} bytes"))),
        false => Ok(bytes),
    }
}

/// The text of a file in UTF-8 or, unless it claims to be UTF-8, in Shift-JIS.
fn decode(bytes: &[u8]) -> Fallible<String> {
    let problem = match str::from_utf8(bytes) {
        Ok(text) => return Ok(text.into()),
        Err(error) => error,
    };
    if let Some(encoding) = [UTF_16LE, UTF_16BE].into_iter().find(|encoding| starts_with_mark_of(bytes, encoding)) {
        return Err(format!("the file is in {}; UTF-8 and Shift-JIS are read", encoding.name()).into());
    }
    if claims_utf8(bytes) {
        return Err(format!("the file says that it is in UTF-8, but byte {} is not", problem.valid_up_to()).into());
    }
    let text = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes);
    Ok(text.ok_or("the file is neither in UTF-8 nor in Shift-JIS")?.into_owned())
}

fn starts_with_mark_of(bytes: &[u8], encoding: &'static encoding_rs::Encoding) -> bool {
    encoding_rs::Encoding::for_bom(bytes).is_some_and(|(found, _)| found == encoding)
}

/// Whether there is a byte order mark, or a first line such as `#KIF version=2.0 encoding=UTF-8`.
fn claims_utf8(bytes: &[u8]) -> bool {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default().to_ascii_lowercase();
    bytes.starts_with("\u{feff}".as_bytes()) || first.starts_with(b"#kif") && first.windows(5).any(|word| word == b"utf-8")
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::path::PathBuf;
    use std::process;

    use super::*;

    const RECORD: &str = "手合割：はさみ将棋　　\r\nルール：dai\r\n先手：挟　太郎\r\n手数----指手---------消費時間--\r\n   1 ５五歩(58)   ( 0:03/00:00:03)+\r\n   2 投了\r\nまで1手で先手の勝ち\r\n\r\n変化：1手\r\n   1 ９七歩(98)\r\n";

    /// A file of its own, which goes away with this.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str, bytes: &[u8]) -> Scratch {
            let path = env::temp_dir().join(format!("hasami-play-{}-{name}.kif", process::id()));
            fs::write(&path, bytes).expect("a folder for files of no worth");
            Scratch(path)
        }

        fn path(&self) -> &str {
            self.0.to_str().expect("a path in UTF-8")
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn complaint(name: &str, bytes: &[u8]) -> String {
        load(Scratch::new(name, bytes).path()).expect_err("no record").to_string()
    }

    fn shift_jis(text: &str) -> Vec<u8> {
        let (bytes, _, lossy) = SHIFT_JIS.encode(text);
        assert!(!lossy);
        bytes.into_owned()
    }

    #[test]
    fn both_encodings_say_the_same() {
        let expected = KifRecord::parse(RECORD).expect("a record");
        assert_eq!((expected.game.ply(), expected.variations), (1, 1));
        let marked = |mark: &str| [mark, RECORD].concat();
        for (name, bytes) in [
            ("utf8", RECORD.as_bytes().to_vec()),
            ("mark", marked("\u{feff}").into_bytes()),
            ("line", marked("#KIF version=2.0 encoding=UTF-8\r\n").into_bytes()),
            ("sjis", shift_jis(RECORD)),
            ("sjis-line", shift_jis(&marked("#KIF version=2.0 encoding=Shift_JIS\r\n"))),
        ] {
            assert_eq!(load(Scratch::new(name, &bytes).path()).expect(name), expected, "{name}");
        }
    }

    /// The two characters of 手 in Shift-JIS, given here in bytes lest the encoder and the decoder be wrong alike.
    #[test]
    fn shift_jis_is_what_it_is() {
        assert_eq!(shift_jis("手と：　"), [0x8e, 0xe8, 0x82, 0xc6, 0x81, 0x46, 0x81, 0x40]);
        assert_eq!(decode(b"\x8e\xe8\x82\xc6\x81\x46\x81\x40").expect("Shift-JIS"), "手と：　");
    }

    #[test]
    fn what_is_saved_says_its_encoding_and_reads_back() {
        let game = KifRecord::parse(RECORD).expect("a record").game;
        let file = Scratch::new("saved", b"");
        save(file.path(), &game).expect("a file");
        let text = fs::read_to_string(file.path()).expect("UTF-8");
        assert!(text.starts_with("#KIF version=2.0 encoding=UTF-8\n手合割：はさみ将棋\n"), "{text}");
        assert_eq!(load(file.path()).expect("a record").game, game);
    }

    #[test]
    fn other_encodings_are_told() {
        let utf16: Vec<u8> = "\u{feff}手合割".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(complaint("utf16", &utf16).ends_with("the file is in UTF-16LE; UTF-8 and Shift-JIS are read"));
        assert!(complaint("neither", b"\x8e\xe8\xff\xff").ends_with("the file is neither in UTF-8 nor in Shift-JIS"));
        let false_claim = [b"#KIF version=2.0 encoding=UTF-8\n".as_slice(), &shift_jis(RECORD)].concat();
        assert!(complaint("claim", &false_claim).ends_with("the file says that it is in UTF-8, but byte 32 is not"));
        assert!(complaint("huge", &vec![b'*'; 1 << 23]).ends_with("more than 4194304 bytes"));
        assert!(complaint("game", &shift_jis("手合割：平手\n")).ends_with("must be はさみ将棋, not \"平手\""));
    }
}
