import ArgumentParser
import NFCTag
import ReaderAgent

struct TagInfo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "info", abstract: "Show the tag or badge on the reader.")
    @OptionGroup var options: TagOptions

    func run() async throws {
        try await options.work { reader, writer in
            var tag = writer.reader
            return TagOutput(try await tag.read(), reader: reader, records: false)
        }
    }
}
