import CPCSCLite

/// Commands to a reader itself, with or without a tag, by its driver's escape command.
package enum ReaderEscape {
    /// Sends a command and returns the response.
    /// - Throws: ``PCSCError``, also if the driver does not support escape commands.
    package static func send(_ command: [UInt8], to reader: String) async throws -> [UInt8] {
        let thread = ThreadExecutor(name: "escape to \(reader)")
        defer { thread.stop() }
        let pending = PendingResult<[UInt8]>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard pending.attach(continuation) else { return }
                thread.execute { _ = pending.deliver(Result { try sent(command, to: reader) }) }
            }
        } onCancel: {
            pending.abandon()
        }
    }

    /// Function numbers of the escape command: ACS's driver (acsccid), then libccid, which disables the command unless bit 0
    /// of its option `ifdDriverOptions` is set.
    private static let functions: [DWORD] = [3500, 1]
    /// `SCARD_CTL_CODE(n)` of pcsc-lite's `reader.h` is this value plus n.
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
