import Attendance
import AttendanceExport
import AttendanceStore
import Localization
import WebServer

/// What HR chose to see: the same fields as an export has, and how the lists are ordered.
struct AttendanceChoice: Sendable, Equatable {
    /// By what the totals are ordered.
    enum Column: String, Sendable, CaseIterable {
        case name, worked, pause, unconfirmed, days, flags
    }

    /// By what the rows that need attention are ordered.
    enum Order: String, Sendable, CaseIterable {
        /// What asks for something to be done comes first.
        case urgency
        case person, day
    }

    /// What is chosen, as the export of it would have it.
    var export: ExportRequest
    var column = Column.name
    var isDescending = false
    var order = Order.urgency
    /// Whose days are shown.
    var opened: String?
    /// Which pages of the lists, from 1.
    var peoplePage = 1
    var attentionPage = 1

    /// So many people, and so many rows that need attention, on a page.
    static let peopleOnPage = 1_000
    static let rowsOnPage = 200
    private static let lastPage = 50

    /// Reads the query of an address; this month where no period is said.
    init(query: String?, today: CivilDate) throws {
        let parameters = try QueryParameters(query, repeatable: [ExportRequest.Field.user.rawValue])
        let own = ["sort", "order", "open", "people", "rows"]
        let shared: [ExportRequest.Field] = [.from, .to, .office, .team, .user, .purpose]
        let known = shared.map(\.rawValue) + own
        if let stranger = parameters.all.keys.sorted().first(where: { !known.contains($0) }) {
            throw ExportError.unknownField(stranger, known: known)
        }
        var fields: [ExportRequest.Field: String] = [:]
        for field in shared where field != .user { fields[field] = parameters[field.rawValue] }
        if fields[.from, default: ""].isEmpty && fields[.to, default: ""].isEmpty {
            fields[.from] = today.month.lowerBound.description
            fields[.to] = today.month.upperBound.description
        }
        // One field of a form takes several names.
        let users = parameters.values(of: ExportRequest.Field.user.rawValue).flatMap { text in
            text.split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(String.init)
        }
        export = try ExportRequest(.daily, .csv, fields, users: users, longest: ExportRequest.longestPeriod)
        if let sort = parameters["sort"] {
            guard let column = Column(rawValue: String(sort.drop { $0 == "-" })) else {
                throw WebError.badRequest(
                    localized("hr.badSort", ["known": Column.allCases.map(\.rawValue).joined(separator: ", ")]))
            }
            self.column = column
            isDescending = sort.hasPrefix("-")
        }
        if let text = parameters["order"] {
            guard let order = Order(rawValue: text) else {
                throw WebError.badRequest(
                    localized("hr.badOrder", ["known": Order.allCases.map(\.rawValue).joined(separator: ", ")]))
            }
            self.order = order
        }
        opened = parameters["open"].flatMap { $0.isEmpty ? nil : $0 }
        peoplePage = try Self.page(parameters, "people")
        attentionPage = try Self.page(parameters, "rows")
    }

    private static func page(_ parameters: QueryParameters, _ name: String) throws(WebError) -> Int {
        guard let text = parameters[name] else { return 1 }
        guard let page = Int(text), (1...lastPage).contains(page) else {
            throw .badRequest(localized("hr.badPage", ["name": name, "last": "\(lastPage)"]))
        }
        return page
    }

    /// Whether there is a page after this one.
    static func hasPage(after page: Int, of count: Int, on size: Int) -> Bool { page < lastPage && count > page * size }

    var period: ClosedRange<CivilDate> { export.period }

    /// Where this is shown.
    var address: String {
        var fields = [("from", period.lowerBound.description), ("to", period.upperBound.description)]
        fields += [("office", export.office), ("team", export.team)].compactMap { name, value in value.map { (name, $0) } }
        fields += export.users.map { ("user", $0) }
        if let purpose = export.purpose { fields.append(("purpose", purpose)) }
        if column != .name || isDescending { fields.append(("sort", (isDescending ? "-" : "") + column.rawValue)) }
        if order != .urgency { fields.append(("order", order.rawValue)) }
        if peoplePage > 1 { fields.append(("people", "\(peoplePage)")) }
        if attentionPage > 1 { fields.append(("rows", "\(attentionPage)")) }
        if let opened { fields.append(("open", opened)) }
        return Address.hr + "?" + Address.query(fields)
    }

    func with(_ change: (inout AttendanceChoice) -> Void) -> AttendanceChoice {
        var copy = self
        change(&copy)
        return copy
    }
}
