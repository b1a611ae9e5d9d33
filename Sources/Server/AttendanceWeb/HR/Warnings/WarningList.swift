import Attendance
import AttendanceStore
import Hours

/// The warnings of people's days, up to the end of a page: open ones first, then by person and day.
struct WarningList: Sendable {
    struct Entry: Sendable {
        let person: Person
        let warning: HoursWarning
        /// nil: it is open.
        let note: WarningNote?
    }

    private(set) var openCount = 0
    private var kept: TopElements<Entry>
    private let page: Int

    /// - Parameter page: from 1.
    init(page: Int, in order: ListOrder) {
        self.page = page
        kept = TopElements(page * AttendanceChoice.rowsOnPage) { one, other in
            func place(_ entry: Entry) -> (Int, Int, PersonID, CivilDate, String, String) {
                let warning = entry.warning
                return (
                    entry.note == nil ? 0 : 1, order.place(of: entry.person.id), entry.person.id, warning.date,
                    warning.rule.rawValue, warning.code.rawValue
                )
            }
            return place(one) < place(other)
        }
    }

    /// - Parameter notes: the comments on the person's warnings.
    mutating func add(_ warnings: [WarningNoteStore.Warned], of person: Person, _ notes: [WarningNote]) {
        if warnings.isEmpty { return }
        let notes = notes.byWarning
        for warning in warnings.map(\.warning) {
            let entry = Entry(person: person, warning: warning, note: notes[warning])
            if entry.note == nil { openCount += 1 }
            kept.add(entry)
        }
    }

    /// The number of all warnings.
    var count: Int { kept.count }

    /// Those of the page.
    var entries: ArraySlice<Entry> { kept.elements.dropFirst((page - 1) * AttendanceChoice.rowsOnPage) }
}
