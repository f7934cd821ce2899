//! Distinct colours, also for colour-blind readers.

/// Thirty-two colours, the most different first: the seven of Okabe and Ito, then each next one as
/// far as possible from all before it, in OKLab, seen with full colour vision and with simulated
/// protanopia, deuteranopia and tritanopia (Machado et al. 2009), among colours of moderate chroma.
const COLOURS: [&str; 32] = [
    "#56b4e9", "#e69f00", "#009e73", "#f0e442", "#cc79a7", "#0072b2", "#d55e00", "#870f2d",
    "#78ffff", "#4b3c78", "#b4c3a5", "#964b00", "#875a78", "#9678e1", "#a5f0a5", "#78b478",
    "#96d2ff", "#004ba5", "#f0c35a", "#b44b4b", "#783c5a", "#00d2d2", "#00a5c3", "#f0f0d2",
    "#8796ff", "#a56996", "#0f784b", "#b4963c", "#694b87", "#d2ff96", "#c3e1d2", "#3c5ab4",
];

/// Returns the colour of the k-th most visible classifier; after thirty-two they repeat.
pub fn colour(k: usize) -> &'static str {
    COLOURS[k % COLOURS.len()]
}

/// Returns dark or pale ink, whichever is more legible on a colour `#rrggbb`.
pub(super) fn ink_on(colour: &str) -> &'static str {
    let channel = |at: usize| {
        colour
            .get(at..at + 2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok())
            .map_or(0.0, f64::from)
    };
    let luminance = 0.299 * channel(1) + 0.587 * channel(3) + 0.114 * channel(5);
    // No colours of the page, which a theme changes.
    if luminance > 120.0 { "#1b1b1b" } else { "#fefefe" }
}

/// Returns a colour `#rrggbb` mixed with a share of white.
pub fn paler(colour: &str, share: f64) -> String {
    mixed(colour, 255.0, share)
}

/// Returns a colour `#rrggbb` mixed with a share of a grey.
fn mixed(colour: &str, grey: f64, share: f64) -> String {
    blended(colour, |_| grey, share)
}

/// Returns a colour `#rrggbb` mixed with a share of another one.
pub(super) fn between(colour: &str, other: &str, share: f64) -> String {
    blended(colour, |at| channel_of(other, at), share)
}

fn channel_of(colour: &str, at: usize) -> f64 {
    let value = colour.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
    f64::from(value.unwrap_or(255))
}

fn blended(colour: &str, other: impl Fn(usize) -> f64, share: f64) -> String {
    let channel = |at: usize| {
        let mixed = channel_of(colour, at) * (1.0 - share) + other(at) * share;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 255"
        )]
        let rounded = mixed.round() as u8;
        rounded
    };
    format!("#{:02x}{:02x}{:02x}", channel(1), channel(3), channel(5))
}

/// Returns one of several shades of a colour `#rrggbb`, from the darkest to the palest; of a single
/// one, the colour itself.
pub(super) fn shade(colour: &str, place: usize, count: usize) -> String {
    /// The shares of black in the darkest and of white in the palest shade.
    const ENDS: (f64, f64) = (0.25, 0.6);
    if count < 2 {
        return colour.to_owned();
    }
    #[expect(clippy::cast_precision_loss, reason = "a few thresholds")]
    let position = place as f64 / (count - 1) as f64;
    let share = position * (ENDS.0 + ENDS.1) - ENDS.0;
    if share < 0.0 { mixed(colour, 0.0, -share) } else { mixed(colour, 255.0, share) }
}

/// Returns the colour at a position from 0 to 1 on a ramp that grows lighter, legible to
/// colour-blind readers.
pub fn ramp(position: f64) -> String {
    let colorous::Color { r, g, b } = colorous::CIVIDIS.eval_continuous(position.clamp(0.0, 1.0));
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rgb = [f64; 3];

    fn linear(colour: &str) -> Rgb {
        [1, 3, 5].map(|at| {
            let c = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("hex")) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn product(matrix: [Rgb; 3], v: Rgb) -> Rgb {
        matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
    }

    fn oklab(rgb: Rgb) -> Rgb {
        let lms = product(
            [
                [0.412_221_47, 0.536_332_54, 0.051_445_99],
                [0.211_903_50, 0.680_699_55, 0.107_396_96],
                [0.088_302_46, 0.281_718_84, 0.629_978_70],
            ],
            rgb.map(|c| c.clamp(0.0, 1.0)),
        );
        product(
            [
                [0.210_454_26, 0.793_617_79, -0.004_072_05],
                [1.977_998_50, -2.428_592_21, 0.450_593_71],
                [0.025_904_04, 0.782_771_77, -0.808_675_77],
            ],
            lms.map(f64::cbrt),
        )
    }

    /// Linear RGB with full colour vision, deuteranopia, protanopia, tritanopia.
    const VISIONS: [[Rgb; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    #[test]
    fn any_two_of_thirty_two_colours_differ_in_every_vision() {
        // A difference of about 0.02 in OKLab is just noticeable side by side.
        for vision in VISIONS {
            let seen: Vec<Rgb> =
                (0..32).map(|k| oklab(product(vision, linear(colour(k))))).collect();
            for (k, first) in seen.iter().enumerate() {
                for second in &seen[..k] {
                    let square: f64 = (0..3).map(|axis| (first[axis] - second[axis]).powi(2)).sum();
                    assert!(square.sqrt() > 0.042, "{} differs by {}", colour(k), square.sqrt());
                }
            }
        }
    }
}
