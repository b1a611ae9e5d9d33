import Foundation

/// One slot of pcscd's virtual driver (vsmartcard-vpcd), with a reader and at most one tag in software behind it.
///
/// To the driver a card is a TCP connection: it is there while the connection is open.
// Unchecked: all that changes is behind `lock`.
package final class VirtualReader: @unchecked Sendable {
    private let port: UInt16
    private let profile: ReaderProfile
    private let trace: Trace?
    private let lock = NSLock()
    private var visit: Visit?

    /// Is told of every message of the driver before it is answered: 01 switches the field on, 04 asks for the answer to
    /// reset, and what has more bytes is a command.
    package typealias Trace = @Sendable (_ message: [UInt8]) -> Void

    /// - Parameter port: where the driver listens for this slot.
    package init(port: UInt16, profile: ReaderProfile = .full, trace: Trace? = nil) {
        self.port = port
        self.profile = profile
        self.trace = trace
    }

    deinit { visit?.end() }

    /// A tag pulled away in the middle of the work.
    package struct Pull: Sendable {
        /// The command, counted from 0, that the tag does not answer any more.
        package var command: Int
        /// Whether it was still carried out.
        package var isCarriedOut: Bool
        /// Whether the driver learns of it, as it does within 400 ms. Otherwise this command and all later ones come back
        /// without a status word, until the tag is laid down again.
        package var isNoticed: Bool

        package init(atCommand command: Int, isCarriedOut: Bool = false, isNoticed: Bool = true) {
            self.command = command
            self.isCarriedOut = isCarriedOut
            self.isNoticed = isNoticed
        }
    }

    /// Lays a tag on the reader. pcscd looks every 400 ms.
    package func insert(_ tag: any ContactlessTag, pulledAway pull: Pull? = nil) throws {
        try lock.withLock {
            guard visit?.isOver ?? true else { throw VirtualReaderError.tagAlreadyThere }
            guard profile.seesType5 || tag.technology != .type5 else { throw VirtualReaderError.unseen }
            let socket = try DriverConnection(port: port)
            visit = Visit(ReaderFirmware(profile, tag: tag), socket, pull, trace)
        }
    }

    /// Takes the tag away.
    /// - Returns: the tag as it is now.
    @discardableResult
    package func remove() throws -> any ContactlessTag {
        guard let visit = lock.withLock({ visit }) else { throw VirtualReaderError.noTag }
        visit.end()
        lock.withLock { self.visit = nil }
        return visit.tag
    }

    /// Takes the tag that is there away and lays another one down, slowly enough for pcscd to see the reader empty.
    package func replace(with tag: any ContactlessTag) async throws {
        if self.tag != nil { try remove() }
        try await Task.sleep(for: Self.timeToNotice)
        try insert(tag)
    }

    /// Puts a tag of the same kind in the place of the one that lies there, or the same once more, between two looks of pcscd:
    /// it sees no change. Commands are counted anew.
    package func swap(to tag: any ContactlessTag, pulledAway pull: Pull? = nil) throws {
        guard let visit = lock.withLock({ visit }), !visit.isOver else { throw VirtualReaderError.noTag }
        visit.begin(with: tag, pull)
    }

    /// pcscd looks every 400 ms: a swap between two looks goes unseen, and one between three may look like a tag that the
    /// reader lost for a moment.
    package static let timeToNotice = Duration.milliseconds(900)

    /// The tag that is there, or was until it was pulled away.
    package var tag: (any ContactlessTag)? { lock.withLock { visit }?.tag }

    /// The commands that reached the reader since the tag was laid on.
    package var commands: [[UInt8]] { lock.withLock { visit }?.commands ?? [] }

    /// Waits until all that belongs to the tag's message was read, or a badge's number, at most for `limit`.
    /// - Returns: whether it was.
    package func waitUntilRead(within limit: Duration) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while .now < deadline {
            if let visit = lock.withLock({ visit }) {
                let wasAsked = visit.commands.contains { $0.starts(with: [0xFF, 0xCA]) }
                if visit.tag.messageIsRead(orUID: wasAsked) { return true }
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}

/// A tag's stay on the reader, on a thread of its own.
// Unchecked: all that changes is behind `lock`.
private final class Visit: @unchecked Sendable {
    private let lock = NSLock()
    private let socket: DriverConnection
    private let trace: VirtualReader.Trace?
    private var pull: VirtualReader.Pull?
    private var firmware: ReaderFirmware
    private var seen: [[UInt8]] = []
    private var ended = false

    init(
        _ firmware: ReaderFirmware, _ socket: DriverConnection, _ pull: VirtualReader.Pull?, _ trace: VirtualReader.Trace?
    ) {
        self.firmware = firmware
        self.trace = trace
        self.socket = socket
        self.pull = pull
        Thread { [self] in serve() }.start()
    }

    deinit { socket.release() }

    func begin(with tag: any ContactlessTag, _ pull: VirtualReader.Pull?) {
        lock.withLock {
            self.pull = pull
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

    /// One-byte messages are the driver's own (power off, on, reset, answer to reset wanted), all others are commands.
    /// - Returns: nil where none is expected; `.some(nil)` when the tag is gone.
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
                guard let pull, pull.command < seen.count else { return firmware.answer(message) }
                if pull.isCarriedOut && pull.command == seen.count - 1 { _ = firmware.answer(message) }
                return pull.isNoticed ? .some(nil) : StatusWord.cut
            }
        }
    }
}
