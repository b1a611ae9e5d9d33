import CPCSCLite

/// Speaks to a reader itself, whether a tag lies on it or not, by its driver's escape command.
package enum ReaderEscape {
    /// Sends a command and gives its answer.
    /// - Throws: ``PCSCError``: also where the driver does not pass escape commands on.
    package static func send(_ command: [UInt8], to reader: String) async throws -> [UInt8] {
        let thread = CardThread(name: "escape to \(reader)")
        defer { thread.stop() }
        let handover = Handover<[UInt8]>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard handover.isAwaited(by: continuation) else { return }
                thread.execute { _ = handover.deliver(Result { try sent(command, to: reader) }) }
            }
        } onCancel: {
            handover.abandon()
        }
    }

    /// Numbers of the escape command, as drivers count them: ACS's own (acsccid), and libccid, which has it switched off unless
    /// bit 0 of its option `ifdDriverOptions` is set.
    private static let functions: [DWORD] = [3500, 1]
    /// `SCARD_CTL_CODE(n)` of pcsc-lite's `reader.h` is this and n.
    private static let controlBase: DWORD = 0x4200_0000

    private static func sent(_ command: [UInt8], to reader: String) throws(PCSCError) -> [UInt8] {
        var context = SCARDCONTEXT()
        try check(SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context))
        defer { SCardReleaseContext(context) }
        var handle = SCARDHANDLE()
        var activeProtocol = DWORD()
        try check(SCardConnect(context, reader, DWORD(SCARD_SHARE_DIRECT), 0, &handle, &activeProtocol))
        defer { SCardDisconnect(handle, DWORD(SCARD_LEAVE_CARD)) }
        var refusal = PCSCError.communication
        for function in functions {
            var answer = [UInt8](repeating: 0, count: 264)
            var length = DWORD()
            let code = SCardControl(
                handle, controlBase + function, command, DWORD(command.count), &answer, DWORD(answer.count), &length)
            guard let error = PCSCError(code) else { return Array(answer.prefix(Int(length))) }
            refusal = error
        }
        throw refusal
    }

    private static func check(_ code: LONG) throws(PCSCError) {
        if let error = PCSCError(code) { throw error }
    }
}
