import CPCSCLite

/// A card or tag on a reader, in one exclusive transaction: other programs cannot send commands in between.
///
/// Each card has its own context and thread, because calls on one PC/SC context block each other.
package actor SmartCard {
    private let thread: ThreadExecutor
    private let timeout: CallTimeout
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private var context = SCARDCONTEXT()
    private var handle = SCARDHANDLE()
    private var activeProtocol = DWORD()
    private var isOpen = false
    private var buffer: [UInt8] = []

    /// The size of an extended response (ISO 7816-4, 12.1.1) plus pcsc-lite's overhead, in bytes.
    private static let longestAnswer = 65_548

    /// The time limit for a response. An ISO 15693 write needs only 20 ms.
    package static let defaultTimeout = Duration.seconds(10)

    private init(reader: String, timeout: Duration) {
        thread = ThreadExecutor(name: "card in \(reader)")
        self.timeout = CallTimeout(timeout)
    }

    deinit { thread.stop() }

    /// Runs `body` with the card in `reader`. The card is not reset or powered down afterwards, so that a tag that stays on
    /// the reader is not reported as a new tag.
    /// - Parameter timeout: the limit for the connection, which another program may block, and for each response.
    /// - Throws: ``PCSCError``, including ``PCSCError/timedOut``, or any error of `body`.
    package static func with<Value: Sendable>(
        in reader: String, timeout: Duration = defaultTimeout,
        _ body: (_ card: SmartCard, _ atr: [UInt8]) async throws -> Value
    ) async throws -> Value {
        let card = SmartCard(reader: reader, timeout: timeout)
        let answerToReset = try await card.opened(in: reader)
        do {
            let value = try await body(card, answerToReset)
            await card.end()
            return value
        } catch {
            await card.end()
            throw error
        }
    }

    /// Releases the card. If a call is still in progress, the release follows it and is not awaited.
    private nonisolated func end() async {
        guard timeout.hasTimedOut else { return await close() }
        thread.execute { self.assumeIsolated { $0.close() } }
    }

    /// Sends a command and returns the response with its status word.
    /// - Throws: ``PCSCError/cardRemoved`` also for a response shorter than a status word: pcsc-lite reports success without
    ///   bytes if the tag leaves during a command. ``PCSCError/timedOut`` after the time limit, and then for every later
    ///   command. `CancellationError` if the task was cancelled more than 1 s ago. The card may have executed the command in
    ///   all these cases.
    package nonisolated func transmit(_ command: [UInt8]) async throws -> [UInt8] {
        guard !timeout.hasTimedOut else { throw PCSCError.timedOut }
        let pending = PendingResult<[UInt8]>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard pending.attach(continuation) else { return }
                timeout.begin { isCancelled in
                    pending.abandon(throwing: isCancelled ? CancellationError() : PCSCError.timedOut)
                }
                thread.execute {
                    self.assumeIsolated { card in
                        let result = Result { try card.sent(command) }
                        card.timeout.end()
                        _ = pending.deliver(result)
                    }
                }
            }
        } onCancel: {
            timeout.shortenDeadline()
        }
    }

    private func sent(_ command: [UInt8]) throws(PCSCError) -> [UInt8] {
        guard isOpen else { throw .cardRemoved }
        var header = SCARD_IO_REQUEST(
            dwProtocol: activeProtocol, cbPciLength: DWORD(MemoryLayout<SCARD_IO_REQUEST>.size))
        var length = DWORD(buffer.count)
        let code = SCardTransmit(handle, &header, command, DWORD(command.count), nil, &buffer, &length)
        if let error = PCSCError(code) { throw error }
        guard length >= 2 else { throw .cardRemoved }
        return Array(buffer[..<Int(length)])
    }

    /// Connects until the task is cancelled or the limit is reached. PC/SC waits indefinitely while another program has a
    /// transaction. In that case the thread returns later by itself and releases the card.
    /// - Returns: the card's answer to reset.
    private nonisolated func opened(in reader: String) async throws -> [UInt8] {
        let pending = PendingResult<[UInt8]>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard pending.attach(continuation) else { return }
                timeout.begin { _ in pending.abandon(throwing: PCSCError.timedOut) }
                thread.execute {
                    self.assumeIsolated { card in
                        let result = Result { try card.open(reader) }
                        card.timeout.end()
                        if !pending.deliver(result) { card.close() }
                    }
                }
            }
        } onCancel: {
            pending.abandon()
        }
    }

    private func open(_ reader: String) throws(PCSCError) -> [UInt8] {
        try Self.check(SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context))
        do throws(PCSCError) {
            let protocols = DWORD(SCARD_PROTOCOL_T0) | DWORD(SCARD_PROTOCOL_T1)
            try Self.check(
                SCardConnect(context, reader, DWORD(SCARD_SHARE_SHARED), protocols, &handle, &activeProtocol))
        } catch {
            SCardReleaseContext(context)
            throw error
        }
        isOpen = true
        buffer = [UInt8](repeating: 0, count: Self.longestAnswer)
        var atr = [UInt8](repeating: 0, count: Int(MAX_ATR_SIZE))
        var length = DWORD(atr.count)
        do throws(PCSCError) {
            try Self.check(SCardBeginTransaction(handle))
            try Self.check(SCardStatus(handle, nil, nil, nil, nil, &atr, &length))
        } catch {
            close()
            throw error
        }
        return Array(atr[..<Int(length)])
    }

    private func close() {
        guard isOpen else { return }
        isOpen = false
        // Errors are ignored: the card or pcscd is gone, and its resources with it.
        SCardEndTransaction(handle, DWORD(SCARD_LEAVE_CARD))
        SCardDisconnect(handle, DWORD(SCARD_LEAVE_CARD))
        SCardReleaseContext(context)
    }

    private static func check(_ code: LONG) throws(PCSCError) {
        if let error = PCSCError(code) { throw error }
    }
}
