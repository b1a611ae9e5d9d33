import Attendance
import Localization
import WebServer

/// What a correction form is opened for: an existing tap, or a missing one.
struct CorrectionQuery: Sendable {
    /// The id of an existing tap.
    let tap: String?
    /// The instant of a missing tap, in seconds. Devices send it, because their clock may show another time zone.
    let at: Int64?
    /// The day and time of a missing tap by the office's clock.
    let day: CivilDate?
    let time: String?
    let kind: TapKind?
    let desk: String?

    /// Invalid values are ignored.
    init(_ parameters: QueryParameters) {
        tap = parameters["tap"]
        at = parameters["at"].flatMap { Instant(rfc3339: $0)?.seconds }
        day = at.map { CivilDate(daysSince1970: $0 / 86_400) } ?? parameters["day"].flatMap { CivilDate(text: $0) }
        time = parameters["time"].flatMap { LocalClock.secondsAfterMidnight($0) == nil ? nil : $0 }
        kind = parameters["kind"].flatMap(TapKind.init)
        desk = parameters["desk"].flatMap { DeskID($0)?.description }
    }
}
