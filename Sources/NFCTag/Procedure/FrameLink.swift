/// Passes frames to the tag through a reader's transparent session (FF C2), which it opens at the first frame.
struct FrameLink<Transport: APDUTransport> {
    let transport: Transport
    let standard: TransparentCommand.Standard
    private let restartsField: Bool
    private var isOpen = false

    /// - Parameter restartsField: whether the field goes off and on before the first frame.
    init(_ transport: Transport, _ standard: TransparentCommand.Standard, restartsField: Bool = false) {
        self.transport = transport
        self.standard = standard
        self.restartsField = restartsField
    }

    /// The tag's answer to a frame.
    /// - Throws: `TagError.notPassed`, naming `command`.
    mutating func exchange(_ frame: [UInt8], for command: TagCommand) async throws -> [UInt8] {
        try await open()
        let answer = try await send(TransparentCommand.exchange(frame), for: command)
        guard let frame = answer.frame else { throw TagError.notPassed(command, .noAnswer) }
        return frame
    }

    /// The field off and on: wakes a tag that keeps silent since it refused a frame.
    mutating func reactivate() async throws {
        _ = try await send(TransparentCommand.fieldOff, for: .transparentSession)
        _ = try await send(TransparentCommand.fieldOn, for: .transparentSession)
    }

    /// Ends the session; a forgotten one leaves the reader deaf for other programs.
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
            throw TagError.notPassed(purpose, error)
        }
    }
}
