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
    /// - Parameter longest: the maximum number of days.
    init(
        _ parameters: QueryParameters, today: CivilDate, longest: Int64 = RecordRequest.longestPeriod
    ) throws(WebError) {
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
            guard from <= to else { throw .badRequest(localized("export.endsBefore"), reason: .badPeriod) }
            guard to.daysSince1970 - from.daysSince1970 < longest else {
                throw .badRequest(localized("correction.longPeriod", ["most": "\(longest)"]), reason: .badPeriod)
            }
            period = from...to
        } else {
            period = today.month
        }
        purpose = parameters["purpose"].flatMap(TypedText.sentences)
    }
}
