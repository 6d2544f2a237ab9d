//! The user's folders.

use std::path::PathBuf;

use etcetera::{BaseStrategy, choose_base_strategy};

/// The folder of the user's cache in which the judge keeps what it can make again; none without a home.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    // Asked for first, since a service may have it and no home.
    let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|named| named.is_absolute());
    let usual = || choose_base_strategy().ok().map(|strategy| strategy.cache_dir());
    Some(named.or_else(usual)?.join("judge"))
}

/// The folder in which the user's programs keep their data.
///
/// # Errors
/// If there is no home.
#[cfg(feature = "browser")]
pub(crate) fn data_folder() -> Result<PathBuf, etcetera::HomeDirError> {
    Ok(choose_base_strategy()?.data_dir())
}
