import ArgumentParser
import NFCTag
import ReaderAgent

struct TagErase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Remove the message from a tag and overwrite the whole data area with zeros.")
    @OptionGroup var options: TagOptions

    func run() async throws {
        try await options.work { reader, writer in
            TagOutput(try await writer.erase(expecting: options.uid), reader: reader, did: "erased")
        }
    }
}
