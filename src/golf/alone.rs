//! Tools that are started without the packages installed beside them: through a link in a folder that
//! contains only the files for this purpose, such as an empty virtual environment of Python. Then no packages
//! of this machine's users are loaded, and no submission can depend on them.

use std::collections::BTreeMap;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// A link to a tool below this folder, with these files beside the link's folder. In their text `{folder}`
/// stands for the tool's folder.
/// `{folder}` stands for the folder that the tool lies in.
pub(super) fn alone(tool: &Path, files: &BTreeMap<String, String>, below: &Path) -> io::Result<PathBuf> {
    let (Some(folder), Some(name)) = (tool.parent(), tool.file_name()) else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let text = |text: &String| text.replace("{folder}", &folder.to_string_lossy());
    let files: BTreeMap<_, _> = files.iter().map(|(name, content)| (name, text(content))).collect();
    let made = below.join(key(tool, &files));
    let link = made.join("bin").join(name);
    let is_whole = |(name, text): (&&String, &String)| {
        std::fs::read(made.join(name)).is_ok_and(|found| found == text.as_bytes())
    };
    if link.read_link().is_ok_and(|target| target == tool) && files.iter().all(is_whole) {
        return Ok(link);
    }
    std::fs::create_dir_all(below)?;
    let new = tempfile::Builder::new().prefix("new-").tempdir_in(below)?;
    std::fs::create_dir(new.path().join("bin"))?;
    symlink(tool, new.path().join("bin").join(name))?;
    for (name, text) in &files {
        std::fs::write(new.path().join(name), text)?;
    }
    // Damaged files are replaced; another judge may have made the same just now.
    let _ = std::fs::remove_dir_all(&made);
    std::fs::rename(new.path(), &made)?;
    drop(new.keep());
    Ok(link)
}

fn key(tool: &Path, files: &BTreeMap<&String, String>) -> String {
    let digest = Sha256::digest(format!("{tool:?} {files:?}"));
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_made_once_and_mended_if_it_is_damaged() {
        let below = tempfile::tempdir().unwrap();
        let files = BTreeMap::from([("pyvenv.cfg".to_owned(), "home = {folder}\n".to_owned())]);
        let tool = Path::new("/bin/sh");
        let link = alone(tool, &files, below.path()).unwrap();
        assert_eq!((link.read_link().unwrap(), link.file_name()), (tool.to_owned(), tool.file_name()));
        let beside = link.parent().unwrap().parent().unwrap().join("pyvenv.cfg");
        assert_eq!(std::fs::read_to_string(&beside).unwrap(), "home = /bin\n");
        std::fs::write(&beside, "home = /else\n").unwrap();
        assert_eq!(alone(tool, &files, below.path()).unwrap(), link);
        assert_eq!(std::fs::read_to_string(&beside).unwrap(), "home = /bin\n");
        assert_eq!(std::fs::read_dir(below.path()).unwrap().count(), 1);
    }
}
