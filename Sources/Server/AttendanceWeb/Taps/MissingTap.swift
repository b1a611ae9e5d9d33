import Attendance
import Localization

/// The question whether a tap is missing before a tap that repeats the person's state, with the form to request it. The row has
/// a flag for such a tap, but the person is asked first.
struct MissingTap: Sendable, Equatable {
    let question: String
    let address: String

    /// - Parameters:
    ///   - kind: of the repeated tap.
    ///   - day: of the form.
    /// - Returns: nil for a clock-out, before which nothing is missing.
    init?(besides kind: TapKind, on day: CivilDate) {
        let missing: TapKind
        switch kind {
        case .start: (missing, question) = (.pause, localized("tap.missing.pause"))
        case .pause: (missing, question) = (.start, localized("tap.missing.start"))
        case .end: return nil
        }
        address = Address.asking(Address.myAsk, [("day", day.description), ("kind", missing.rawValue)])
    }
}
