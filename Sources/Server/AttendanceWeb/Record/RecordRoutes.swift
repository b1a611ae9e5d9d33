import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// A person's record, for the person and for managers, HR and administrators.
struct RecordRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let reads: RecordReads
    let notices: SeenNotices

    private static let requestsShown: Int64 = 20

    func own(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        return try await page(of: person, for: person, request, context)
    }

    func page(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let viewer = try context.person()
        if viewer.id == person.id { return .redirect(Address.me) }
        return try await page(of: person, for: viewer, request, context)
    }

    func json(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let (viewer, now) = (try context.person(), context.now)
        let wanted = try RecordRequest(
            try QueryParameters(request.uri.query),
            today: try await store.officeSettings.today(of: person, zones, now: context.now))
        let (notes, days): ([DayNote], [RecordDay]) = try await reads.run {
            try await store.audit.log(
                viewer, sees: person.id, of: wanted.period,
                purpose: wanted.purpose ?? AccessPurpose.throughAPI.rawValue, now: now)
            let notes = try await store.dayNotes.notes(of: person.id, in: wanted.period)
            return (
                notes, try await store.record.days(of: person.id, in: wanted.period, asOf: now, zones: zones, with: notes)
            )
        }
        let confirmations = try await store.flagConfirmations.confirmations(of: person.id, in: wanted.period)
        return Response.json(
            RecordJSON(
                of: person, in: wanted.period, days, confirmations, notes, offices: try await store.offices.offices().names,
                asOf: now, zones: zones))
    }

    private func page(
        of person: Person, for viewer: Person, _ request: Request, _ context: WebContext
    ) async throws -> Response {
        let now = context.now
        var clocks = try await store.officeSettings.requestClocks(for: person, zones, now: now)
        let (clock, today) = (clocks.page, clocks.today)
        let query = try RecordPageQuery(try QueryParameters(request.uri.query), today: today)
        let (month, week) = (query.month, query.week)
        let isOwn = viewer.id == person.id
        // The range of the day's times says that a session is open.
        let hidden: RowFlags = isOwn ? [.open, .voided] : .open
        let canCorrect = try await Authorization(store: store).has(.correct, viewer, over: person)
        let requests = try await store.requests.requests(of: person.id, limit: Self.requestsShown)
        let targets = try await store.corrections.targets(of: requests)
        // The page shows requests about other months too.
        let asked = clocks.period(of: requests, targets) ?? month
        try await store.audit.log(
            viewer, sees: person.id, of: month.spanning(week).spanning(asked),
            purpose: query.purpose ?? (canCorrect ? AccessPurpose.byHR : .byManager).rawValue, now: now)
        let leftAt = try await isOwn ? nil : store.people.account(userName: person.userName).account.leftAt
        let confirmations = try await store.flagConfirmations.confirmations(of: person.id, in: month)
        let confirmed = Set(confirmations.flatMap(\.doubts))
        let notes = try await store.dayNotes.notes(of: person.id, in: month)
        let days = try await store.record.days(of: person.id, in: month, asOf: now, zones: zones, with: notes).map {
            $0.shown(hasLeft: leftAt != nil, asOf: now, confirmed: confirmed)
        }
        let canNote = try await Authorization(store: store).has(.note, viewer, over: person)
        let canConfirm = try await Authorization(store: store).has(.confirm, viewer, over: person)
        let rows = days.map(\.row).shown
        // The days around the month are read only for the usual clock-out, and not shown.
        let lacksEnd = days.contains { day in day.sessions.contains { $0.state == .auto } }
        let usual = try await lacksEnd ? UsualClockOut(of: person, in: month, clock, store, zones, now: now) : nil
        let authors = days.flatMap(\.events).flatMap { event in
            event.corrections.map(\.correction.justification.author) + [event.addition?.author].compactMap(\.self)
        }
        let names = try await store.people.displayNames(of: Set(authors))
        let warned = month.spanning(week)
        // The own page also says what is owed today and this week, whichever month it shows.
        let last = min(max(warned.upperBound, today.week.upperBound), HoursForms.termsDays(today).upperBound)
        let derived = try await store.balances.hours(of: person.id, until: last, asOf: now, zones: zones)
        let warningNotes =
            try await derived?.hasSchedule == true ? store.warningNotes.notes(of: person.id, in: warned) : []
        let hours = ShownHours(derived, warnedIn: warned, warningNotes, clock)
        let keys = days.map(\.row.key)
        let (confirmationsByRow, notesByRow) = (confirmations.byRow(keys), notes.byRow(keys))
        let change = RecordChange(of: person.userName, isOwn: isOwn, canCorrect: canCorrect)
        var page = RecordPage(
            navigation: try await Navigation(for: context, at: isOwn ? Address.me : Address.people, store),
            person: person, isOwn: isOwn, month: month, today: today, change: change,
            purpose: query.purpose, isCalendar: query.isCalendar)
        if !isOwn {
            page.retentionAddress = viewer.retentionAddress
            page.left = leftAt.map { clock.lastDay($0).short }
            page.accountAddress = viewer.may(.administer) ? Address.adminPerson(person.userName) : nil
            if try await Authorization(store: store).has(.recordHours, viewer, over: person),
                try await !store.commonFacts.facts().isEmpty
            {
                page.hoursAddress = Address.personHours(person.userName)
            }
        }
        page.show(hours, of: month)
        try await show(
            week, hours, on: &page, of: person, month: month, context, isOwn: isOwn, hidden: hidden,
            forgotten: query.forgotten, now: now, seen: notices.until(for: person.id, in: request), today: today, clock)
        if query.isCalendar {
            page.showCalendar(rows, hours, of: month, today: today, home: person.office)
        }
        let offices = try await store.offices.offices().names
        let forgotten = page.own?.forgotten
        let unrecorded = (hours?.days(in: month, without: Set(keys.map(\.date))) ?? []).compactMap { date in
            hours?.day(date).map { shown in
                DayModel(
                    DailyRow.Key(date: date, office: person.office), shown, change: change, isOpen: date == query.day,
                    today: today,
                    noteForm: canNote ? DayNoteModel.Form(on: date, of: person.userName, [], isOwn: isOwn) : nil)
            }
        }
        page.show(
            zip(days, rows).reversed().map { day, shown in
                let date = day.row.key.date
                let dayNotes = notesByRow[day.row.key]
                return DayModel(
                    day, shown.time, names: names, change: change, isOpen: date == query.day, today: today,
                    hidden: hidden, hours: dayNotes == nil ? nil : hours?.day(date),
                    office: day.row.key.office == person.office ? nil : offices[day.row.key.office],
                    showsSuspicious: canCorrect && !isOwn, usual: usual, forgotten: forgotten,
                    confirmations: (confirmationsByRow[day.row.key] ?? []).map {
                        FlagConfirmationModel($0, of: person.userName, clock, canWithdraw: canConfirm)
                    }, confirmation: canConfirm ? FlagConfirmationForm(day.row, of: person.userName) : nil,
                    notes: (dayNotes ?? []).map { DayNoteModel($0, clock) },
                    noteForm: canNote
                        ? dayNotes.map { DayNoteModel.Form(on: date, of: person.userName, $0, isOwn: isOwn) } : nil)
            }.merged(unrecorded), rows)
        let effects = RequestEffects(store: store, zones: zones)
        var waitingDays: [CivilDate: String] = [:]
        for together in requests.byDay {
            let (request, target) = (together[0], targets[together[0].id])
            var model = RequestModel(together, target: target, &clocks, for: viewer)
            if !isOwn { model.canDecide = try await mayDecide(request, viewer, person) }
            if model.canDecide || model.canWithdraw {
                model.show(try await effects.effect(of: together, among: requests, now: now))
            }
            let place = Self.day(of: request, among: days) ?? clocks.calendars.days(of: request, target).last
            let isAtDay = page.add(model, at: place)
            if model.canWithdraw, let date = place?.date, waitingDays[date] == nil {
                // A day without taps and notes is not on the page.
                let isApart = !isAtDay && month.contains(date)
                waitingDays[date] = isApart ? "#request-\(model.id)" : Address.me + RequestModel.day(date)
            }
        }
        if isOwn {
            page.own?.waitingDays = waitingDays.sorted { $0.key < $1.key }.map { date, address in
                Link(name: localized("me.waiting.day", ["day": date.dayAndMonth]), address: address)
            }
            let forOthers = try await store.requests.requestsForOthers(by: person.id, limit: Self.requestsShown)
            page.requests += forOthers.byDay.map { RequestModel(forAnother: $0, &clocks, by: viewer) }
        }
        return try pages.render(page)
    }

    /// The day of the session to which an added tap belongs, or that a requested clock-out would end: it can be the day before.
    private static func day(of request: CorrectionRequest, among days: [RecordDay]) -> DailyRow.Key? {
        func wouldEnd(_ session: Session) -> Bool {
            guard request.state == .open, session.end == nil, let end = request.requestedEnd(of: session) else { return false }
            return end <= session.autoClosedAt ?? end
        }
        return days.last { day in
            day.events.contains { $0.event.id == request.record.id } || day.sessions.contains(where: wouldEnd)
        }?.row.key
    }

    private func mayDecide(_ request: CorrectionRequest, _ viewer: Person, _ person: Person) async throws -> Bool {
        guard request.state == .open, request.askerID != viewer.id else { return false }
        return try await Authorization(store: store).has(.decide, viewer, over: person)
    }
}
