#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    hasami_shogi_fuzz::fuzz_bodies::serde_json(data);
});
