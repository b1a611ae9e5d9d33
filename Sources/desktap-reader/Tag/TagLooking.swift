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
            if let problem = reading.problem { throw problem }
            return TagAnswer(reading, reader: reader, records: true)
        }
    }
}

struct TagDumpMemory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Read a tag's memory.",
        discussion: """
            Prints hexadecimal digits, one line a block; --output writes them to a file that 'restore' takes, behind a line with
            the tag's kind, UID and size. Of a Type 5 tag it is the whole memory, of a Type 4 tag the NDEF file. Of a Type 2 tag it
            ends with the data area: lock bits and configuration behind that are not read.
            """)
    @OptionGroup var options: TagOptions
    @Flag(help: "Turn the bytes of each block round, as some industrial tags are laid out.") var reverseBlocks = false
    @Option(help: "A file to write.") var output: String?

    func run() async throws {
        try await options.work { reader, writer in
            let dump = try await writer.dump(expecting: options.uid)
            let file = TagDumpFile(dump, reversed: reverseBlocks)
            if let output {
                do {
                    try Data(file.text.utf8).write(to: URL(filePath: output))
                } catch {
                    throw TagFileFailure.unwritable(output, reason: error.localizedDescription)
                }
            }
            return TagAnswer([
                ("reader", .text(reader)), ("uid", .text("\(dump.uid)")), ("kind", .text("\(dump.kind)")),
                ("bytes", .number(dump.bytes.count)), ("note", .text(dump.omission)), ("memory", .lines(file.blocks)),
            ])
        }
    }
}
