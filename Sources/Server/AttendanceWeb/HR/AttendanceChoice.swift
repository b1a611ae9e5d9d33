import Attendance
import AttendanceExport
import AttendanceStore
import Foundation
import Localization
import WebServer

/// HR's selection on the attendance page: the fields of an export, and the order of the lists.
struct AttendanceChoice: Sendable, Equatable {
    /// The order of the totals.
    enum Column: String, Sendable, CaseIterable {
        case name, worked, pause, target, credited, difference, balance, unconfirmed, days, flags

        /// The columns of ``BalanceColumns``.
        static let ofBalances: Set<Column> = [.target, .credited, .difference, .balance]
    }

    /// The order of the rows that need attention.
    enum Order: String, Sendable, CaseIterable {
        case day, person
    }

    /// The export of the same selection.
    var export: ExportRequest
    /// The names in the field for people: user names, or parts of names. The export's users are the people that they mean.
    var names: [String]
    var column = Column.name
    var isDescending = false
    var order = Order.day
    /// The balances of the people whose totals are listed; nil: all.
    var limit: BalanceLimit?
    /// The flag of the rows that are listed; nil: all rows that need attention.
    var kind: String?
    /// The user name of the person whose days are shown.
    var opened: String?
    /// The pages of the two lists, from 1.
    var peoplePage = 1
    var attentionPage = 1

    /// The number of people, and of rows that need attention, on a page.
    static let peopleOnPage = 1_000
    static let rowsOnPage = 200
    private static let lastPage = 50
    /// The number of days of a month in which the page tells what last month lacks.
    private static let firstDays: Int64 = 10

    /// Reads the query of an address. Default period: the month in the field `month`, otherwise this month.
    init(query: String?, today: CivilDate) throws {
        let parameters = try QueryParameters(query, repeatable: [ExportRequest.Field.user.rawValue])
        let own = ["month", "sort", "order", "kind", "balance", "hours", "open", "people", "rows"]
        let shared: [ExportRequest.Field] = [.from, .to, .office, .team, .user, .purpose]
        let known = shared.map(\.rawValue) + own
        if let unknown = parameters.all.keys.sorted().first(where: { !known.contains($0) }) {
            throw ExportError.unknownField(unknown, known: known)
        }
        var fields: [ExportRequest.Field: String] = [:]
        for field in shared where field != .user { fields[field] = parameters[field.rawValue] }
        if fields[.from, default: ""].isEmpty && fields[.to, default: ""].isEmpty {
            let month = try Self.month(parameters) ?? today.month
            fields[.from] = month.lowerBound.description
            fields[.to] = month.upperBound.description
        }
        // One form field can have several names.
        names = Self.names(parameters.values(of: ExportRequest.Field.user.rawValue))
        export = try ExportRequest(.daily, .csv, fields, users: names, longest: ExportRequest.longestPeriod)
        if let sort = parameters["sort"] {
            guard let column = Column(rawValue: String(sort.drop { $0 == "-" })) else {
                throw Self.unknown("sort", known: Column.allCases.map(\.rawValue))
            }
            self.column = column
            isDescending = sort.hasPrefix("-")
        }
        if let text = parameters["order"] {
            guard let order = Order(rawValue: text) else {
                throw Self.unknown("order", known: Order.allCases.map(\.rawValue))
            }
            self.order = order
        }
        if let kind = parameters["kind"] {
            guard RowFlags.urgent.names.contains(kind) else { throw Self.unknown("kind", known: RowFlags.urgent.names) }
            self.kind = kind
        }
        limit = try BalanceLimit(parameters)
        opened = parameters["open"].flatMap { $0.isEmpty ? nil : $0 }
        peoplePage = try Self.page(parameters, "people")
        attentionPage = try Self.page(parameters, "rows")
    }

    /// The period of a refused filter if it is valid, otherwise this month.
    init(refused typed: AttendancePage.Filter, today: CivilDate) throws {
        let period = Address.query([("from", typed.from ?? ""), ("to", typed.to ?? "")])
        self = try (try? AttendanceChoice(query: period, today: today)) ?? AttendanceChoice(query: nil, today: today)
    }

