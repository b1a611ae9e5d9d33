import CPCSCLite
import Foundation

/// Watches all readers: connection of readers, insertion and removal of cards, and availability of pcscd.
package actor ReaderWatch {
    private let thread = ThreadExecutor(name: "readers")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private nonisolated let wait = CancellableWait()
    private var context: SCARDCONTEXT?
    private var states = ReaderStates()

    private init() {}

    deinit { thread.stop() }

    /// Passes all events to `deliver`, starting with the current state, until the task is cancelled.
    package static func run(_ deliver: (ReaderEvent) async -> Void) async {
        let watch = ReaderWatch()
        await withTaskCancellationHandler {
            var isAway = false
            var pause = Duration.milliseconds(100)
            while !Task.isCancelled {
                do throws(PCSCError) {
                    try await watch.open()
                    if isAway { await deliver(.serviceRestored) }
                    isAway = false
                    pause = .milliseconds(100)
                    while !Task.isCancelled {
                        for event in try await watch.next() { await deliver(event) }
                    }
                } catch {
                    let lost = await watch.close()
                    if error == .cancelled || Task.isCancelled { break }
                    for event in lost { await deliver(event) }
                    // If pcscd ends during a wait, the call reports a communication error.
                    if !isAway { await deliver(.serviceLost(error == .communication ? .serviceNotRunning : error)) }
                    isAway = true
                    try? await Task.sleep(for: pause)
                    pause = min(pause * 2, .seconds(2))
                }
            }
            _ = await watch.close()
        } onCancel: {
            watch.wait.cancel()
        }
    }

    /// The names of the connected readers, in pcscd's order.
    /// - Throws: ``PCSCError`` if pcscd is not available.
    package static func readers() async throws(PCSCError) -> [String] {
        let watch = ReaderWatch()
        try await watch.open()
        let result = await watch.listReaders()
        _ = await watch.close()
        return try result.get()
    }

    private func open() throws(PCSCError) {
        var context = SCARDCONTEXT()
        if let error = PCSCError(SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context)) { throw error }
        self.context = context
    }

    /// Releases the context.
    /// - Returns: the resulting events for the known readers.
    private func close() -> [ReaderEvent] {
        if let context { SCardReleaseContext(context) }
        context = nil
        return states.removeAll()
    }

    /// Waits for events, at most 1 s: some versions of pcscd do not report a new reader, but list it.
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
        // A reader was unplugged during the call. The next listing reports it.
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

/// A blocking call that another thread can end. Supports one call at a time.
// Unchecked: all mutable state is protected by `lock`.
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

    /// Ends the current call and rejects later calls. A call that has started but not reached pcscd yet is not cancelled. It
    /// ends at its own time limit.
    func cancel() {
        lock.withLock {
            isCancelled = true
            if let waiting { SCardCancel(waiting) }
        }
    }
}
