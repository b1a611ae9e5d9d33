import Attendance
import WebServer

/// What the team page shows.
struct TeamQuery: Sendable {
    /// The order by balance.
    enum Order: String, Sendable {
        case lowest = "balance"
        case highest = "-balance"
    }

    /// Whether only the states are requested, to update them.
    var isNowOnly = false
    /// Whether the hours are those of the last week.
    var isLastWeek = false
    /// nil: by team and name.
    var order: Order?
    /// A part of the names of the people; nil: all.
    var name: String?

    init() {}

    init(_ query: String?) throws {
        let parameters = try QueryParameters(query)
        isNowOnly = parameters["part"] == "now"
        isLastWeek = parameters["week"] == "last"
        order = parameters["sort"].flatMap(Order.init(rawValue:))
        name = parameters["name"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The address of the page.
    var address: String {
        Address.asking(
            Address.team, [("week", isLastWeek ? "last" : nil), ("name", name), ("sort", order?.rawValue)])
    }

    func with(_ change: (inout TeamQuery) -> Void) -> TeamQuery {
        var copy = self
        change(&copy)
        return copy
    }

    func week(today: CivilDate) -> ClosedRange<CivilDate> { (isLastWeek ? today.adding(days: -7) : today).week }
}
