import Attendance
import AttendanceExport
import AttendanceStore

extension AttendanceRoutes {
    /// Logs the access, then reads.
    func report(
        _ choice: AttendanceChoice, today: CivilDate, _ selection: Exporter.Selection, by viewer: Person, _ now: Instant
    ) async throws -> (ExportStamp, AttendanceReport) {
        let lastMonth = choice.lastMonth(today)
        let purpose = choice.export.purpose ?? AccessPurpose.list.rawValue
        var seen = choice.export
        if let lastMonth { seen.period = lastMonth.period.spanning(choice.period) }
        try await exporter.note(seen, selection, by: viewer, purpose: purpose, now: now)
        let stamp = try await exporter.stamp(choice.export, now: now)
        let present = try await store.people.people()
        let questions = try await self.questions(of: selection, in: choice.period, for: viewer, now)
        var report = try await summaries(
            choice, selection, present: present, in: try await store.people.listOrder(), stamp, questions,
            balancesOn: today, now: now)
        if let lastMonth {
            report.withoutEndLastMonth = try await summaries(
                lastMonth, selection, present: present, in: .none, stamp, now: now
            ).withoutEnd
        }
        let calendars = try await store.officeSettings.calendars(zones)
        report.ends = try await MissingEnds(
            of: report.flagged(choice), calendars, store, zones, asOf: stamp.asOf, at: stamp.head.seq)
        report.latestExport = try await latestExport(of: selection, in: choice.period, calendars)
        if let opened = choice.opened.flatMap({ name in selection.people.first { UserName.isSame($0.userName, name) } }) {
            let confirmed = try await store.flagConfirmations.confirmedDoubts(in: choice.period)
            try await store.record.withRecords(
                of: [opened.id], in: choice.period.sinceFirstOfMonth, asOf: stamp.asOf, zones: zones, at: stamp.head.seq
            ) { record in
                let hasLeft = !present.contains { $0.id == record.person }
                report.days = record.shown(hasLeft: hasLeft, asOf: stamp.asOf, confirmed: confirmed).rows.shown
                    .filter { choice.period.contains($0.row.key.date) }
            }
        }
        return (stamp, report)
    }

    func questions(
        of selection: Exporter.Selection, in period: ClosedRange<CivilDate>, for viewer: Person, _ now: Instant
    ) async throws -> ClockOutQuestions {
        try await ClockOutQuestions(of: selection.people.map(\.id), in: period, by: viewer, store, now: now)
    }

    /// - Parameter today: nil: the balances are not wanted.
    func summaries(
        _ choice: AttendanceChoice, _ selection: Exporter.Selection, present: [Person], in list: ListOrder,
        _ stamp: ExportStamp, _ questions: ClockOutQuestions? = nil, balancesOn today: CivilDate? = nil, now: Instant
    ) async throws -> AttendanceReport {
        var report = AttendanceReport(
            for: choice, present: present, in: list, listed: try await exporter.listed(stamp),
            questions)
        let employees = Set(present.map(\.id))
        let confirmed = try await store.flagConfirmations.confirmedDoubts(in: choice.period)
        let hasSchedules = try await !store.commonFacts.facts().isEmpty
        // The record is read since then, and balances need the work before a period that has just begun.
        let first = choice.period.sinceFirstOfMonth.lowerBound
        var work: [PersonID: PersonWork] = [:]
        try await store.record.withSummaries(
            settled.records(hasSchedules: hasSchedules), of: selection.filter.isEverybody ? nil : selection.people.map(\.id),
            in: choice.period, since: first, asOf: stamp.asOf, zones: zones, at: stamp.head.seq,
            by: { record, _ in
                AttendanceSummary(
                    record.shown(hasLeft: !employees.contains(record.person), asOf: stamp.asOf, confirmed: []).rows,
                    in: choice.period, work: hasSchedules ? PersonWork(of: record) : nil)
            }
        ) { summary in
            let isListed = report.add(RecordStore.Summary(summary, summary.value.confirmed(by: confirmed)))
            if isListed, today != nil { work[summary.person] = summary.value.work }
        }
        if let today, !work.isEmpty {
            report.balances = try await store.balances.summaries(
                keptBalances, of: work, in: choice.period, since: first, asOf: stamp.asOf, zones: zones, at: stamp.head.seq,
                settledWork, now: now
            ).flatMap { BalanceColumns($0, in: choice.period, today: today) }
        }
        return report
    }
}
