import Attendance
import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// The period and the stated purpose of a request for a record.
struct RecordRequest: Sendable {
    let period: ClosedRange<CivilDate>
    /// The purpose that the viewer stated; nil if none.
    let purpose: String?

    /// The maximum number of days.
    static let longestPeriod: Int64 = 400

    /// Reads `month` (`YYYY-MM`), or `from` and `to`. Default: this month.
    init(_ parameters: QueryParameters, today: CivilDate) throws(WebError) {
        if let month = parameters["month"] {
            guard let first = CivilDate(text: month + "-01") else {
                throw .badRequest(localized("correction.badMonth"), reason: .badPeriod)
            }
            period = first.month
        } else if parameters["from"] != nil || parameters["to"] != nil {
            guard let from = parameters["from"].flatMap({ CivilDate(text: $0) }),
                let to = parameters["to"].flatMap({ CivilDate(text: $0) })
            else {
                throw .badRequest(localized("export.needsPeriod"), reason: .badPeriod)
            }
            guard from <= to, to.daysSince1970 - from.daysSince1970 < Self.longestPeriod else {
                throw .badRequest(
                    localized("correction.longPeriod", ["most": "\(Self.longestPeriod)"]), reason: .badPeriod)
            }
            period = from...to
        } else {
            period = today.month
        }
        let purpose = parameters["purpose"].flatMap { $0.allSatisfy(\.isWhitespace) || $0.contains("\0") ? nil : $0 }
        self.purpose = purpose
    }
}

extension WebServices {
    /// The local clock of the person's office, and its current date.
    func clock(of person: Person) async throws -> (clock: LocalClock, today: CivilDate) {
        let (calendar, now) = (try await store.officeSettings.calendars(zones)[person.office], now().seconds)
        let clock = LocalClock(zone: calendar.settings(for: CivilDate(daysSince1970: now / 86_400)).zone)
        let today = clock.date(now)
        return (LocalClock(zone: calendar.settings(for: today).zone), today)
    }

    /// The current date in the person's office.
    func today(of person: Person) async throws -> CivilDate { try await clock(of: person).today }

    /// Logs access to another person's record. Call it before showing the record, which must not be shown if it throws.
    func note(
        _ viewer: Person, sees person: Int64, of period: ClosedRange<CivilDate>, purpose: String
    ) async throws {
        if viewer.id == person { return }
        try await store.audit.log(Access(by: viewer.id, to: .person(person), of: period, purpose: purpose), now: now())
    }

    /// The present or former person with the user name in the address; nil if unknown.
    @Sendable func person(_ request: Request, _ context: WebContext) async throws -> Person? {
        try await person(userName: try context.pathParameter("user"))
    }

    func person(userName name: String) async throws -> Person? {
        guard TapReport.isUserName(name) else { return nil }
        do {
            return try await store.people.formerOrPresentPerson(userName: name)
        } catch StoreError.unknownPerson {
            return nil
        }
    }
}
