import ArgumentParser
import Foundation
import NFCTag
import ReaderAgent

struct TagInfo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "info", abstract: "Say what lies on the reader.")
    @OptionGroup var options: TagOptions

    func run() async throws {
        try await options.work { reader, writer in
            var tag = writer.reader
            return TagAnswer(try await tag.read(), reader: reader, records: false)
        }
    }
}

struct TagRead: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Read the message on a tag.",
        discussion: "Ends with status 65 where there is no message.")
    @OptionGroup var options: TagOptions

    func run() async throws {
        try await options.work { reader, writer in
            var tag = writer.reader
            let reading = try await tag.read()
            switch reading.content {
            case .message, .empty: return TagAnswer(reading, reader: reader, records: true)
            case .damaged(let damage): throw TagError.damaged(damage)
            case .unformatted: throw TagError.unformatted
            }
        }
    }
}

struct TagDumpMemory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Read a tag's whole memory.",
        discussion: "Prints hexadecimal digits, one line a block; --output writes them to a file that 'restore' takes.")
    @OptionGroup var options: TagOptions
    @Flag(help: "Turn the bytes of each block round, as some industrial tags are laid out.") var reverseBlocks = false
    @Option(help: "A file to write.") var output: String?

    func run() async throws {
        try await options.work { reader, writer in
            var dump = try await writer.dump(expecting: options.uid)
            if reverseBlocks { dump = dump.withBlocksReversed }
            let lines = stride(from: 0, to: dump.bytes.count, by: dump.blockSize).map { start in
                Array(dump.bytes[start..<min(start + dump.blockSize, dump.bytes.count)]).hexadecimal
            }
            if let output { try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: output)) }
            return TagAnswer([
                ("reader", .text(reader)), ("uid", .text("\(dump.uid)")), ("kind", .text("\(dump.kind)")),
                ("bytes", .number(dump.bytes.count)),
                ("memory", options.json ? .text(lines.joined()) : .text("\n" + lines.joined(separator: "\n"))),
            ])
        }
    }
}
