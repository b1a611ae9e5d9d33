package import Attendance
package import AttendanceStore

// The log of complete downloads, from which HR's page knows what changed since. It holds daily rows and layouts made of them, of
// an office, a team or all people: no raw events, and no file about people chosen by name.

extension Exporter {
    /// Logs that a person downloaded a file to its end.
    package func logDownload(_ export: Export, by person: Person, now: Instant) async throws {
        guard export.request.subject == .daily, let filter = export.filter.logged(offices: Array(export.officeNames.keys))
        else { return }
        try await store.exports.log(
            filter, of: export.request.period, in: export.stamp.state, by: person.id, now: now)
    }

    /// The latest download of the selected people's daily rows of a period; nil: there is none.
    package func latestDownload(
        of selection: Selection, in period: ClosedRange<CivilDate>, _ offices: [Office]
    ) async throws -> LoggedExport? {
        guard let filter = selection.filter.logged(offices: offices.map(\.id)) else { return nil }
        return try await store.exports.latestExport(filter, of: period)
    }
}

extension PeopleFilter {
    /// The filter in the log of exports: one office, a team, or all people, who are those of the only office. Nil: the log has no
    /// people chosen by name, and no choice of several offices.
    fileprivate func logged(offices all: [OfficeID]) -> PeopleFilter? {
        guard users.isEmpty else { return nil }
        if team != nil { return PeopleFilter(team: team) }
        let chosen = offices ?? all
        if chosen.count == 1 { return PeopleFilter(offices: chosen) }
        return Set(chosen).isSuperset(of: all) ? PeopleFilter() : nil
    }
}
