import ArgumentParser
import Foundation
import NFCTag
import VirtualReader

/// The data of `scripts/bench nfc`: the number of commands of each operation on each kind of tag with each kind of reader.
struct CountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "CountCommand the commands of every operation. Prints one JSON object per line.", shouldDisplay: false)

    private struct Line: Encodable {
        var tag: String
        var profile: String
        var operation: String
        /// The number of commands with an unknown reader, and with one that has already read a tag. Nil if the operation
        /// fails.
        var first: Int?
        var known: Int?
        /// The number of write commands among `known`.
        var writes: Int?
        /// Why the operation fails.
        var error: String?
    }

    func run() async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for name in TagModel.allCases.map(\.rawValue) + ["felica"] {
            for profile in ServeCommand.Profile.allCases {
                for operation in Operation.allCases where name != "felica" || [.identify, .read].contains(operation) {
                    let line = try await Self.count(name, profile, operation)
                    if let line { print(String(decoding: try encoder.encode(line), as: UTF8.self)) }
                }
            }
        }
    }

    /// - Returns: nil if the reader does not detect the tag.
    private static func count(
        _ name: String, _ profile: ServeCommand.Profile, _ operation: Operation
    ) async throws -> Line? {
        let tag = try TagName.tag(name, holding: operation == .format ? nil : Operation.address(on: name))
        guard profile.profile.detectsType5 || tag.technology != .type5 else { return nil }
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
        try await operation.execute(on: direct, address: Operation.address(on: name), capabilities)
        return direct.commands
    }

    /// True for UPDATE BINARY, WRITE of a page, and WRITE SINGLE BLOCK. In a transparent command the frame follows the
    /// timer, its tag and its length.
    private static func isWrite(_ command: [UInt8]) -> Bool {
        if command[1] == 0xD6 { return true }
        guard command[1] == 0xC2, command[3] == 0x01, command.count > 15 else { return false }
        return command[14] == 0xA2 || [0x21, 0x31].contains(command[15])
    }
}

/// An operation on a tag.
enum Operation: String, CaseIterable {
    /// Reads the UID.
    case identify
    /// Reads an address of 60 bytes.
    case read
    /// Replaces the address by another one of the same length.
    case write
    /// Writes the address that the tag already holds.
    case unchanged
    /// Formats a new tag.
    case format
    /// Writes the address and a certificate of 71 bytes.
    case provision

    /// An address of 60 bytes; a shorter one on an Ultralight, which has no room for it.
    static func address(on name: String) -> String {
        "https://desk.example.com/t?event=start&desk=6" + (name == "ultralight" ? "" : "F-A3&office=ber")
    }

    func execute(on direct: DirectReader, address: String, _ capabilities: ReaderCapabilities) async throws {
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
