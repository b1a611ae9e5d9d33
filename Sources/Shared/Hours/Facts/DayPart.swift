/// A part of a day that a holiday or an absence takes.
package enum DayPart: String, Sendable, CaseIterable {
    case full, morning, afternoon

    package var halves: Halves {
        switch self {
        case .full: [.morning, .afternoon]
        case .morning: .morning
        case .afternoon: .afternoon
        }
    }
}
