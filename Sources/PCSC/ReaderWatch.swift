import CPCSCLite
import Foundation

/// Watches all readers: what is plugged in and out, laid on and taken away, and pcscd itself coming and going.
package actor ReaderWatch {
    private let thread = CardThread(name: "readers")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private nonisolated let wait = CancellableWait()
    private var context: SCARDCONTEXT?
    private var states = ReaderStates()

    private init() {}

    deinit { thread.stop() }

    /// Tells `deliver` of all that happens, beginning with what is there, until the task is cancelled.
    package static func run(_ deliver: (ReaderEvent) async -> Void) async {
        let watch = ReaderWatch()
        await withTaskCancellationHandler {
            var isAway = false
            var pause = Duration.milliseconds(100)
            while !Task.isCancelled {
                do throws(PCSCError) {
                    try await watch.open()
                    if isAway { await deliver(.serviceBack) }
                    isAway = false
                    pause = .milliseconds(100)
                    while !Task.isCancelled {
                        for event in try await watch.next() { await deliver(event) }
                    }
                } catch {
                    let lost = await watch.lose()
                    if error == .cancelled || Task.isCancelled { break }
                    for event in lost { await deliver(event) }
                    // pcscd dying in the middle of a wait comes as a broken communication.
                    if !isAway { await deliver(.serviceAway(error == .communication ? .serviceNotRunning : error)) }
                    isAway = true
                    try? await Task.sleep(for: pause)
                    pause = min(pause * 2, .seconds(2))
                }
            }
            _ = await watch.lose()
        } onCancel: {
            watch.wait.cancel()
        }
    }

    /// The names of the readers there are.
    package static func readers() async throws(PCSCError) -> [String] {
        let watch = ReaderWatch()
        try await watch.open()
        let result = await watch.listReaders()
        _ = await watch.lose()
        return try result.get()
    }

    private func open() throws(PCSCError) {
        var context = SCARDCONTEXT()
        if let error = PCSCError(SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context)) { throw error }
        self.context = context
    }

    /// Gives the context back.
    /// - Returns: what that means for the readers known so far.
    private func lose() -> [ReaderEvent] {
        if let context { SCardReleaseContext(context) }
        context = nil
        return states.lost()
    }

    /// Waits until something happens, a second at most: a reader plugged in is not reported by every pcscd, but then listed.
    private func next() throws(PCSCError) -> [ReaderEvent] {
        guard let context else { throw .serviceNotRunning }
        let events = states.listed(try listReaders().get())
        if !events.isEmpty { return events }
        let names = states.names + [#"\\?PnP?\Notification"#]
        var reported = names.map { name in
            var state = SCARD_READERSTATE()
            state.szReader = UnsafePointer(strdup(name))
            state.dwCurrentState = DWORD(states.knownState(of: name))
            return state
        }
        defer { for state in reported { free(UnsafeMutablePointer(mutating: state.szReader)) } }
        let code = wait.run(context) { SCardGetStatusChange(context, 1000, &reported, DWORD(reported.count)) }
        switch PCSCError(code) {
        case nil: break
        // A reader went away in the meantime: the next look at the list will tell.
        case .timedOut, .unknownReader, .noReader: return []
        case let error?: throw error
        }
        return zip(names, reported).dropLast().flatMap { name, state in
            let atr = withUnsafeBytes(of: state.rgbAtr) { Array($0.prefix(Int(state.cbAtr))) }
            return states.reported(name, ReaderStates.Report(state: UInt(state.dwEventState), atr: atr))
        }
    }

    private func listReaders() -> Result<[String], PCSCError> {
        guard let context else { return .failure(.serviceNotRunning) }
        while true {
            var length = DWORD(0)
            var code = SCardListReaders(context, nil, nil, &length)
            var names = [CChar](repeating: 0, count: Int(length))
            if PCSCError(code) == nil { code = SCardListReaders(context, nil, &names, &length) }
            switch PCSCError(code) {
            case nil:
                let bytes = names.prefix(Int(length)).map { UInt8(bitPattern: $0) }
                return .success(bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
            case .noReader: return .success([])
            // A reader was plugged in between the two calls.
            case .other(code: 0x8010_0008): continue
            case let error?: return .failure(error)
            }
        }
    }
}

/// One blocking call at a time that another thread may end.
// Unchecked: all that changes is behind `lock`.
private final class CancellableWait: @unchecked Sendable {
    private let lock = NSLock()
    private var isCancelled = false
    private var waiting: SCARDCONTEXT?

    func run(_ context: SCARDCONTEXT, _ call: () -> LONG) -> LONG {
        let mayBegin = lock.withLock {
            if !isCancelled { waiting = context }
            return !isCancelled
        }
        guard mayBegin else { return LONG(SCARD_E_CANCELLED) }
        defer { lock.withLock { waiting = nil } }
        return call()
    }

    /// Ends the call that is under way, and refuses all later ones. A call that has begun but has not reached pcscd yet does
    /// not hear of it, and ends by its own time limit.
    func cancel() {
        lock.withLock {
            isCancelled = true
            if let waiting { SCardCancel(waiting) }
        }
    }
}
