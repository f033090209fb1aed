//! Lists the files of the page, so that they become part of the program.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let web = root.join("web");
    println!("cargo:rerun-if-changed={}", web.display());
    let mut files = Vec::new();
    collect(&web, &web, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for (name, path) in files {
        list += &format!("File {{ name: {name:?}, bytes: include_bytes!({path:?}) }},\n");
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("web_files.rs"), list)
}

/// Everything a browser loads: not the tests, nor what checks the types.
fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, String)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // Names are parts of addresses, which have slashes on every system.
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if path.is_dir() {
            if name != "tests" && name != "node_modules" {
                collect(root, &path, files)?;
            }
        } else if matches!(path.extension().and_then(|end| end.to_str()), Some("html" | "css" | "js" | "svg"))
        {
            files.push((name, path.to_string_lossy().into_owned()));
        }
    }
    Ok(())
}
