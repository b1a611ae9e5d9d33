import Attendance
import AttendanceStore
import Localization
import WebServer

/// The week on the page of a record, and the current state on the own page.
extension RecordRoutes {
    func show(
        _ week: ClosedRange<CivilDate>, _ hours: ShownHours?, on page: inout RecordPage, of person: Person,
        month: ClosedRange<CivilDate>,
        _ context: WebContext, isOwn: Bool, hidden: RowFlags, forgotten: CivilDate?, now: Instant,
        seen: Instant?, today: CivilDate, _ clock: LocalClock
    ) async throws {
        var calendars = try await store.officeSettings.calendars(zones)
        let record = try await record(of: person, around: week, now).shown(
            hasLeft: page.left != nil, asOf: now,
            confirmed: try await store.flagConfirmations.confirmedDoubts(in: week))
        page.week = WeekPicture(
            record, hours, of: week, today: today, asOf: now.seconds, &calendars, home: person.office, hidden: hidden,
            weekLink: page.address(ofWeek:)
        ) { [page] key in page.address(of: key, home: person.office) }
        guard isOwn else { return }
        let clocks = calendars
        let ways = try await store.audit.adminLog(
            of: person.id, SignInNotice.fields, since: now - SignInNotice.noticedFor)
        let newWay = ways.first { entry in
            let isNew = seen.map { entry.at > $0 } ?? true
            return isNew && SignInNotice.isByOthers(entry, of: person.userName)
        }
        var here: SignedInDevice?
        if newWay != nil, let session = context.session {
            here = try await store.sessions.devices(of: person.id, now: now).first { $0.id == session.id }
        }
        let presence = try await store.presence.presence(of: person.id)
        let allowsTapsWithoutTag = try await store.offices.allowsTapsWithoutTag(person.office)
        let decided = try await store.requests.newDecisions(for: person.id, now: now)
        let corrected = try await store.requests.newCorrections(for: person.id, now: now)
        let events = try await store.corrections.events(decided.compactMap(\.target) + corrected.map(\.event))
        page.own = OwnPageSections(
            decisions: NewDecisions(decided, corrected, events, clock, of: person),
            now: CurrentPresence(
                week.contains(today) ? record : try await self.record(of: person, around: today.week, now),
                hours, presence: presence, at: now, today: today
            ) { office, date in LocalClock(zone: clocks[office].settings(for: date).zone) },
            tapsWithoutTag: allowsTapsWithoutTag ? TapsWithoutTag(in: TapSummary.Now(presence, at: now)) : nil,
            tapSettings: person.may(.administer) && !allowsTapsWithoutTag
                ? Address.tapRules(of: person.office) : nil,
            forgotten: month.contains(today)
                ? try await ForgottenEnd.latest(before: now, of: person, on: forgotten, store, zones, now: now) : nil,
            wayIn: newWay.map { SignInNotice($0, of: person.userName, clock, on: here) })
    }

    /// The record of a week, of the days before it on which its minutes depend, and of the two days before it, whose sessions may
    /// reach into the week.
    private func record(of person: Person, around week: ClosedRange<CivilDate>, _ now: Instant) async throws -> PeriodRecord {
        let wide = week.sinceFirstOfMonth.spanning(week.lowerBound.adding(days: -2)...week.upperBound)
        let record = try await store.record.record(of: person.id, in: wide, asOf: now, zones: zones)
        guard let record else { throw StoreError.unknownPerson(person.userName) }
        return record
    }
}

extension ClosedRange<CivilDate> {
    /// The shortest period that contains both.
    func spanning(_ other: Self) -> Self {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}
