//! A picture beside the heading of a page.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A picture within the page, which loads nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logo {
    address: String,
}

impl Logo {
    /// The most bytes of a picture.
    pub const MOST_BYTES: usize = 500_000;

    /// Returns the picture of a file in PNG, JPEG, WebP or SVG; `None` for other content, and for
    /// more than [`Self::MOST_BYTES`]. O(n).
    ///
    /// ```
    /// use exactile_report::Logo;
    /// assert!(Logo::new(b"<svg xmlns='http://www.w3.org/2000/svg'/>").is_some());
    /// assert!(Logo::new(b"name,tn,fp,fn,tp").is_none());
    /// ```
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let is_svg = || {
            let text = std::str::from_utf8(bytes).ok()?;
            (text.trim_start().starts_with('<') && text.contains("<svg")).then_some("svg+xml")
        };
        let kind = match bytes {
            [0x89, b'P', b'N', b'G', ..] => Some("png"),
            [0xff, 0xd8, 0xff, ..] => Some("jpeg"),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("webp"),
            _ => is_svg(),
        };
        let kind = kind.filter(|_| bytes.len() <= Self::MOST_BYTES)?;
        Some(Self { address: format!("data:image/{kind};base64,{}", STANDARD.encode(bytes)) })
    }

    /// Returns the address that holds the picture.
    pub fn address(&self) -> &str {
        &self.address
    }
}
