import Foundation
import NFCTag

/// One slot of pcscd's virtual driver (vsmartcard-vpcd), with a reader and at most one tag in software behind it.
///
/// To the driver a card is a TCP connection: it is there while the connection is open.
// Unchecked: all that changes is behind `lock`.
package final class VirtualReader: @unchecked Sendable {
    private let port: UInt16
    private let profile: ReaderProfile
    private let lock = NSLock()
    private var visit: Visit?

    /// - Parameter port: where the driver listens for this slot.
    package init(port: UInt16, profile: ReaderProfile = .full) {
        self.port = port
        self.profile = profile
    }

    deinit { visit?.end() }

    /// A tag pulled away in the middle of the work.
    package struct Pull: Sendable {
        /// The command, counted from 0, that the tag does not answer any more.
        package var command: Int
        /// Whether it was still carried out.
        package var isCarriedOut: Bool

        package init(atCommand command: Int, isCarriedOut: Bool = false) {
            self.command = command
            self.isCarriedOut = isCarriedOut
        }
    }

    /// Lays a tag on the reader. pcscd looks every 400 ms.
    package func insert(_ tag: any ContactlessTag, pulledAway pull: Pull? = nil) throws {
        try lock.withLock {
            guard visit?.isOver ?? true else { throw VirtualReaderError.tagAlreadyThere }
            let socket = try DriverConnection(port: port)
            visit = Visit(ReaderFirmware(profile, tag: tag), socket, pull)
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

    /// pcscd looks every 400 ms: a swap between two looks goes unseen, and one between three may look like a tag that the
    /// reader lost for a moment.
    package static let timeToNotice = Duration.milliseconds(900)

    /// The tag that is there, or was until it was pulled away.
    package var tag: (any ContactlessTag)? { lock.withLock { visit }?.tag }

    /// The commands that reached the reader since the tag was laid on.
    package var commands: [[UInt8]] { lock.withLock { visit }?.commands ?? [] }

    /// Waits until all that belongs to the tag's message was read, at most for `limit`.
    /// - Returns: whether it was.
    package func waitUntilRead(within limit: Duration) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while .now < deadline {
            if let tag, Self.messageIsRead(of: tag) { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    private static func messageIsRead(of tag: any ContactlessTag) -> Bool {
        if tag.technology == .type4 {
            let length = Int(tag.memory[0]) << 8 | Int(tag.memory[1])
            return tag.bytesRead.isSuperset(of: 0..<length + 2)
        }
        let scan =
            switch tag.technology {
            case .type2: Type2Memory.scan(tag.memory, isWhole: true)
            case .type4, .type5: Type5Memory.scan(tag.memory, isWhole: true)
            }
        guard case .memory(let memory) = scan, let area = memory.area, let message = memory.ndef,
            let offsets = area.offsets(from: message.offset, count: message.length + (message.length < 0xFF ? 2 : 4))
        else { return !tag.bytesRead.isEmpty }
        return tag.bytesRead.isSuperset(of: offsets)
    }
}

/// A tag's stay on the reader, on a thread of its own.
// Unchecked: all that changes is behind `lock`.
private final class Visit: @unchecked Sendable {
    private let lock = NSLock()
    private let socket: DriverConnection
    private let pull: VirtualReader.Pull?
    private var firmware: ReaderFirmware
    private var seen: [[UInt8]] = []
    private var ended = false

    init(_ firmware: ReaderFirmware, _ socket: DriverConnection, _ pull: VirtualReader.Pull?) {
        self.firmware = firmware
        self.socket = socket
        self.pull = pull
        Thread { [self] in serve() }.start()
    }

    deinit { socket.release() }

    var tag: any ContactlessTag { lock.withLock { firmware.tag } }
    var commands: [[UInt8]] { lock.withLock { seen } }
    var isOver: Bool { lock.withLock { ended } }

    func end() {
        lock.withLock { ended = true }
        socket.shutDown()
    }

    private func serve() {
        while let message = socket.receive() {
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
                if let pull, pull.command == seen.count - 1 {
                    if pull.isCarriedOut { _ = firmware.answer(message) }
                    return .some(nil)
                }
                return firmware.answer(message)
            }
        }
    }
}
