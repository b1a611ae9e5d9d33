import Glibc

/// A value that several threads share, behind a POSIX mutex: one that Thread Sanitizer sees. On Linux it does not see the
/// standard library's `Mutex`, and would call every use of it a race.
final class Lock<Value>: @unchecked Sendable {  // `value` is touched with `mutex` held
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: sending Value) {
        self.value = value
        let made = pthread_mutex_init(mutex, nil)
        precondition(made == 0, "no mutex")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
