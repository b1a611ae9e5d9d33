import Glibc

/// A value shared by threads, protected by a POSIX mutex. On Linux, Thread Sanitizer does not know the standard library's
/// `Mutex` and reports a use of it as a race if one thread waits for another.
package final class Lock<Value>: @unchecked Sendable {  // `value` is accessed only while `mutex` is held
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        let made = pthread_mutex_init(mutex, nil)
        precondition(made == 0, "no mutex")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
