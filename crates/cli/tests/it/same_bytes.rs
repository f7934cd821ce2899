//! Results are the same bytes for any number of threads, any locale, time zone and folder, and
//! whether the C library may use the processor's vector instructions.

use std::process::Command;

use super::cli::fixture;

/// Commands that share work between threads.
const COMMANDS: [&str; 12] = [
    "regions F --format json",
    "regions F --format geojson",
    "rankings F --format json",
    "rankings F --cells --format csv",
    "rank F --score mcc",
    "score F --metric mcc,f1,kappa --format csv",
    "confidence F --score f1 --question truly --draws 2000 --format json",
    "curve F --along decision --format json",
    "tile F --flavor best",
    "correlate F --metric mcc --search --grid 6",
    "lattice pmf --tp 30 --fp 4 --fn 6 --tn 50 --metric mcc --format json",
    "report F --draws 2000 --grid 8",
];

#[test]
fn neither_threads_nor_surroundings_change_a_byte() {
    let table = fixture("published/the-tile-fig-5/prior-0.2.csv");
    let text = std::fs::read_to_string(fixture("breast_cancer_confusion.csv")).expect("a fixture");
    // A part of the classifiers, for debug builds.
    let part: String = text.lines().take(13).map(|line| format!("{line}\n")).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let other = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.csv"), part).expect("a file");
    std::fs::copy(folder.path().join("x.csv"), other.path().join("x.csv")).expect("a copy");
    // Logarithms and exponentials of draws come from the C library, which has a version for each
    // kind of processor.
    let oldest =
        "glibc.cpu.hwcaps=-FMA,-FMA_Usable,-FMA4,-AVX2,-AVX2_Usable,-AVX,-AVX_Usable,-AVX512F";
    let settings = |threads, locale, zone, tunables| {
        [
            ("RAYON_NUM_THREADS", threads),
            ("LC_ALL", locale),
            ("TZ", zone),
            ("GLIBC_TUNABLES", tunables),
        ]
    };
    let plain = settings("1", "C", "UTC", "");
    let others = [
        settings("2", "de_DE.UTF-8", "Asia/Tokyo", ""),
        settings("7", "tr_TR.UTF-8", "America/Lima", oldest),
    ];
    for command in COMMANDS {
        let input = if command.starts_with("tile") { table.as_str() } else { "x.csv" };
        let arguments = command.split(' ').map(|word| if word == "F" { input } else { word });
        let arguments: Vec<&str> = arguments.collect();
        let bytes = |settings: [(&str, &str); 4], folder: &std::path::Path| {
            let output = Command::new(env!("CARGO_BIN_EXE_exactile"))
                .args(&arguments)
                .envs(settings)
                .current_dir(folder)
                .output()
                .expect("the program runs");
            assert!(output.status.success(), "{command}: {output:?}");
            output.stdout
        };
        let expected = bytes(plain, folder.path());
        assert!(expected.len() > 40, "{command}");
        for settings in others {
            assert!(bytes(settings, other.path()) == expected, "{command}: {settings:?}");
        }
    }
}
