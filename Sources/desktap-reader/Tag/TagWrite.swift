import ArgumentParser
import Attendance
import Foundation
import NFCTag
import ReaderAgent

struct TagWrite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write", abstract: "Write an address to a tag.",
        discussion: """
            Either a whole address, or --server, --event and --desk, which make one. An unprepared tag is prepared first.

              desktap-reader tag write --server https://desk.example.com --event start --desk 6F-A3
            """)
    @OptionGroup var options: TagOptions
    @Option(help: "The server (DESKTAP_READER_SERVER).") var server: String?
    @Option(help: "start, pause or end.") var event: String?
    @Option(help: "The desk, such as 6F-A3.") var desk: String?
    @Argument(help: "The address, where it is not made from the options.") var address: String?

    func run() async throws {
        let uri = try await uri()
        let record: NDEFRecord
        do {
            record = try URIRecord(uri).record
        } catch {
            throw ValidationError("This is not an address: '\(uri)'.")
        }
        try await options.work { reader, transport, answerToReset in
            var writer = TagWriter(transport, atr: answerToReset)
            let writing = try await writer.write(NDEFMessage(record), expecting: options.uid, formatting: true)
            return TagAnswer(writing, reader: reader, did: "written", [("uri", .text(uri))])
        }
    }

    /// What to write, checked before any tag is touched: an address is written that would be read.
    private func uri() async throws -> String {
        if let address {
            guard event == nil, desk == nil else { throw ValidationError("Give an address, or --event and --desk: not both.") }
            return address
        }
        guard let event else { throw ValidationError("Say what to write: an address, or --event and --desk.") }
        let server = try await Settings(["server": server], file: nil).server
        var parts = URLComponents(url: server.appending(path: "t"), resolvingAgainstBaseURL: false)
        parts?.queryItems = [URLQueryItem(name: "event", value: event)]
        if let desk {
            guard let name = DeskID(desk) else { throw ValidationError("'\(desk)' is not the name of a desk.") }
            parts?.queryItems?.append(URLQueryItem(name: "desk", value: name.description))
        }
        guard let uri = parts?.string else { throw ValidationError("No address can be made of '\(server)'.") }
        do {
            _ = try TagAddress(uri, hosts: [server.host()?.lowercased() ?? ""])
        } catch {
            throw ValidationError("\(error)")
        }
        return uri
    }
}
