import ArgumentParser
import NFCTag
import ReaderAgent

struct TagWrite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write", abstract: "Write addresses to tags.",
        discussion: """
            One tag: a complete address, or --server, --event and --desk, which form one. Several tags: --from a list, one tag
            after the other. Results are saved in a file next to the list, and after an interruption the same command continues.
            The whole list is checked before the first tag is written. An unformatted tag is formatted first.

              desktap-reader tag write --server https://desk.example.com --event start --desk 6F-A3
              desktap-reader tag write --from tags.csv --event start

            An address must be http or https with a host. Other content has its own options: --uri writes any URI, and --text
            writes a text.

              desktap-reader tag write --text Hello
              desktap-reader tag write --uri tel:+81312345678
            """)
    @OptionGroup var options: TagOptions
    @OptionGroup var place: TagPlaceOptions
    @OptionGroup var list: TagListOptions
    @Option(help: "Write any URI.") var uri: String?
    @Option(help: "Write a text.") var text: String?
    @Option(help: "The text's language (default: en).") var language: String?
    @Argument(help: "The address, unless the options form it.") var address: String?

    func validate() throws {
        let contents = [address, uri, text, list.list].compactMap { $0 }
        let isMade = list.list == nil && (place.event != nil || place.desk != nil || place.office != nil)
        guard contents.count + (isMade ? 1 : 0) <= 1 else {
            throw ValidationError("Specify only one of: an address, --uri, --text, --event and --desk, or --from a list.")
        }
        guard language == nil || text != nil else { throw ValidationError("--language needs --text.") }
    }

    func run() async throws {
        if let path = list.list {
            return try await list.run(path, options, place, .write, finishing: TagSeriesRun.Work.writing)
        }
        let content = try await content()
        try await options.work { reader, writer in
            let writing = try await writer.write(NDEFMessage(content.record), expecting: options.uid, formatting: true)
            return TagOutput(
                writing, reader: reader, did: "written",
                [("uri", .text(content.uri)), ("text", .text(content.text)), ("language", .text(content.language))])
        }
    }

    /// The content to write, checked before a tag is requested.
    private func content() async throws -> TagPayload {
        do throws(TagPayloadError) {
            if let uri { return try TagPayload(uri: uri) }
            if let text { return try TagPayload(text: text, language: language ?? "en") }
            if let address { return try TagPayload(webAddress: address) }
        } catch {
            throw ValidationError("\(error)")
        }
        let made = try await place.address()
        do {
            return try TagPayload(webAddress: made)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
