import ArgumentParser
import Foundation
import NFCTag
import VirtualReader

/// What `scripts/bench nfc` asks: the commands that each operation takes on each kind of tag with each kind of reader.
struct Count: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Count the commands of every operation, one JSON object a line.", shouldDisplay: false)

    private struct Line: Encodable {
        var tag: String
        var profile: String
        var operation: String
        /// With a reader that nothing is known of, and with one that has read a tag before. Nil where it cannot be done.
        var first: Int?
        var known: Int?
        /// Write commands among the last ones.
        var writes: Int?
        /// Why it cannot be done.
        var error: String?
    }

    func run() async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for name in TagModel.allCases.map(\.rawValue) + ["felica"] {
            for profile in Serve.Profile.allCases {
                for operation in Operation.allCases where name != "felica" || [.identify, .read].contains(operation) {
                    let line = try await Self.count(name, profile, operation)
                    if let line { print(String(decoding: try encoder.encode(line), as: UTF8.self)) }
                }
            }
        }
    }

    /// - Returns: nil where the reader does not see the tag.
    private static func count(
        _ name: String, _ profile: Serve.Profile, _ operation: Operation
    ) async throws -> Line? {
        let tag = try TagName.tag(name, holding: operation == .format ? nil : Operation.address(on: name))
        guard profile.profile.seesType5 || tag.technology != .type5 else { return nil }
        var line = Line(tag: name, profile: profile.rawValue, operation: operation.rawValue)
        do {
            line.first = try await commands(operation, on: name, profile.profile, tag, ReaderCapabilities()).count
            let before = DirectReader(profile.profile, tag: tag)
            var reader = TagReader(before, atr: ATR(before.answerToReset))
            _ = try await reader.read()
            let commands = try await commands(operation, on: name, profile.profile, tag, reader.capabilities)
            (line.known, line.writes) = (commands.count, commands.count(where: isWrite))
        } catch let error as TagError {
            line.error = "\(error)"
        }
        return line
    }

    private static func commands(
        _ operation: Operation, on name: String, _ profile: ReaderProfile, _ tag: any ContactlessTag,
        _ capabilities: ReaderCapabilities
    ) async throws -> [[UInt8]] {
        let direct = DirectReader(profile, tag: tag)
        try await operation.carryOut(on: direct, address: Operation.address(on: name), capabilities)
        return direct.commands
    }

    /// UPDATE BINARY, WRITE of a page, or WRITE SINGLE BLOCK; a frame stands behind the timer, its own tag and length.
    private static func isWrite(_ command: [UInt8]) -> Bool {
        if command[1] == 0xD6 { return true }
        guard command[1] == 0xC2, command[3] == 0x01, command.count > 15 else { return false }
        return command[14] == 0xA2 || [0x21, 0x31].contains(command[15])
    }
}

/// What is done with a tag.
enum Operation: String, CaseIterable {
    /// Its UID.
    case identify
    /// An address of 60 bytes.
    case read
    /// Another address of the same length, where the first one stands.
    case write
    /// The address that stands there already.
    case unchanged
    /// A structure for a tag from the factory.
    case format
    /// A certificate of 71 bytes behind the address.
    case provision

    /// 60 bytes, or fewer on an Ultralight, which has no room for them.
    static func address(on name: String) -> String {
        "https://desk.example.com/t?event=start&desk=6" + (name == "ultralight" ? "" : "F-A3&office=ber")
    }

    func carryOut(on direct: DirectReader, address: String, _ capabilities: ReaderCapabilities) async throws {
        let atr = ATR(direct.answerToReset)
        var reader = TagReader(direct, atr: atr, capabilities: capabilities)
        var writer = TagWriter(direct, atr: atr, capabilities: capabilities)
        switch self {
        case .identify: _ = try await reader.identify()
        case .read: _ = try await reader.read()
        case .write: _ = try await writer.write(NDEFMessage(try URIRecord(address.replacing("start", with: "pause")).record))
        case .unchanged: _ = try await writer.write(NDEFMessage(try URIRecord(address).record))
        case .format: _ = try await writer.format()
        case .provision:
            let certificate = try NDEFRecord.external("desktap", "c", Array(repeating: 0xA5, count: 71))
            _ = try await writer.write(NDEFMessage(try URIRecord(address).record, certificate))
        }
    }
}
