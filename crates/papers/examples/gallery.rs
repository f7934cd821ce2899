//! Writes the README's gallery: `cargo run --release -p exactile-papers --example gallery`.

use std::path::Path;

use exactile_papers::figures::{GALLERY_FOLDER, gallery, gallery_fragment, with_gallery};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let folder = root.join(GALLERY_FOLDER);
    std::fs::create_dir_all(&folder)?;
    let pictures = gallery()?;
    for picture in &pictures {
        std::fs::write(folder.join(picture.file), &picture.svg)?;
    }
    let readme = root.join("README.md");
    let text = std::fs::read_to_string(&readme)?;
    let with = with_gallery(&text, &gallery_fragment(&pictures))
        .ok_or("README.md has no markers of the gallery, put them back")?;
    std::fs::write(readme, with)?;
    println!("{} pictures in {GALLERY_FOLDER}", pictures.len());
    Ok(())
}
