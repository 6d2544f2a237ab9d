//! The order of the modules: each uses those above it in `lib.rs` and none below.

use std::path::{Path, PathBuf};

#[test]
fn modules_look_only_upwards() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = std::fs::read_to_string(source.join("lib.rs")).unwrap();
    let order: Vec<_> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(order.len() > 10, "{order:?}");
    let place = |name: &str| order.iter().position(|module| *module == name);
    for file in files(&source) {
        let inside = file.strip_prefix(&source).unwrap().with_extension("");
        let module = inside.components().next().unwrap().as_os_str().to_str().unwrap().to_owned();
        let Some(own) = place(&module) else { continue };
        for used in used_modules(&std::fs::read_to_string(&file).unwrap()) {
            let other = place(&used).unwrap_or_else(|| panic!("{}: what is crate::{used}?", file.display()));
            assert!(other <= own, "{}: {module} uses {used}, which is below it in lib.rs", file.display());
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// The modules named after `crate::`, in `use` lines and in the middle of the code alike.
fn used_modules(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let after: Vec<_> = code.flat_map(|line| line.split("crate::").skip(1)).collect();
    after.iter().map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}
