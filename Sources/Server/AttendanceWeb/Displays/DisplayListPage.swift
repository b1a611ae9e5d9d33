import Attendance
import AttendanceStore
import Localization

/// The list of wall displays.
struct DisplayListPage: Page {
    static let template = "pages/Displays/displays"

    struct Row: Sendable {
        let name, place, state, linkAddress, revokeAddress: String
        let isRevoked: Bool
        /// Why the code that was typed for a new screen was refused; nil: none was.
        let codeProblem: String?
        let typedCode: String
    }

    /// A refused code for another screen of a display, to be shown again.
    struct Refused {
        /// The id of the display.
        let display: String
        let code: String
    }

    /// A new enrolment link, shown only once.
    struct NewLink: Sendable { let name, link: String }

    /// The QR code of the new link.
    struct Code: Sendable {
        let side: Int
        let path: String
    }

    /// Whether the displays of an office show names, and where an administrator changes that.
    struct NamesOnWall: Sendable { let sentence, settingsAddress: String }

    let navigation: Navigation
    let address = Address.adminDisplays
    let problem: String?
    /// A new ``FormToken``.
    let form: String
    let made: NewLink?
    let code: Code?
    let rows: [Row]
    let typed: DisplayForm
    let floors: [Choice]
    let names: [NamesOnWall]
    /// The address that a screen opens.
    let screenAddress: String
    /// Whether the links lead to the server's computer only.
    let isLocal: Bool
    let linkHours = DisplayStore.linkLifetime.hours

    /// - Parameters:
    ///   - displays: by name. The page lists revoked ones last.
    ///   - officesWithNames: the offices whose displays show names.
    ///   - refused: the code that `problem` is about. The problem is at its field, if the display is in use.
    init(
        navigation: Navigation, _ displays: [ListedDisplay], floors: [ListedFloor], offices: [Office],
        officesWithNames: Set<OfficeID>, now: Instant, clock: LocalClock, publicURL: String, made: NewLink? = nil,
        problem: String? = nil, typed: DisplayForm = DisplayForm(), refused: Refused? = nil
    ) {
        let namesOffices = offices.count > 1
        let refused = displays.contains { "\($0.display.id)" == refused?.display && $0.revokedAt == nil } ? refused : nil
        self.navigation = navigation
        self.problem = refused == nil ? problem : nil
        form = FormToken(now: now).text
        screenAddress = publicURL + Address.screen
        isLocal = Address.isLocal(publicURL)
        self.made = made
        self.typed = typed
        code = made.flatMap { QRCode($0.link) }.map { Code(side: $0.side, path: $0.path) }
        self.floors = typed.choices(floors, namesOffices: namesOffices)
        names = offices.map { office in
            let sentence = localized(
                officesWithNames.contains(office.id) ? "display.names.shown" : "display.names.hidden")
            return NamesOnWall(
                sentence: namesOffices
                    ? localized("display.names.ofOffice", ["office": office.name, "names": sentence]) : sentence,
                settingsAddress: Address.mapNames(of: office.id))
        }
        rows = (displays.filter { $0.revokedAt == nil } + displays.filter { $0.revokedAt != nil }).map { entry in
            let id = "\(entry.display.id)"
            let refusedCode = refused?.display == id ? refused?.code : nil
            return Row(
                name: entry.display.name,
                place: namesOffices
                    ? localized("display.floorOf", ["office": entry.officeName, "floor": entry.display.floor])
                    : entry.display.floor,
                state: Self.state(of: entry, now: now, clock),
                linkAddress: Address.path(Address.adminDisplayLink, id),
                revokeAddress: Address.path(Address.adminRevokeDisplay, id),
                isRevoked: entry.revokedAt != nil, codeProblem: refusedCode == nil ? nil : problem,
                typedCode: refusedCode ?? "")
        }
    }

    private static func state(of entry: ListedDisplay, now: Instant, _ clock: LocalClock) -> String {
        func when(_ instant: Instant) -> String { clock.dayAndTime(instant.seconds) }
        if let revokedAt = entry.revokedAt { return localized("display.state.revoked", ["time": when(revokedAt)]) }
        let linkUntil = entry.linkExpiresAt.flatMap { now < $0 ? when($0) : nil }
        switch (entry.enrolledAt.map(when), linkUntil) {
        case (let since?, let until?): return localized("display.state.replacing", ["since": since, "until": until])
        case (let since?, nil): return localized("display.state.used", ["since": since])
        case (nil, let until?): return localized("display.state.waiting", ["until": until])
        case (nil, nil): return localized("display.state.expired")
        }
    }
}
