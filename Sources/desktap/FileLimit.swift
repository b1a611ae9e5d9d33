import Glibc

/// How many files and connections the process may have open (getrlimit(2)).
enum FileLimit {
    /// Raises it to what the system allows, which is much more than what it starts with.
    /// - Returns: the number in force.
    static func raise() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        let soft = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return Int(clamping: soft) }
        return Int(clamping: limit.rlim_max)
    }
}
