import Attendance
import AttendanceStore
import Localization

/// The values of columns as texts: the names of the contract (Exports.md), or words for people.
struct ValueWords: Sendable {
    /// The values of ``EventColumn/type`` and ``EventColumn/status``.
    static let types = ["tap", "add"]
    static let statuses = ["effective", "voided", "quarantined"]

    // The words by value. A value without a word stays as it is.
    private var flags: [String: String] = [:]
    private var types: [String: String] = [:]
    private var kinds: [String: String] = [:]
    private var statuses: [String: String] = [:]
    private var discarded, undone: String?
    private var away = ExportedEvent.away
    /// From Monday.
    private var weekdays: [String] = []
    private var separator = ";"
    private var (yes, no) = ("yes", "no")
    /// The language of texts about corrections; nil: the texts of the contract.
    private let heads: Catalogue?

    /// - Parameter heads: the language of readable heads; nil: the names of the contract.
    init(heads: Catalogue? = nil) {
        self.heads = heads
        guard let heads else { return }
        Catalogue.$current.withValue(heads) {
            for flag in RowFlags(rawValue: .max).names { flags[flag] = localized("record.flag.\(flag)") }
            for type in Self.types { types[type] = localized("export.type.\(type)") }
            for kind in TapKind.allCases {
                // The kind of a tap is the same after a break. Only its place in the day says which one it is.
                kinds[kind.rawValue] = localized(kind == .start ? "correction.kind.start" : "tap.\(kind.rawValue)")
            }
            for status in Self.statuses { statuses[status] = localized("export.status.\(status)") }
            away = localized("record.away")
            (discarded, undone) = (localized("record.discarded"), localized("record.undone"))
            weekdays = (1...7).map { localized("date.shortWeekday.\($0)") }
            separator = "; "
            (yes, no) = (localized("export.word.yes"), localized("export.word.no"))
        }
    }

    func flags(_ names: [String]) -> String { names.map { flags[$0] ?? $0 }.joined(separator: separator) }
    func answer(_ isTrue: Bool) -> String { isTrue ? yes : no }
    func type(_ type: String) -> String { types[type] ?? type }
    func kind(_ kind: String) -> String { kinds[kind] ?? kind }

    /// The desk of an event, or that it is away from one; nil: it is not known.
    func desk(of event: ExportedEvent) -> String? { event.isAway ? away : event.desk }

    /// The status of an event. For people, how an event became void.
    func status(of event: ExportedEvent) -> String {
        let status = statuses[event.status] ?? event.status
        guard let changes = event.changes, event.status == "voided" else { return status }
        return (changes.isUndone ? undone : changes.isHeld ? discarded : nil) ?? status
    }

    /// The changes of an event; nil: none.
    /// - Parameter clock: of the event's office.
    func corrections(of event: ExportedEvent, _ date: CivilDate, _ clock: LocalClock) -> String? {
        guard let heads, let changes = event.changes else { return event.corrections }
        return Catalogue.$current.withValue(heads) { CorrectionWords.text(changes, of: event, on: date, clock) }
    }

    /// Such as `Fri`; empty in files for programs.
    func weekday(_ date: CivilDate) -> String { weekdays.isEmpty ? "" : weekdays[Int(date.daysAfterMonday)] }
}
