import ArgumentParser
import NFCTag
import ReaderAgent

struct TagWrite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write", abstract: "Write addresses to tags.",
        discussion: """
            One tag: a whole address, or --server, --event and --desk, which make one. Many: --from a list, one tag after the
            other; what is done is kept in a file beside the list, and after a break the same command goes on. The list is
            checked whole before the first tag is written. An unprepared tag is prepared first.

              desktap-reader tag write --server https://desk.example.com --event start --desk 6F-A3
              desktap-reader tag write --from tags.csv --event start
            """)
    @OptionGroup var options: TagOptions
    @OptionGroup var place: TagPlaceOptions
    @OptionGroup var list: TagListOptions
    @Argument(help: "The address, where it is not made from the options.") var address: String?

    func run() async throws {
        if let path = list.list {
            guard address == nil else { throw ValidationError("Give an address, or --from a list: not both.") }
            return try await list.run(path, options, place, .write, finishing: TagSeriesRun.Work.writing)
        }
        let uri = try await uri()
        let record: NDEFRecord
        do {
            record = try URIRecord(uri).record
        } catch {
            throw ValidationError("This is not an address: '\(uri)'.")
        }
        try await options.work { reader, writer in
            let writing = try await writer.write(NDEFMessage(record), expecting: options.uid, formatting: true)
            return TagAnswer(writing, reader: reader, did: "written", [("uri", .text(uri))])
        }
    }

    /// What to write, checked before any tag is touched.
    private func uri() async throws -> String {
        guard let address else { return try await place.address() }
        guard place.event == nil, place.desk == nil, place.office == nil else {
            throw ValidationError("Give an address, or --event and --desk: not both.")
        }
        return address
    }
}
