import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The ledger for auditors: its head and its entries, which contain hashes and no records.
struct LedgerRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase

    /// Maximum entries in a response.
    static let maximumEntries: Int64 = 1000

    func entries(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request.uri.query)
        let after = try Self.number(parameters, "after", in: 0...Int64.max) ?? 0
        let limit = try Self.number(parameters, "limit", in: 1...Self.maximumEntries) ?? 100
        // The head is read first, so that its entry is among those read here or on a later page.
        let head = try await store.ledger.ledgerHead()
        let entries = try await store.ledger.ledgerEntries(after: after, limit: limit)
        return .json(LedgerJSON(head: head, entries: entries))
    }

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        let head = try await store.ledger.ledgerHead()
        let clock = try await store.officeSettings.clock(of: person, zones, now: context.now).clock
        return try pages.render(
            LedgerPage(
                navigation: try await Navigation(for: context, at: Address.ledger, store), head: head, clock))
    }

    private static func number(
        _ parameters: QueryParameters, _ name: String, in range: ClosedRange<Int64>
    ) throws(WebError) -> Int64? {
        guard let text = parameters[name] else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw .badRequest(
                localized(
                    "ledger.badNumber", ["name": name, "least": "\(range.lowerBound)", "most": "\(range.upperBound)"]))
        }
        return number
    }
}

/// Entries for programs, with all fields that their hashes cover.
struct LedgerJSON: Encodable {
    struct Entry: Encodable {
        let seq: Int64
        let previous: String
        let hash: String
        let type: String
        let record: String
        /// With milliseconds, in UTC.
        let accepted: String
        let time: String
        /// nil if the record contains no place.
        let place: String?
    }

    /// In the format of `desktap ledger head`.
    let head: String
    let entries: [Entry]

    init(head: LedgerCheckpoint, entries: [(entry: LedgerEntry, hash: [UInt8])]) {
        self.head = head.text
        self.entries = entries.map { entry, hash in
            Entry(
                seq: entry.seq, previous: entry.previousHash.hexadecimal.lowercased(), hash: hash.hexadecimal.lowercased(),
                type: entry.type, record: entry.recordID.uuidString.lowercased(),
                accepted: entry.acceptedAt.rfc3339(precision: .milliseconds),
                time: entry.timeCommitment.hexadecimal.lowercased(),
                place: entry.placeCommitment?.hexadecimal.lowercased())
        }
    }
}

struct LedgerPage: Page {
    static let template = "pages/Ledger/ledger"

    let navigation: Navigation
    /// NUMBER:HASH.
    let head: String
    let count: Int64
    let latest: String?
    let entriesAddress = Address.ledgerEntries

    init(navigation: Navigation, head: LedgerCheckpoint, _ clock: LocalClock) {
        self.navigation = navigation
        self.head = head.text
        count = head.seq
        latest = head.acceptedAt.map { clock.dayAndTimeWithSeconds($0.seconds) }
    }
}
