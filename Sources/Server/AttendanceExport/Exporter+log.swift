package import Attendance
package import AttendanceStore

// The log of complete downloads, from which HR's page knows what changed since. It holds daily rows and layouts made of them, of
// offices or a team: no raw events, and no file about people chosen by name.

extension Exporter {
    /// Logs that a person downloaded a file to its end, unless the file repeats an earlier one. A failure is only a warning in the
    /// server's log, because the file is complete.
    package func logDownload(_ export: Export, by person: Person, now: Instant) async {
        let request = export.request
        guard request.subject == .daily, request.head == nil, request.asOf == nil,
            let people = export.filter.logged(in: export.filter.offices ?? Array(export.officeNames.keys))
        else { return }
        do {
            try await store.exports.log(people, of: request.period, in: export.stamp.state, by: person.id, now: now)
        } catch {
            logger.warning("cannot log an export: \(error)")
        }
    }

    /// The latest download of the selected people's daily rows of a period; nil: there is none. An office without people needs none.
    package func latestDownload(of selection: Selection, in period: ClosedRange<CivilDate>) async throws -> LoggedExport? {
        guard let people = selection.filter.logged(in: Array(Set(selection.people.map(\.office)))) else { return nil }
        return try await store.exports.latestExport(of: people, in: period)
    }
}

extension PeopleFilter {
    /// The people in the log of exports; nil: they are chosen by name, which the log does not keep.
    /// - Parameter offices: those of the people.
    fileprivate func logged(in offices: [OfficeID]) -> LoggedExport.People? {
        guard users.isEmpty else { return nil }
        if let team { return .team(team) }
        return .offices(offices)
    }
}
