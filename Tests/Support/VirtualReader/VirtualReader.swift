import Foundation

/// One slot of pcscd's virtual driver (vsmartcard-vpcd), with a software reader and at most one software tag.
///
/// The driver represents a card as a TCP connection: the card is present while the connection is open.
// Unchecked: all mutable state is protected by `lock`.
package final class VirtualReader: @unchecked Sendable {
    private let port: UInt16
    private let profile: ReaderProfile
    private let trace: Trace?
    private let lock = NSLock()
    private var presence: TagPresence?

    /// Called with every message of the driver before the response: 01 switches the field on, 04 requests the answer to
    /// reset, longer messages are commands.
    package typealias Trace = @Sendable (_ message: [UInt8]) -> Void

    /// - Parameter port: the driver's TCP port for this slot.
    package init(port: UInt16, profile: ReaderProfile = .full, trace: Trace? = nil) {
        self.port = port
        self.profile = profile
        self.trace = trace
    }

    deinit { presence?.end() }

    /// The removal of a tag during a command.
    package struct EarlyRemoval: Sendable {
        /// The number of the first unanswered command, counted from 0.
        package var command: Int
        /// True if the tag still executes this command.
        package var isExecuted: Bool
        /// True if the driver detects the removal, which takes up to 400 ms. Otherwise this command and all later ones
        /// return without a status word until the tag is presented again.
        package var isNoticed: Bool

        package init(atCommand command: Int, isExecuted: Bool = false, isNoticed: Bool = true) {
            self.command = command
            self.isExecuted = isExecuted
            self.isNoticed = isNoticed
        }
    }

    /// Places a tag on the reader. pcscd polls every 400 ms.
    /// - Throws: ``VirtualReaderError``.
    package func insert(_ tag: any ContactlessTag, removal: EarlyRemoval? = nil) throws {
        try lock.withLock {
            guard presence?.isOver ?? true else { throw VirtualReaderError.tagAlreadyThere }
            guard profile.detectsType5 || tag.technology != .type5 else { throw VirtualReaderError.notDetected }
            let socket = try DriverConnection(port: port)
            presence = TagPresence(ReaderFirmware(profile, tag: tag), socket, removal, trace)
        }
    }

    /// Removes the tag.
    /// - Returns: the tag in its current state.
    /// - Throws: ``VirtualReaderError/noTag``.
    @discardableResult
    package func remove() throws -> any ContactlessTag {
        guard let presence = lock.withLock({ presence }) else { throw VirtualReaderError.noTag }
        presence.end()
        lock.withLock { self.presence = nil }
        return presence.tag
    }

    /// Replaces the tag. The pause in between is long enough for pcscd to detect the empty reader.
    package func replace(with tag: any ContactlessTag) async throws {
        if self.tag != nil { try remove() }
        try await Task.sleep(for: Self.detectionTime)
        try insert(tag)
    }

    /// Replaces the tag by one of the same kind, or presents the same tag again, between two polls of pcscd, which does not
    /// detect the change. The recorded commands are cleared.
    package func swap(to tag: any ContactlessTag, removal: EarlyRemoval? = nil) throws {
        guard let presence = lock.withLock({ presence }), !presence.isOver else { throw VirtualReaderError.noTag }
        presence.begin(with: tag, removal)
    }

    /// How long the reader must be empty until pcscd certainly detects it. pcscd polls every 400 ms: a shorter swap may be
    /// missed or may look like a tag that the reader lost for a moment.
    package static let detectionTime = Duration.milliseconds(900)

    /// The current tag, or the last one after its removal during a command.
    package var tag: (any ContactlessTag)? { lock.withLock { presence }?.tag }

    /// The commands that reached the reader since the tag was placed on it.
    package var commands: [[UInt8]] { lock.withLock { presence }?.commands ?? [] }

    /// Waits until the tag's whole message, or a badge's UID, was read.
    /// - Returns: false after `limit`.
    package func waitUntilRead(within limit: Duration) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while .now < deadline {
            if let presence = lock.withLock({ presence }) {
                let wasAsked = presence.commands.contains { $0.starts(with: [0xFF, 0xCA]) }
                if presence.tag.messageIsRead(orUID: wasAsked) { return true }
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}

/// The presence of one tag on the reader, on its own thread.
// Unchecked: all mutable state is protected by `lock`.
private final class TagPresence: @unchecked Sendable {
    private let lock = NSLock()
    private let socket: DriverConnection
    private let trace: VirtualReader.Trace?
    private var removal: VirtualReader.EarlyRemoval?
    private var firmware: ReaderFirmware
    private var seen: [[UInt8]] = []
    private var ended = false

    init(
        _ firmware: ReaderFirmware, _ socket: DriverConnection, _ removal: VirtualReader.EarlyRemoval?,
        _ trace: VirtualReader.Trace?
    ) {
        self.firmware = firmware
        self.trace = trace
        self.socket = socket
        self.removal = removal
        Thread { [self] in serve() }.start()
    }

    deinit { socket.release() }

    func begin(with tag: any ContactlessTag, _ removal: VirtualReader.EarlyRemoval?) {
        lock.withLock {
            self.removal = removal
            seen = []
            firmware.tag = tag
            firmware.powerUp()
        }
    }

    var tag: any ContactlessTag { lock.withLock { firmware.tag } }
    var commands: [[UInt8]] { lock.withLock { seen } }
    var isOver: Bool { lock.withLock { ended } }

    func end() {
        lock.withLock { ended = true }
        socket.shutDown()
    }

    private func serve() {
        while let message = socket.receive() {
            trace?(message)
            guard let answer = answer(to: message) else { continue }
            guard let bytes = answer, socket.send(bytes) else { break }
        }
        lock.withLock { ended = true }
        socket.shutDown()
    }

    /// Handles one message. One-byte messages are the driver's own (power off, on, reset, answer to reset); all others are
    /// commands.
    /// - Returns: nil if no response is expected; `.some(nil)` if the tag is gone.
    private func answer(to message: [UInt8]) -> [UInt8]?? {
        lock.withLock {
            switch message {
            case [0x00]: return nil
            case [0x01], [0x02]:
                firmware.powerUp()
                return nil
            case [0x04]: return firmware.answerToReset
            default:
                seen.append(message)
                guard let removal, removal.command < seen.count else { return firmware.answer(message) }
                if removal.isExecuted && removal.command == seen.count - 1 { _ = firmware.answer(message) }
                return removal.isNoticed ? .some(nil) : StatusWord.truncated
            }
        }
    }
}
