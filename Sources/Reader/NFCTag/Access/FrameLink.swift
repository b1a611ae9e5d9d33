/// Passes frames to a tag through a reader's transparent session (FF C2). The session opens with the first frame.
struct FrameLink<Transport: APDUTransport> {
    let transport: Transport
    let standard: TransparentCommand.Standard
    private let restartsField: Bool
    private var isOpen = false

    /// - Parameter restartsField: true to switch the field off and on before the first frame.
    init(_ transport: Transport, _ standard: TransparentCommand.Standard, restartsField: Bool = false) {
        self.transport = transport
        self.standard = standard
        self.restartsField = restartsField
    }

    /// Sends a frame.
    /// - Returns: the tag's response frame.
    /// - Throws: `TagError.exchangeFailed` or `TagError.refused` with `command`; any error of the transport.
    mutating func exchange(_ frame: [UInt8], for command: TagCommand) async throws -> [UInt8] {
        try await open()
        let answer = try await send(TransparentCommand.exchange(frame), for: command)
        guard let frame = answer.frame else { throw TagError.exchangeFailed(command, .noAnswer) }
        return frame
    }

    /// Switches the field off and on, which restarts a tag that is silent after a refusal.
    mutating func reactivate() async throws {
        _ = try await send(TransparentCommand.fieldOff, for: .transparentSession)
        _ = try await send(TransparentCommand.fieldOn, for: .transparentSession)
    }

    /// Ends the session. An open session blocks the reader for other programs.
    mutating func close() async throws {
        guard isOpen else { return }
        isOpen = false
        _ = try await transport.respond(to: TransparentCommand.endSession)
    }

    private mutating func open() async throws {
        guard !isOpen else { return }
        _ = try await send(TransparentCommand.startSession, for: .transparentSession)
        isOpen = true
        if restartsField { try await reactivate() }
        _ = try await send(TransparentCommand.switchProtocol(standard), for: .transparentSession)
    }

    private func send(_ command: [UInt8], for purpose: TagCommand) async throws -> TransparentAnswer {
        let response = try await transport.respond(to: command)
        guard response.status == .success else { throw TagError.refused(purpose, response.status) }
        do {
            return try TransparentAnswer(data: response.data)
        } catch {
            throw TagError.exchangeFailed(purpose, error)
        }
    }
}
