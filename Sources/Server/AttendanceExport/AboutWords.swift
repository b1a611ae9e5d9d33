import Attendance
import AttendanceStore
import Localization

/// The words of the sheet "About", names and values, and the names of the sheets: those of the contract (Exports.md), or texts for people.
struct AboutWords: Sendable {
    /// The language of readable heads; nil: the words of the contract.
    let heads: Catalogue?

    var language: Language? { heads?.language }

    /// The name of an entry.
    func name(_ key: String) -> String { readable { localized("export.about.\(key)") } ?? key }

    /// - Parameter key: follows `export.word.` in the catalogues.
    /// - Parameter word: that of the contract.
    func word(_ key: String, _ word: String, _ values: [String: String] = [:]) -> String {
        readable { localized("export.word.\(key)", values) } ?? word
    }

    /// Ends a text that is too long for a cell.
    var cut: String { word("shortened", "… (cut)") }

    func rows(_ subject: ExportRequest.Subject, _ unit: ExportLayout.Unit = .day) -> String {
        switch subject {
        case .daily: word(unit == .day ? "dailyRows" : "monthlyTotals", subject.rawValue)
        case .events: word("events", subject.rawValue)
        case .hours: word("hours", subject.rawValue)
        }
    }

    /// The name of the sheet with the rows.
    func rowsSheet(_ subject: ExportRequest.Subject, _ unit: ExportLayout.Unit) -> String {
        switch subject {
        case .daily: unit == .day ? word("dailyRows", "Daily rows") : word("monthlyTotals", "Monthly totals")
        case .events: word("events", "Events")
        case .hours: word("hours", "Targets and balances")
        }
    }

    /// What a spreadsheet cannot have of the exported texts, as lines.
    func lines(_ losses: ExportLosses) -> [(name: String, value: String)] {
        var lines: [(String, String)] = []
        if losses.replaced > 0 { lines.append((name("replaced_characters"), "\(losses.replaced)")) }
        if losses.shortened > 0 { lines.append((name("shortened_cells"), "\(losses.shortened)")) }
        return lines
    }

    func rounding(_ rounding: Rounding) -> String {
        guard rounding.mode != .none else { return word("none", rounding.text) }
        let minutes = rounding.text.drop { !$0.isNumber }
        return readable { localized("export.rounding.\(rounding.mode)", ["count": String(minutes)]) } ?? rounding.text
    }

    /// For people, the local time with its zone, and what it means for rows of days.
    func asOf(_ instant: Instant, _ clock: LocalClock, of subject: ExportRequest.Subject) -> String {
        readable {
            let time = "\(clock.dayAndTimeWithSeconds(instant.seconds)) (\(clock.zoneName))"
            return switch subject {
            case .daily: localized("export.word.asOf", ["instant": time])
            case .events: time
            case .hours: localized("exportHours.asOf", ["instant": time])
            }
        } ?? instant.rfc3339(precision: .milliseconds)
    }

    /// For people, also what it is for.
    func head(_ head: LedgerCheckpoint) -> String { word("head", head.text, ["head": head.text]) }

    /// The first day of settings that apply from the beginning; nil: it is left empty.
    var beginning: String? { readable { localized("office.fromBeginning") } }

    func attribution(_ attribution: AttendancePolicy.Attribution) -> String {
        readable { localized("office.attribution.\(attribution.rawValue)") } ?? attribution.rawValue
    }

    /// - Parameter purpose: a known one, or the requester's own text, which stays.
    func purpose(_ purpose: String) -> String {
        guard let known = AccessPurpose(rawValue: purpose) else { return purpose }
        return readable { localized("purpose.\(known)") } ?? purpose
    }

    private func readable(_ text: () -> String) -> String? {
        heads.map { Catalogue.$current.withValue($0) { text() } }
    }
}
