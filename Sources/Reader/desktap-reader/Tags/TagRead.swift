import ArgumentParser
import NFCTag
import ReaderAgent

struct TagRead: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Read the message on a tag.",
        discussion: "The exit status is 65 if there is no message.")
    @OptionGroup var options: TagOptions

    func run() async throws {
        try await options.work { reader, writer in
            var tag = writer.reader
            let reading = try await tag.read()
            if let problem = reading.problem { throw problem }
            return TagOutput(reading, reader: reader, records: true)
        }
    }
}
