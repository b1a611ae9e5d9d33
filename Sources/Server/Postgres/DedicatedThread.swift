import Glibc

/// Threads outside the cooperative pool, for blocking calls.
enum DedicatedThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a detached thread that runs `body`.
    /// - Returns: false if the system cannot create a thread; then `body` does not run.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            // PQcancel writes to its socket without blocking SIGPIPE, which by default ends the process.
            var pipe = sigset_t()
            sigemptyset(&pipe)
            sigaddset(&pipe, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &pipe, nil)
            if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }
        let context = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, entry, context.toOpaque()) == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
