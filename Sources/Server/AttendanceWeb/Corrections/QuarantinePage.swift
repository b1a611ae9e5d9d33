import Attendance
import AttendanceStore
import FoundationEssentials
import Localization
import WebServer

/// The page of quarantined taps.
struct QuarantinePage: Page {
    static let template = "pages/Corrections/quarantine"

    struct Entry: Sendable {
        let id: String
        let name: String
        /// The date of the tap.
        let date: CivilDate
        /// The day of the tap in the person's record.
        let recordAddress: String
        /// Such as `Clock in 12:10:00`.
        let what: String
        let atDesk: String?
        let source: String
        let why: String
        /// With the date if it is another one.
        let receivedAt: String
        let isOwn: Bool
        /// Whether the time of the tap has not passed yet. Such a tap needs another time, or is discarded.
        let isInFuture: Bool
        let releaseAddress: String
        let voidAddress: String
        let correctAddress: String
        /// The page to which a change of the time returns.
        let back: String
        /// What a release does to the hours of its day.
        var effects: [String] = []
        /// nil: the tap is erased.
        var change: TimeChange?
        var isChosen = false
        /// The typed reason of a decision that failed.
        var submitted: String?

        /// - Parameter page: from 0.
        init(_ tap: QuarantinedTap, _ clock: LocalClock, isOwn: Bool, on page: Int64, now: Instant) {
            id = tap.id.uuidString.lowercased()
            name = tap.displayName
            date = clock.date(tap.at.seconds)
            isInFuture = tap.at > now
            recordAddress =
                Address.person(tap.userName)
                + RequestModel.day(isInFuture ? clock.date(tap.receivedAt.seconds) : date)
            what = RecordWords.tap(tap.kind, at: clock.timeWithSeconds(tap.at.seconds))
            atDesk = tap.desk
            source = RecordWords.source(reader: tap.reader, isWithoutTag: tap.isWithoutTag)
            why = RecordWords.why(tap.why)
            let received = tap.receivedAt.seconds
            receivedAt =
                clock.date(received) == date
                ? clock.timeWithSeconds(received) : clock.dayAndTimeWithSeconds(received)
            self.isOwn = isOwn
            releaseAddress = Address.release(id)
            voidAddress = Address.void(id)
            back = QuarantinePage.address(page)
            correctAddress =
                Address.correctPerson(tap.userName) + "?" + Address.query([("tap", id), ("back", back)])
        }
    }

    /// The fields of the form that changes the time of a tap.
    struct TimeChange: Sendable {
        let formID: String
        let kind, desk, newDate, newTime: String

        init(of event: RecordedEvent, _ clock: LocalClock, now: Instant) {
            var form = CorrectionForm(for: event, clock)
            form.proposeArrival(of: event, clock, now: now)
            formID = form.id.uuidString.lowercased()
            (kind, desk) = (form.kind ?? "", form.desk ?? "")
            (newDate, newTime) = (form.date ?? "", form.time ?? "")
        }
    }

    /// The taps of a date.
    struct Day: Sendable {
        let id: String
        let title: String
        let taps: [Entry]
        /// Whether a box chooses all its taps: there are several, and other days too.
        let hasBox: Bool
    }

    /// The form for the chosen taps.
    struct Chosen: Sendable {
        /// The typed reason of a decision that failed.
        let typedReason: String?
    }

    let navigation: Navigation
    /// Earliest first.
    let days: [Day]
    /// nil: there are no two taps to choose.
    let chosen: Chosen?
    /// The number of this page, from 0, for the forms; nil: it is the first one.
    let page: String?
    let previous, next: String?
    /// Why a decision failed.
    let problem: String?

    init(navigation: Navigation, page: Int64, hasMore: Bool, taps: [Entry], _ failed: FailedSettlement?) {
        problem = failed?.problem
        self.navigation = navigation
        let byDay = Dictionary(grouping: taps, by: \.date).sorted { $0.key < $1.key }
        days = byDay.map { date, taps in
            Day(
                id: "day-\(date)", title: date.longWithYear, taps: taps,
                hasBox: byDay.count > 1 && taps.count { !$0.isOwn } > 1)
        }
        chosen =
            taps.count { !$0.isOwn } > 1
            ? Chosen(typedReason: failed.flatMap { $0.isOfChosen ? $0.reason : nil }) : nil
        self.page = page > 0 ? "\(page)" : nil
        previous = page > 0 ? Self.address(page - 1) : nil
        next = hasMore ? Self.address(page + 1) : nil
    }

    /// - Parameter page: from 0.
    static func address(_ page: Int64) -> String { ListPaging.address(Address.quarantine, [], page: page) }

    /// What the release of a tap does to the worked hours, alone and with the person's other held taps if that differs.
    /// - Parameter day: that needs no name.
    static func words(_ release: RestorationPreview, on day: CivilDate) -> [String] {
        let changes = HoursChange.changes(on: release.alone, or: release.day)
        func words(_ changes: [HoursChange]) -> String {
            changes.map { change in
                let hours = localized(
                    "quarantine.hours",
                    ["before": hoursAndMinutes(change.before), "after": hoursAndMinutes(change.after)])
                return change.day == day ? hours : localized("record.onDay", ["what": hours, "day": change.day.short])
            }.localizedList("record.separator")
        }
        if changes.isEmpty { return [] }
        let own = localized("quarantine.ifReleased", ["hours": words(changes)])
        let touched = Set(changes.map(\.day))
        let together = release.together.map { HoursChange.changes(on: $0, or: release.day) } ?? []
        let all = together.filter { touched.contains($0.day) }
        return all.isEmpty || words(all) == words(changes)
            ? [own] : [own, localized("quarantine.withOthers", ["hours": words(all)])]
    }
}

/// A quarantined tap, for programs.
struct QuarantinedJSON: SnakeCaseEncodable {
    let id: String
    let user: String
    let name: String
    let kind: String
    let at: String
    let desk: String?
    let reader: String?
    let reason: String
    let receivedAt: String

    init(_ tap: QuarantinedTap, _ clock: LocalClock?) {
        id = tap.id.uuidString.lowercased()
        (user, name) = (tap.userName, tap.displayName)
        kind = tap.kind.rawValue
        at = clock?.exact(tap.at) ?? tap.at.rfc3339(precision: .milliseconds)
        (desk, reader) = (tap.desk, tap.reader)
        reason = tap.why.rawValue
        receivedAt = clock?.exact(tap.receivedAt) ?? tap.receivedAt.rfc3339(precision: .milliseconds)
    }
}
