import Attendance
import AttendanceExport
import Localization
import WebServer

extension ExportRequest {
    /// Days are derived until the last day of the period. Later ones are not planned.
    private static let plannedDays: Int64 = 3653

    /// Reads the query of a list about hours.
    /// - Parameter today: the last day of the period can be ten years later.
    init(ofHours query: String?, today: CivilDate) throws {
        let parameters = try QueryParameters(query, repeatable: [Field.user.rawValue])
        try self.init(
            .daily, .json, try Self.fields(parameters.all, [.from, .to, .office, .team, .purpose]),
            users: parameters.values(of: Field.user.rawValue), longest: Self.longestPeriod)
        let latest = today.adding(days: Self.plannedDays)
        guard period.upperBound <= latest else {
            throw WebError.badRequest(localized("hoursAPI.tooLate", ["day": latest.description]), reason: .badPeriod)
        }
    }
}
