//! Unpacks LZMA in a page. In a format that browsers unpack, the program would be half as large
//! again.
//!
//! A page calls `exactile_packed(n)`, fills the n bytes at the place that it gets with a file in
//! the format `.lzma`, and calls `exactile_unpacked()`: the number of bytes that are then at
//! `exactile_place()`, or -1 if the file is damaged.

use std::io::Read;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lzma_rust2::LzmaReader;

/// The packed bytes, and after them the unpacked ones.
static BYTES: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// The most memory that unpacking takes beside the bytes themselves, in kB: that of the window.
const WINDOW: u32 = 1 << 16;

fn bytes() -> MutexGuard<'static, Vec<u8>> {
    BYTES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for packed bytes.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn exactile_packed(length: usize) -> *mut u8 {
    let mut bytes = bytes();
    *bytes = vec![0; length];
    bytes.as_mut_ptr()
}

/// Unpacks them; returns their number, -1 if they are damaged.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn exactile_unpacked() -> f64 {
    let mut bytes = bytes();
    let mut unpacked = Vec::new();
    let read = LzmaReader::new_mem_limit(&bytes[..], WINDOW, None)
        .and_then(|mut reader| reader.read_to_end(&mut unpacked));
    *bytes = unpacked;
    read.map_or(-1.0, |length| length as f64)
}

/// The place of the bytes.
#[allow(unsafe_code, reason = "the name of an exported function")]
#[unsafe(no_mangle)]
pub extern "C" fn exactile_place() -> *const u8 {
    bytes().as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The twelve letters of `exact, exact`, by Python's `lzma` in the format `.lzma`.
    const PACKED: &[u8] = &[
        4, 0, 0, 0, 2, 255, 255, 255, 255, 255, 255, 255, 255, 0, 50, 158, 249, 77, 108, 146, 40,
        80, 96, 224, 21, 180, 63, 255, 248, 180, 176, 0,
    ];

    #[test]
    fn bytes_come_back_and_damage_is_told() {
        assert!(!exactile_packed(PACKED.len()).is_null());
        bytes().copy_from_slice(PACKED);
        assert_eq!(exactile_unpacked(), 12.0);
        assert_eq!(bytes()[..], *b"exact, exact");
        bytes().copy_from_slice(&[7; 12]);
        assert_eq!(exactile_unpacked(), -1.0);
    }
}
