import Attendance
import AttendanceStore

extension Export {
    /// The days after the export that have planned rows. Everything until the last one is derived, so it is bounded.
    private static let plannedDays: Int64 = 731

    /// Writes a row for each day of the people to whom a schedule applies.
    func fillWithHours<Format: ExportFormat>(
        _ format: inout Format, _ progress: (Progress) -> Void, _ drain: (inout Format) async throws -> Void
    ) async throws {
        let isForPeople = heads != nil && request.format == .xlsx && layout.isDefault
        let layout = isForPeople ? layout.forPeople(ofOnePlace: false) : layout
        try format.begin(headed(layout.header))
        let words = ValueWords(heads: heads)
        let persons = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
        let teams = Dictionary(try await store.teams.teams().map { ($0.id, $0.name) }) { first, _ in first }
        let last = min(
            request.period.upperBound, CivilDate(daysSince1970: stamp.asOf.seconds / 86_400 + Self.plannedDays))
        var (written, done) = (Progress(), 0)
        try await store.balances.withHours(
            of: numbers, until: last, asOf: stamp.asOf, zones: zones, at: stamp.head.seq
        ) { hours in
            done += 1
            guard hours.hasSchedule, let person = persons[hours.person] else { return }
            for day in hours.days[request.period.lowerBound, last] where day.isListed {
                let row = HoursRow(
                    day, of: person, personnelNumber: personnelNumbers[person.id], offices: officeNames, teams: teams, words)
                try layout.write(row, to: &format)
                written.rows += 1
            }
            written.share = min(1, Double(done) / Double(max(1, people.count)))
            progress(written)
            try await drain(&format)
        }
    }
}
