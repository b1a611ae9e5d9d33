import ArgumentParser
import Attendance
import Foundation
import NFCTag
import ReaderAgent

/// The options for the desk and event of a tag, or for the selection of lines of a list.
struct TagPlaceOptions: ParsableArguments {
    @Option(help: "The server (DESKTAP_READER_SERVER).") var server: String?
    @Option(help: "start, pause or end.") var event: TapKind?
    @Option(help: "The desk, such as 6F-A3.") var desk: DeskID?
    @Option(help: "The office, if there are several.") var office: String?

    /// The address for one tag.
    /// - Throws: `ValidationError` if a reader would not accept the address.
    func address() async throws -> String {
        guard let event else {
            throw ValidationError("Specify the content of the tag: --event and --desk, or a list with --from.")
        }
        guard event != .start || desk != nil else { throw ValidationError("A tag for start needs a desk: add --desk.") }
        let server = try Settings(["server": server], file: nil).server
        var parts = URLComponents(url: server.appending(path: "t"), resolvingAgainstBaseURL: false)
        let items = [("event", event.rawValue), ("desk", desk?.description), ("office", office)]
        parts?.queryItems = items.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
        // The server reads a plus sign as a space.
        let query = parts?.percentEncodedQuery?.replacing("+", with: "%2B")
        parts?.percentEncodedQuery = query
        guard let uri = parts?.string else { throw ValidationError("'\(server)' does not give a valid address.") }
        do {
            _ = try TagAddress(uri, hosts: [server.host()?.lowercased() ?? ""])
        } catch {
            throw ValidationError("\(error)")
        }
        return uri
    }

    /// True if a line of a list is selected.
    func chooses(_ entry: TagListEntry) -> Bool {
        (event ?? entry.event) == entry.event && (desk ?? entry.desk) == entry.desk && (office ?? entry.office) == entry.office
    }
}

extension TapKind: ExpressibleByArgument {}

extension DeskID: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
