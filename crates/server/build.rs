//! Lists the built files of the page, so that they become part of the program.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let dist = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("web/dist");
    println!("cargo:rerun-if-changed={}", dist.display());
    // The files that are sent under each name, by their encoding: brotli, gzip, and as they are.
    let mut files: BTreeMap<String, [Option<String>; 3]> = BTreeMap::new();
    for entry in fs::read_dir(dist)? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (name, encoding) = match (file.strip_suffix(".br"), file.strip_suffix(".gz")) {
            (Some(name), _) => (name, 0),
            (_, Some(name)) => (name, 1),
            _ => (file.as_str(), 2),
        };
        if name != "build.json" {
            files.entry(name.into()).or_default()[encoding] = Some(path.to_string_lossy().into_owned());
        }
    }
    let mut list = format!("static FILES: [File; {}] = [\n", files.len());
    for (name, paths) in files {
        let [brotli, gzip, plain] = paths.map(|path| match path {
            Some(path) => format!("Some(include_bytes!({path:?}))"),
            None => "None".into(),
        });
        list += &format!("File::new({name:?}, {brotli}, {gzip}, {plain}),\n");
    }
    list.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("web_files.rs"), list)
}
