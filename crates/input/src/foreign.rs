//! Forms that cannot be read, recognised by their first bytes, with a command that converts them.

use super::error::InputErrorKind;

/// A form, its first bytes, and the tool that converts it.
struct Foreign {
    name: &'static str,
    magic: &'static [u8],
    /// The place of the magic bytes.
    at: usize,
    by: By,
}

/// The conversion of a file to a form that can be read.
#[derive(Clone, Copy)]
enum By {
    /// An expression of pandas that gives a table.
    Pandas(&'static str),
    /// A table of DuckDB, and an expression of pandas.
    Either(&'static str, &'static str),
    /// Another program, which takes the file at `FILE`.
    Shell(&'static str),
    /// Advice without a program.
    Advice(&'static str),
}

const fn starts(name: &'static str, magic: &'static [u8], by: By) -> Foreign {
    Foreign { name, magic, at: 0, by }
}

const NUMPY: By = By::Pandas("DataFrame(__import__('numpy').load(FILE))");
const ARROW: By = By::Pandas("read_feather(FILE)");

/// Longer magic bytes before shorter ones with the same beginning.
const FOREIGN: [Foreign; 22] = [
    starts("a Parquet file", b"PAR1", By::Either("FILE", "read_parquet(FILE)")),
    starts("a Feather file", b"FEA1", ARROW),
    starts("an Arrow or Feather file", b"ARROW1", ARROW),
    starts("an Arrow stream", b"\xff\xff\xff\xff", By::Pandas(ARROW_STREAM)),
    starts(
        "an SQLite database",
        b"SQLite format 3\0",
        By::Either("sqlite_scan(FILE, 'TABLE')", SQLITE),
    ),
    starts("an array of NumPy", b"\x93NUMPY", NUMPY),
    starts("a bzip2 file", b"BZh", By::Shell("bzip2 -dc FILE > data.csv")),
    starts("an xz file", b"\xfd7zXZ\0", By::Shell("xz -dc FILE > data.csv")),
    starts("an lz4 file", b"\x04\x22\x4d\x18", By::Shell("lz4 -dc FILE > data.csv")),
    starts("a 7-Zip archive", b"7z\xbc\xaf\x27\x1c", By::Shell("7z e -so FILE > data.csv")),
    starts("an HDF5 file", b"\x89HDF\r\n\x1a\n", By::Pandas("read_hdf(FILE)")),
    starts("an old Excel workbook", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", EXCEL),
    starts("a PDF", PDF, By::Advice("copy the table into a CSV with a header")),
    starts("a pickle of Python", b"\x80\x02", PICKLE),
    starts("a pickle of Python", b"\x80\x03", PICKLE),
    starts("a pickle of Python", b"\x80\x04", PICKLE),
    starts("a pickle of Python", b"\x80\x05", PICKLE),
    starts("a gzip file within a compressed one", b"\x1f\x8b", TWICE),
    starts("a Zstandard file within a compressed one", b"\x28\xb5\x2f\xfd", TWICE),
    starts("a file of R", b"RDX3\n", By::Advice(R)),
    starts("a file of R", b"X\n\0\0\0", By::Advice(R)),
    Foreign { name: "a tar archive", magic: b"ustar", at: 257, by: By::Shell(TAR) },
];

const PDF: &[u8] = b"%PDF-";
const EXCEL: By = By::Pandas("read_excel(FILE)");
const PICKLE: By = By::Pandas("read_pickle(FILE)");
const ARROW_STREAM: &str = "DataFrame(__import__('pyarrow').ipc.open_stream(FILE).read_pandas())";
const SQLITE: &str = "read_sql('select * from \"TABLE\"', __import__('sqlite3').connect(FILE))";
const TWICE: By = By::Advice("decompress it once");
const R: &str = "in R: write.csv(TABLE, \"data.csv\", row.names = FALSE)";
const TAR: &str = "tar xOf FILE > data.csv";

/// Recognises such a form from the beginning of a file with this name.
pub(super) fn recognise(head: &[u8], file: &str) -> Option<InputErrorKind> {
    let is_it = |form: &&Foreign| {
        let could_be_text = form.magic.iter().all(u8::is_ascii_graphic) && form.magic != PDF;
        head.get(form.at..).is_some_and(|bytes| bytes.starts_with(form.magic))
            && (!could_be_text || is_binary(head))
    };
    let (form, by) = if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        zipped(head)
    } else if let Some(form) = FOREIGN.iter().find(is_it) {
        (form.name, form.by)
    } else if is_html(head) {
        ("an HTML page", By::Pandas("read_html(FILE)[0]"))
    } else {
        return None;
    };
    Some(InputErrorKind::Foreign { form, hint: hint(by, file) })
}

/// Returns the kind of a zip archive, by the name of its first entry.
fn zipped(head: &[u8]) -> (&'static str, By) {
    let length = head.get(26..28).map_or(0, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
    let name = head.get(30..30 + usize::from(length)).unwrap_or_default();
    let office = [&b"[Content_Types].xml"[..], b"_rels/", b"docProps/", b"xl/"];
    if office.iter().any(|start| name.starts_with(start)) {
        ("an Excel workbook", EXCEL)
    } else if name.ends_with(b".npy") {
        ("an archive of NumPy", By::Pandas("DataFrame(dict(__import__('numpy').load(FILE)))"))
    } else if name == b"mimetype" {
        ("an OpenDocument file", EXCEL)
    } else {
        ("a zip archive", By::Shell("unzip -p FILE > data.csv"))
    }
}

/// Returns `true` if there are control characters, which text does not contain: a CSV may begin
/// with a column `PAR1`.
fn is_binary(head: &[u8]) -> bool {
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 14..=31);
    head.iter().take(4096).any(is_control)
}

fn is_html(head: &[u8]) -> bool {
    let start: Vec<u8> =
        head.trim_ascii_start().iter().take(15).map(u8::to_ascii_lowercase).collect();
    ["<!doctype html", "<html", "<head>", "<body", "<table"]
        .iter()
        .any(|tag| start.starts_with(tag.as_bytes()))
}

/// Returns the command that converts the file. A name that needs quoting is left to the reader.
fn hint(by: By, file: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./ ".contains(c);
    let is_short = file.len() <= 200 && !file.starts_with('-');
    let file = if is_short && file.chars().all(is_plain) { file } else { "FILE" };
    let quoted = format!("'{file}'");
    let pandas = |table: &str| {
        let table = table.replace("FILE", &quoted).replace('"', "\\\"");
        format!("python3 -c \"import pandas; pandas.{table}.to_csv('data.csv', index=False)\"")
    };
    match by {
        By::Pandas(table) => pandas(table),
        By::Either(duckdb, table) => {
            let duckdb = duckdb.replace("FILE", &quoted);
            format!("duckdb -c \"copy (from {duckdb}) to 'data.csv'\" or {}", pandas(table))
        }
        By::Shell(command) => command.replace("FILE", &quoted),
        By::Advice(advice) => advice.to_owned(),
    }
}
