import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import Localization

/// A person's state after a tap: the hours of the day so far, the previous desk, and the effect of the next tap.
struct TapSummary: Sendable {
    /// The state of a person now.
    struct Now: Sendable, Equatable {
        let state: Presence.State
        /// The desk that the person holds.
        var desk: String?

        init(_ presence: PersonPresence?, at now: Instant) {
            // A session past its deadline is over without a tap.
            let isOver = presence?.deadline.map { now.seconds > $0.seconds } ?? false
            state = isOver ? .off : presence?.state ?? .off
            desk = state == .off ? nil : presence?.desk
        }

        /// nil after the end of the day.
        var nextWords: String? { state == .off ? nil : localized("tap.next.\(state.rawValue)") }
    }

    let now: Now
    /// Hours and minutes of the tap's working day, such as `4:00`, or `4:00, 1:10 since the last tap`; after a clock-out, where the
    /// office wants it, `8:02 of 8:00`.
    let soFar: String
    /// The previous desk of a move.
    let movedFrom: String?
    /// Whether the tap ended a break.
    let isResume: Bool
    /// The earlier tap that this one only repeated: its time counts. nil: the tap counts itself.
    let repeated: (kind: TapKind, at: Int64)?
    /// How to continue, by a tag or, if the office allows it, by a button; nil after the end of the day, and after the person's
    /// first three taps.
    let next: String?
    /// The person's own desk, after a break at another one; nil otherwise.
    let deskThatStays: String?
    /// Sentences about the desk and its tag: the person who held the desk until now, that it is out of service, that a break at it
    /// leaves the person at their own desk, and what is wrong with the tag.
    let remarks: [String]

    init(
        after tap: RecordedTap, _ id: UUID, notes: [TapNote], isFresh: Bool, _ person: Person, _ store: AttendanceStore,
        _ zones: TimeZoneDatabase, now instant: Instant
    ) async throws {
        let now = Now(try await store.presence.presence(of: person.id), at: instant)
        self.now = now
        let words = tap.isAmongFirst ? now.nextWords : nil
        if let words, try await store.offices.allowsTapsWithoutTag(person.office) {
            next = [words, localized("tap.next.buttons")].localizedList("done.sentences")
        } else {
            next = words
        }
        let date = LocalClock(tap.timeZone).date(tap.at.seconds)
        let record = try await store.record.record(
            of: person.id, in: date.adding(days: -1).month.lowerBound...date.adding(days: 1), asOf: instant, zones: zones)
        let session = record?.sessions.last { session in
            session.start <= tap.at.seconds && tap.at.seconds <= session.end ?? session.autoClosedAt ?? tap.at.seconds
                || session.notes.contains { $0.event == id }
        }
        let day = session?.workingDay.date ?? date
        let rows = (record?.rows ?? []).shown.filter { $0.row.key.date == day }
        let time = rows.time
        let open = time.openIfAny.map { localized("record.sinceLastTap", ["time": $0]) }
        let before = session?.stretches.dropLast().last { $0.end == tap.at.seconds }
        movedFrom = before?.desk.map(\.description).flatMap { $0 == tap.desk ? nil : $0 }
        isResume = session?.isResume(tap.kind, at: tap.at) ?? false
        repeated = session.flatMap { Self.repeated(by: id, at: tap.at.seconds, in: $0) }
        let isOut = (repeated?.kind ?? tap.kind) == .end && session?.end != nil && open == nil
        let work = DayWork(date: day, worked: rows.reduce(0) { $0 + $1.row.workedSeconds })
        if isOut, let owed = try await Self.shownTarget(of: person, on: work, store) {
            soFar = localized("tap.workedOf", ["worked": time.workedInWords, "target": owed])
        } else {
            soFar = [time.workedInWords, open].compactMap(\.self).localizedList("record.separator")
        }
        var remarks: [String] = []
        if notes.contains(.deskTakenOver), let desk = tap.desk {
            remarks.append(try await Self.takenOver(desk, tap, isFresh: isFresh, by: person, store, now: instant))
        }
        if tap.kind == .start, let desk = tap.desk, tap.outOfService != nil {
            remarks.append(localized("tap.outOfService", ["desk": desk]))
        }
        let own = tap.kind == .pause && notes.contains(.deskMismatch) && now.desk != tap.desk ? now.desk : nil
        if let own { remarks.append(localized("tap.deskStays", ["desk": own])) }
        deskThatStays = own
        if let flag = tap.flag, let words = Self.aboutTag(flag) {
            remarks.append([words, localized("tap.tag.tell")].localizedList("done.sentences"))
        }
        self.remarks = remarks
    }

    /// What was owed on a day, in hours and minutes; nil: nothing, or the person's office does not want it here.
    private static func shownTarget(
        of person: Person, on work: DayWork, _ store: AttendanceStore
    ) async throws -> String? {
        guard try await store.offices.showsDayTarget(person.office),
            let owed = try await store.balances.owed(by: person.id, on: work), owed > 0
        else { return nil }
        return hoursAndMinutes(minutes: WorkedTime.minutes(owed))
    }

    /// The tap that began the state which a tap repeats.
    private static func repeated(by id: UUID, at instant: Int64, in session: Session) -> (kind: TapKind, at: Int64)? {
        let notes = session.notes.filter { $0.event == id }.map(\.code)
        if let end = session.end, notes.contains(.repeatEnd) || notes.contains(.pauseAfterEnd) { return (.end, end) }
        guard notes.contains(.repeatStart) || notes.contains(.repeatPause) else { return nil }
        let earlier = session.stretches.prefix { $0.start <= instant }
        guard let last = earlier.last else { return nil }
        let same = earlier.reversed().prefix { $0.isPause == last.isPause }
        return (last.isPause ? .pause : .start, same.last?.start ?? last.start)
    }

    /// What is wrong with the tag; nil for what no tag causes.
    private static func aboutTag(_ flag: TagFlag) -> String? {
        switch flag {
        case .forged: localized("tap.tag.forged")
        case .copied, .unknown: localized("tap.tag.unknown")
        case .retired: localized("tap.tag.retired")
        case .mismatch: localized("tap.tag.mismatch")
        case .outdated, .twoOffices, .twoNetworks: nil
        }
    }

    /// Names the previous person only while the tap is new, and only if the viewer may see the name on the map.
    private static func takenOver(
        _ desk: String, _ tap: RecordedTap, isFresh: Bool, by person: Person, _ store: AttendanceStore, now: Instant
    ) async throws -> String {
        guard isFresh,
            let view = try await MapAccess.names(on: tap.office, for: person, store), view != .none,
            let place = DeskID(desk).map({ DeskMap.Desk(office: tap.office, desk: $0) }),
            let displaced = try await store.presence.displaced(from: place, by: person.id, now: now),
            view == .all || !displaced.isPrivate
        else { return localized("tap.takenOver", ["desk": desk]) }
        return localized("tap.takenOverFrom", ["desk": desk, "name": displaced.displayName])
    }
}
