import Attendance
import Localization
import WebServer

/// The part of a record that its page shows.
struct RecordPageQuery: Sendable {
    let month: ClosedRange<CivilDate>
    let week: ClosedRange<CivilDate>
    /// The day whose details are open.
    let day: CivilDate?
    /// The day without an end of which a reminder told.
    let forgotten: CivilDate?
    let isCalendar: Bool
    /// The purpose of the access, as the viewer typed it.
    let purpose: String?

    /// The week is that of `week`, else of `day`, else of today, else the last of the month.
    init(_ parameters: QueryParameters, today: CivilDate) throws(WebError) {
        let wanted = try RecordRequest(parameters, today: today)
        month = wanted.period.lowerBound.month
        purpose = wanted.purpose
        forgotten = parameters["forgotten"].flatMap { CivilDate(text: $0) }
        day = parameters["day"].flatMap { CivilDate(text: $0) } ?? forgotten
        isCalendar = parameters["view"] == "calendar"
        if let text = parameters["week"] {
            guard let day = CivilDate(text: text) else {
                throw .badRequest(localized("export.badDate", ["field": "week"]), reason: .badPeriod)
            }
            week = day.week
        } else {
            week = (day ?? (month.contains(today) ? today : month.upperBound)).week
        }
    }
}
