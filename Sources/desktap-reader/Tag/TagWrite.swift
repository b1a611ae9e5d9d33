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

            An address is one of http or https with a host. Other content needs an option of its own: --uri takes any URI, and
            --text writes a text.

              desktap-reader tag write --text Hello
              desktap-reader tag write --uri tel:+81312345678
            """)
    @OptionGroup var options: TagOptions
    @OptionGroup var place: TagPlaceOptions
    @OptionGroup var list: TagListOptions
    @Option(help: "Write any URI.") var uri: String?
    @Option(help: "Write a text.") var text: String?
    @Option(help: "The text's language (default: en).") var language: String?
    @Argument(help: "The address, where it is not made from the options.") var address: String?

    func validate() throws {
        let contents = [address, uri, text, list.list].compactMap { $0 }
        let isMade = list.list == nil && (place.event != nil || place.desk != nil || place.office != nil)
        guard contents.count + (isMade ? 1 : 0) <= 1 else {
            throw ValidationError("Give an address, --uri, --text, --event and --desk, or --from a list: one of these.")
        }
        guard language == nil || text != nil else { throw ValidationError("--language goes with --text.") }
    }

    func run() async throws {
        if let path = list.list {
            return try await list.run(path, options, place, .write, finishing: TagSeriesRun.Work.writing)
        }
        let content = try await content()
        try await options.work { reader, writer in
            let writing = try await writer.write(NDEFMessage(content.record), expecting: options.uid, formatting: true)
            return TagAnswer(
                writing, reader: reader, did: "written",
                [("uri", .text(content.uri)), ("text", .text(content.text)), ("language", .text(content.language))])
        }
    }

    /// What to write, checked before any tag is touched.
    private func content() async throws -> TagText {
        do throws(TagTextError) {
            if let uri { return try TagText(uri: uri) }
            if let text { return try TagText(text: text, language: language ?? "en") }
            if let address { return try TagText(webAddress: address) }
        } catch {
            throw ValidationError("\(error)")
        }
        let made = try await place.address()
        do {
            return try TagText(webAddress: made)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
