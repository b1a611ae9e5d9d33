import CPCSCLite

/// A card or tag on a reader, held in one transaction: no other program gets between its commands.
///
/// It has a context and a thread of its own, because calls on one PC/SC context wait for each other.
package actor SmartCard {
    private let thread: CardThread
    private let limit: CallLimit
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private var context = SCARDCONTEXT()
    private var handle = SCARDHANDLE()
    private var activeProtocol = DWORD()
    private var isOpen = false
    private var buffer: [UInt8] = []

    /// An extended answer (ISO 7816-4, 12.1.1) with room for what pcsc-lite puts around it.
    private static let longestAnswer = 65_548

    /// How long a reader may take for an answer. None takes as long: an ISO 15693 write needs 20 ms.
    package static let usualLimit = Duration.seconds(10)

    private init(reader: String, limit: Duration) {
        thread = CardThread(name: "card in \(reader)")
        self.limit = CallLimit(limit)
    }

    deinit { thread.stop() }

    /// Lends the card in `reader`. It is left as it is afterwards (no reset, no power-down), so that a tag which goes on lying
    /// there is not seen as a new one.
    /// - Parameter limit: how long to wait for the card, which another program may have, and for each of its answers.
    /// - Throws: ``PCSCError``, ``PCSCError/timedOut`` beyond the limit, or what `body` throws.
    package static func with<Value: Sendable>(
        in reader: String, answeringWithin limit: Duration = usualLimit,
        _ body: (_ card: SmartCard, _ atr: [UInt8]) async throws -> Value
    ) async throws -> Value {
        let card = SmartCard(reader: reader, limit: limit)
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

    /// Gives the card back; where a call is still under way, after it, and without waiting for that.
    private nonisolated func end() async {
        guard limit.isGivenUp else { return await close() }
        thread.execute { self.assumeIsolated { $0.close() } }
    }

    /// Sends a command and returns the answer, status word included.
    /// - Throws: ``PCSCError/cardRemoved`` also for an answer shorter than a status word: pcsc-lite reports success with no
    ///   bytes when the tag goes away in the middle of a command. ``PCSCError/timedOut`` where the reader does not answer in
    ///   time, then also for every later command; `CancellationError` where the task was cancelled a second before. The command
    ///   may be carried out all the same.
    package nonisolated func transmit(_ command: [UInt8]) async throws -> [UInt8] {
        guard !limit.isGivenUp else { throw PCSCError.timedOut }
        let handover = Handover<[UInt8]>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard handover.isAwaited(by: continuation) else { return }
                limit.begin { isCancelled in
                    handover.abandon(throwing: isCancelled ? CancellationError() : PCSCError.timedOut)
                }
                thread.execute {
                    self.assumeIsolated { card in
                        let result = Result { try card.sent(command) }
                        card.limit.end()
                        _ = handover.deliver(result)
                    }
                }
            }
        } onCancel: {
            limit.hasten()
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

    /// Connects, unless the task is cancelled first or the limit is reached: PC/SC waits without end while another program has a
    /// transaction. The thread then comes back by itself, and gives back what it got.
    /// - Returns: the card's answer to reset.
    private nonisolated func opened(in reader: String) async throws -> [UInt8] {
        let handover = Handover<[UInt8]>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard handover.isAwaited(by: continuation) else { return }
                limit.begin { _ in handover.abandon(throwing: PCSCError.timedOut) }
                thread.execute {
                    self.assumeIsolated { card in
                        let result = Result { try card.open(reader) }
                        card.limit.end()
                        if !handover.deliver(result) { card.close() }
                    }
                }
            }
        } onCancel: {
            handover.abandon()
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
        // Nothing is to be done if these fail: the card or pcscd is gone, and with it what they would free.
        SCardEndTransaction(handle, DWORD(SCARD_LEAVE_CARD))
        SCardDisconnect(handle, DWORD(SCARD_LEAVE_CARD))
        SCardReleaseContext(context)
    }

    private static func check(_ code: LONG) throws(PCSCError) {
        if let error = PCSCError(code) { throw error }
    }
}
