import Attendance
import AttendanceStore
import Localization
import WebServer

/// The form for an office's retention periods, as typed. Blank months for hours mean no limit.
struct RetentionForm: Sendable {
    let address: String
    let timeMonths, placeDays, logMonths: String
    private(set) var timeProblem: String?
    private(set) var placeProblem: String?
    private(set) var logProblem: String?

    /// The form with the stored periods.
    init(_ stored: Retention) {
        address = Self.address(of: stored)
        timeMonths = stored.timeMonths.map { "\($0)" } ?? ""
        placeDays = "\(stored.placeDays)"
        logMonths = "\(stored.logMonths)"
    }

    /// - Parameter stored: the periods of the office.
    init(_ fields: BodyFields, of stored: Retention) {
        address = Self.address(of: stored)
        timeMonths = fields.trimmed("time_months")
        placeDays = fields.trimmed("place_days")
        logMonths = fields.trimmed("log_months")
        if !timeMonths.isEmpty, !Self.isNumber(timeMonths, in: Retention.validMonths) {
            timeProblem = localized("retention.badTime")
        }
        if !Self.isNumber(placeDays, in: Retention.validDays) { placeProblem = localized("retention.badPlace") }
        if !Self.isNumber(logMonths, in: Retention.validMonths) { logProblem = localized("retention.badLog") }
    }

    /// Of the first field that is refused.
    var problem: String? { timeProblem ?? placeProblem ?? logProblem }

    /// - Parameter stored: the periods of the office.
    /// - Throws: ``WebError`` for ``problem``.
    func periods(of stored: Retention) throws(WebError) -> Retention {
        if let problem { throw .badRequest(problem, reason: .badSetting) }
        var periods = stored
        periods.timeMonths = Int64(timeMonths)
        periods.placeDays = Int64(placeDays) ?? stored.placeDays
        periods.logMonths = Int64(logMonths) ?? stored.logMonths
        return periods
    }

    private static func address(of stored: Retention) -> String {
        Address.ofOffice(stored.office, Address.adminOfficeRetention)
    }

    private static func isNumber(_ text: String, in range: ClosedRange<Int64>) -> Bool {
        Int64(text).map { range.contains($0) } ?? false
    }
}
