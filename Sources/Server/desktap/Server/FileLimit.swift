import Glibc

/// The limit on the process's open files and connections (getrlimit(2)).
enum FileLimit {
    /// Raises the soft limit to the hard limit.
    /// - Returns: the limit in force.
    static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        let soft = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return Int(clamping: soft) }
        return Int(clamping: limit.rlim_max)
    }
}