    static func unknown(_ name: String, known: [String]) -> WebError {
        .badRequest(localized("hr.badValue", ["name": name, "known": known.joined(separator: ", ")]))
    }

    /// The names in the fields, separated by commas.
    static func names(_ fields: [String]) -> [String] {
        fields.flatMap { $0.split { $0 == "," || $0 == ";" } }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func month(_ parameters: QueryParameters) throws(WebError) -> ClosedRange<CivilDate>? {
        guard let text = parameters["month"], !text.isEmpty else { return nil }
        guard let first = CivilDate(text: text + "-01") else {
            throw .badRequest(localized("correction.badMonth"), reason: .badPeriod)
        }
        return first.month
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
    var isOneDay: Bool { period.lowerBound == period.upperBound }

    /// The fields of the period, the people and the purpose.
    private var selection: [(String, String)] {
        [("from", period.lowerBound.description), ("to", period.upperBound.description)] + people
    }

    /// The fields of the selection and of the orders and kinds of the lists.
    var fields: [(String, String)] {
        var fields = selection
        if column != .name || isDescending { fields.append(("sort", (isDescending ? "-" : "") + column.rawValue)) }
        if order != .day { fields.append(("order", order.rawValue)) }
        if let kind { fields.append(("kind", kind)) }
        return fields
    }

    /// The address of the page with this selection.
    var address: String {
        var fields = self.fields + (limit?.fields ?? [])
        if peoplePage > 1 { fields.append(("people", "\(peoplePage)")) }
        if attentionPage > 1 { fields.append(("rows", "\(attentionPage)")) }
        if let opened { fields.append(("open", opened)) }
        return Address.hr + "?" + Address.query(fields)
    }

    /// The address that asks for the missing clock-outs of this selection.
    var askAddress: String { Address.hrAsk + address.dropFirst(Address.hr.count) }

    /// The address of the days that changed since the latest export of this selection.
    var changesAddress: String {
        Address.hrChanges + "?" + Address.query(selection + (peoplePage > 1 ? [("people", "\(peoplePage)")] : []))
    }

    /// The address of the warnings of this selection.
    /// - Parameter list: the path.
    func warningsAddress(at list: String = Address.hrWarnings) -> String {
        list + "?" + Address.query(selection + (attentionPage > 1 ? [("rows", "\(attentionPage)")] : []))
    }

    /// The months of which the page offers the monthly sheets: those of the period if they are two at most, otherwise the last one.
    var sheetMonths: [CivilDate] {
        let (first, last) = (period.lowerBound.month, period.upperBound.month.lowerBound)
        return first.upperBound.adding(days: 1) == last ? [first.lowerBound, last] : [last]
    }

    /// The address of the monthly sheets of these people.
    func sheetsAddress(of month: CivilDate) -> String {
        Address.monthSheets + "?" + Address.query([("month", month.yearAndMonth)] + people)
    }

    /// The fields that select people, and the purpose.
    private var people: [(String, String)] {
        var fields = [("office", export.office), ("team", export.team)].compactMap { name, value in value.map { (name, $0) } }
        fields += names.map { ("user", $0) }
        if let purpose = export.purpose { fields.append(("purpose", purpose)) }
        return fields
    }

    /// The selection of last month, in the first days of this month if the period is this month; nil otherwise.
    func lastMonth(_ today: CivilDate) -> AttendanceChoice? {
        guard period == today.month, today.components.day <= Self.firstDays else { return nil }
        return with {
            $0.export.period = today.month.lowerBound.adding(days: -1).month
            ($0.opened, $0.kind) = (nil, nil)
            ($0.peoplePage, $0.attentionPage) = (1, 1)
        }
    }

    func with(_ change: (inout AttendanceChoice) -> Void) -> AttendanceChoice {
        var copy = self
        change(&copy)
        return copy
    }
}
