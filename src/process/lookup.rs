//! How the names of hosts and users are looked up by a program that is linked statically.

#[cfg(all(target_env = "gnu", target_feature = "crt-static"))]
unsafe extern "C" {
    fn __nss_configure_lookup(
        database: *const std::ffi::c_char,
        services: *const std::ffi::c_char,
    ) -> std::ffi::c_int;
}

/// Keeps a static program to what is built into glibc: `/etc/hosts`, DNS and `/etc/passwd`. Other services that
/// `/etc/nsswitch.conf` names are libraries for the glibc of the system, and to load one of another version than that in the
/// program ends it with a signal. Other programs load their own. To be called before there are threads.
pub(crate) fn keep_to_built_in_lookup() {
    #[cfg(all(target_env = "gnu", target_feature = "crt-static"))]
    for (database, services) in [(c"hosts", c"files dns"), (c"passwd", c"files")] {
        // SAFETY: both texts end with a zero, and glibc keeps copies of them. No other thread is there yet.
        unsafe { __nss_configure_lookup(database.as_ptr(), services.as_ptr()) };
    }
}
