import ArgumentParser
import Attendance
import Foundation
import NFCTag
import ReaderAgent

struct TagRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Write a dumped memory back to its tag.",
        discussion: """
            Writes a file of 'desktap-reader tag dump --output' to the tag that it was read from. A file without a header, an
            incomplete file, and a file of another kind, size or UID are refused. With --force, any file of hexadecimal digits
            is written to any tag. Lock bits and configuration are never written.
            """)
    @OptionGroup var options: TagOptions
    @Flag(help: "Write the file even if it does not belong to this tag.") var force = false
    @Flag(help: "The file's blocks are in reverse byte order, and its header does not say so.") var reverseBlocks = false
    @Option(help: "The block size in bytes for --reverse-blocks, if the file has no header.") var blockSize = 4
    @Argument(help: "A file that 'dump' wrote.") var file: String

    func validate() throws {
        guard (1...256).contains(blockSize) else { throw ValidationError("--block-size takes 1 to 256 bytes.") }
    }

    func run() async throws {
        let dump: TagDump
        do {
            dump = try read()
        } catch {
            throw options.fail(error)
        }
        let memory = reverseBlocks ? dump.withBlocksReversed : dump
        try await options.work { reader, writer in
            let writing =
                force
                ? try await writer.restore(memory.bytes, expecting: options.uid)
                : try await writer.restore(memory, expecting: options.uid)
            return TagOutput(writing, reader: reader, did: "restored")
        }
    }

    /// Reads and checks the file before a tag is requested.
    private func read() throws -> TagDump {
        let text: String
        do {
            text = try String(contentsOfFile: file, encoding: .utf8)
        } catch {
            throw TagFileFailure.unreadable(file, reason: error.localizedDescription)
        }
        let content = try TagDumpFile(text: text)
        guard force else { return try content.dump }
        let dump = TagDump(
            uid: content.header?.uid ?? UID([]), kind: content.header?.kind ?? .unknown,
            blockSize: content.header?.blockSize ?? blockSize, bytes: content.bytes)
        return content.header?.isReversed == true ? dump.withBlocksReversed : dump
    }
}
