import Attendance
import FoundationEssentials
import Localization
import WebServer

/// What a correction form is opened for: an existing tap, or a missing one.
struct CorrectionQuery: Sendable {
    /// The id of an existing tap.
    let tap: String?
    /// The form that was chosen; nil: none.
    let entry: EntryChoice.Entry?
    /// Whether to delete the tap.
    let deletes: Bool
    /// The id for the request of a missing tap; nil: the form generates one. A phone gives the id of a tap that it keeps.
    let id: UUID?
    /// The instant of a missing tap, in seconds. Devices send it, because their clock may show another time zone.
    let at: Int64?
    /// The day and time of a missing tap by the office's clock.
    let day: CivilDate?
    let time: String?
    let kind: TapKind?
    /// Whether the missing tap is a return from a break.
    let isResume: Bool
    let desk: String?
    /// The list that the form was opened from.
    let back: ReturnAddress?

    /// Whether the form is opened for a day, or without one, and nothing says which entry is missing.
    var isAboutDay: Bool { tap == nil && kind == nil && time == nil && at == nil && id == nil && desk == nil }

    /// Invalid values are ignored.
    init(_ query: String?) throws {
        let parameters = try QueryParameters(query, maximumLength: ReturnAddress.maximumLength)
        back = parameters["back"].flatMap { ReturnAddress($0) }
        tap = parameters["tap"]
        entry = parameters["entry"].flatMap(EntryChoice.Entry.init)
        deletes = parameters["type"] == CorrectionForm.Purpose.void.rawValue
        id = parameters["id"].flatMap { UUID(uuidString: $0) }
        at = parameters["at"].flatMap { Instant(rfc3339: $0)?.seconds }
        day = at.map { CivilDate(daysSince1970: $0 / 86_400) } ?? parameters["day"].flatMap { CivilDate(text: $0) }
        time = parameters["time"].flatMap { LocalClock.secondsAfterMidnight($0) == nil ? nil : $0 }
        isResume = parameters["kind"] == CorrectionForm.resume
        kind = isResume ? .start : parameters["kind"].flatMap(TapKind.init)
        desk = parameters["desk"].flatMap { DeskID($0)?.description }
    }
}
