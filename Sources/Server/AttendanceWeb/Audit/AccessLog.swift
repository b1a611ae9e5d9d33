import Attendance
import AttendanceStore
import Localization
import WebServer

/// An administrator's search in the access log.
struct AccessSearch: Sendable {
    /// The unchecked values of the form, without spaces at their ends.
    let viewer, subject, from, to: String
    let paging: ListPaging

    init(_ parameters: QueryParameters) {
        func typed(_ name: String) -> String {
            var text = (parameters[name] ?? "")[...].drop(while: \.isWhitespace)
            while text.last?.isWhitespace == true { text.removeLast() }
            return String(text)
        }
        (viewer, subject, from, to) = (typed("viewer"), typed("subject"), typed("from"), typed("to"))
        paging = ListPaging(parameters)
    }

    /// The first and the last day; nil for an empty field.
    /// - Throws: ``WebError`` for a malformed day, or a last day before the first.
    func days() throws(WebError) -> (from: CivilDate?, to: CivilDate?) {
        func day(_ text: String) throws(WebError) -> CivilDate? {
            if text.isEmpty { return nil }
            guard let day = CivilDate(text: text) else {
                throw .badRequest(localized("access.badDay", ["text": String(text.prefix(20))]), reason: .badPeriod)
            }
            return day
        }
        let days = (from: try day(from), to: try day(to))
        if let from = days.from, let to = days.to, to < from {
            throw .badRequest(localized("export.endsBefore"), reason: .badPeriod)
        }
        return days
    }

    func address(page: Int64) -> String {
        ListPaging.address(
            Address.adminAccess, [("viewer", viewer), ("subject", subject), ("from", from), ("to", to)], page: page)
    }
}

/// The access log: each access to another person's record.
struct AccessLogPage: Page {
    static let template = "pages/Audit/access-log"

    struct Row: Sendable { let when, viewer, viewerUser, subject, subjectUser, period, purpose: String }

    let navigation: Navigation
    let address = Address.adminAccess
    let problem: String?
    let viewer, subject, from, to: String
    let rows: [Row]
    /// The text shown if no access is listed.
    let emptyListText: String
    let previous, next: String?

    /// - Parameter found: one more than ``ListPaging/rows`` if there is a next page.
    init(
        navigation: Navigation, _ search: AccessSearch, found: [ListedAccess], clock: LocalClock, problem: String? = nil
    ) {
        self.navigation = navigation
        self.problem = problem
        (viewer, subject, from, to) = (search.viewer, search.subject, search.from, search.to)
        rows = found.prefix(Int(ListPaging.rows)).map { access in
            let (subject, subjectUser) =
                switch access.subject {
                case .person(let user, let name): (name, user)
                case .office(let name): (localized("access.everybodyOf", ["office": name]), "")
                case .everybody: (localized("access.everybody"), "")
                }
            return Row(
                when: clock.dayAndTime(access.at.seconds), viewer: access.viewerName,
                viewerUser: access.viewerUser, subject: subject, subjectUser: subjectUser, period: access.period.localizedText,
                purpose: AccessPurpose.words(access.purpose))
        }
        let page = search.paging.page
        let isUnfiltered = page == 0 && [search.viewer, search.subject, search.from, search.to].allSatisfy(\.isEmpty)
        emptyListText = isUnfiltered ? localized("access.noViews") : localized("access.none")
        previous = page > 0 ? search.address(page: page - 1) : nil
        next = found.count > rows.count ? search.address(page: page + 1) : nil
    }
}
