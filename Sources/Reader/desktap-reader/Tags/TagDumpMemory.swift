import ArgumentParser
import Foundation
import NFCTag
import ReaderAgent

struct TagDumpMemory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Read a tag's memory.",
        discussion: """
            Prints hexadecimal digits, one line per block. --output writes them to a file for 'restore', after a header with the
            tag's kind, UID and size. Type 5: the whole memory. Type 4: the NDEF file. Type 2: up to the end of the data area,
            without the lock bits and configuration after it.
            """)
    @OptionGroup var options: TagOptions
    @Flag(help: "Reverse the bytes of each block, as some industrial tags store them.") var reverseBlocks = false
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
            return TagOutput([
                ("reader", .text(reader)), ("uid", .text("\(dump.uid)")), ("kind", .text("\(dump.kind)")),
                ("bytes", .number(dump.bytes.count)), ("note", .text(dump.omission)), ("memory", .lines(file.blocks)),
            ])
        }
    }
}
