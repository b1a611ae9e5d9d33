import Attendance
import AttendanceStore
import Localization

/// The steps that a new company takes.
struct OverviewPage: Page {
    static let template = "pages/Admin/overview"

    let navigation: Navigation
    /// Whether a step before the first tap is left, or the first tap was just now.
    let isSettingUp: Bool
    /// Such as `5 of 6 steps done. Next: Invite people to sign in`; nil if all are done and the first tap was earlier.
    let progress: String?
    /// Whether the viewer has no way to sign in again without help.
    let needsPassword: Bool
    /// How soon after a sign-in the password can be set.
    let minutes = FreshSignIn.lifetime.minutes
    /// The names of what needs attention on the server; nil: nothing.
    let warnings: String?
    /// About holiday calendars in use that end soon.
    let holidayNotices: [String]
    let passwordAddress = Address.setPassword(returningTo: Address.admin)
    /// The name of the identity provider; nil without one.
    let provider: String?
    let problem: String?
    let typed: NewFloorForm
    let address = Address.admin
    let office, timeZone: String
    /// The company's only office, or “All offices”.
    let title: String
    let hasDesk, hasColleague, hasEverybody, hasCodes, hasTap: Bool
    /// Whether each office has a floor.
    let hasAllFloors: Bool
    /// The offices for which the page has the form for a floor: those without a floor, or the viewer's while there is no desk.
    let newFloorOffices: [Choice]
    let choosesOffice: Bool
    /// Whether the steps are unfolded.
    let isOpen: Bool
    /// The name of the step with the desks.
    let desksStep: String
    /// Such as `Ada Lindqvist clocked in at 6F-A1, 12:00`.
    let firstTap: String?
    let floors, people, signedIn: String
    /// Whether everyone has signed in or has a link, but not everyone has signed in.
    let isWaiting: Bool
    /// The name of the step with the invitations.
    let inviteStep: String
    let invitedAddress = Address.asking(Address.adminPeople, [("state", Invitee.State.invited.rawValue)])
    /// How many sign-in links wait to be opened; nil: none.
    let waitingLinks: String?
    /// The page of a tap at a desk; nil without desks.
    let tryAddress: String?
    /// The office's rules for taps.
    let tapsAddress: String?
    let stream = Address.presenceStream

    /// How long the steps stay open after the first tap, which then shows among them.
    private static let firstTapIsNew = Duration.seconds(3600)

    /// - Parameter home: the viewer's office.
    init(
        navigation: Navigation, _ state: SetupState, offices: [Office], home: OfficeID, desk: String?, provider: String?,
        hasPassword: Bool, warnings: [String], endingCalendars: [HolidayStore.EndingCalendar], problem: String?,
        typed: NewFloorForm, now: Instant
    ) {
        self.navigation = navigation
        let office = offices.first { $0.id == home }
        title = offices.count > 1 ? localized("overview.allOffices") : office?.name ?? ""
        (self.office, timeZone) = (office?.name ?? "", LocalClock.zoneName(office?.timeZone ?? ""))
        hasDesk = state.desks > 0
        let hasAllFloors = state.desks > 0 && state.officesWithoutFloor.isEmpty
        let desksStep =
            state.desks == 0 || hasAllFloors
            ? localized("overview.desks")
            : localized(
                "overview.desks.missing", ["offices": state.officesWithoutFloor.localizedList("record.separator")])
        (self.hasAllFloors, self.desksStep) = (hasAllFloors, desksStep)
        let bare = offices.filter { state.officesWithoutFloor.contains($0.name) || state.desks == 0 && $0.id == home }
        let chosen = bare.first { "\($0.id)" == typed.office } ?? bare.first { $0.id == home } ?? bare.first
        newFloorOffices = bare.map { Choice(value: "\($0.id)", name: $0.name, isChosen: $0.id == chosen?.id) }
        choosesOffice = bare.count > 1
        hasColleague = state.people > 1
        hasEverybody = state.people > 1 && state.signedIn == state.people
        // The server does not know which codes were printed. The first tap proves that a desk has a code or a tag.
        hasCodes = state.hasTag || state.hasTap
        hasTap = state.hasTap
        let isWaiting = state.invited > 0 && state.signedIn + state.invited == state.people
        let inviteStep =
            isWaiting
            ? localized("overview.invite.waiting", ["signedIn": "\(state.signedIn)", "people": "\(state.people)"])
            : localized("overview.invite")
        (self.isWaiting, self.inviteStep) = (isWaiting, inviteStep)
        let needsPassword = provider == nil && !hasPassword
        let steps: [(isDone: Bool, name: String)] = [
            (!needsPassword, localized("overview.next.password")), (hasAllFloors, desksStep),
            (hasColleague, localized("overview.addPeople")), (hasEverybody, inviteStep),
            (hasCodes, localized("overview.codes")), (hasTap, localized("overview.tap")),
        ]
        let isFirstTapNew = state.firstTap.map { now - $0.receivedAt < Self.firstTapIsNew } ?? false
        firstTap = state.firstTap.flatMap { tap in
            guard let person = tap.person, let desk = tap.desk else { return nil }
            let clock = LocalClock(offices.first { $0.id == tap.office }?.timeZone)
            return localized(
                "overview.tap.first",
                ["name": person, "desk": desk, "time": clock.time(tap.receivedAt.seconds, asOf: now.seconds)])
        }
        let done = steps.count { $0.isDone }
        let left = steps.filter { !$0.isDone }
        // Waiting for sign-ins is nothing to do.
        let next = left.first { !isWaiting || $0.name != inviteStep } ?? left.first
        progress =
            if let next {
                localized("overview.progress", ["done": "\(done)", "steps": "\(steps.count)", "next": next.name])
            } else if isFirstTapNew {
                localized("overview.allDone", ["steps": "\(steps.count)"])
            } else {
                nil
            }
        isSettingUp = !(hasDesk && hasColleague && hasTap) || isFirstTapNew
        isOpen = isSettingUp || problem != nil
        (self.needsPassword, self.provider, self.problem, self.typed) = (needsPassword, provider, problem, typed)
        holidayNotices = endingCalendars.map(\.sentence)
        self.warnings = warnings.isEmpty ? nil : warnings.localizedList("record.separator")
        floors = localized("overview.floors", ["floors": "\(state.floors)", "desks": "\(state.desks)"])
        people = localized("overview.people", ["count": "\(state.people)"])
        signedIn = localized("overview.signedIn", ["signedIn": "\(state.signedIn)", "people": "\(state.people)"])
        waitingLinks = state.invited == 0 ? nil : localized("overview.waitingLinks", count: state.invited)
        tapsAddress = office.map { Address.tapRules(of: $0.id) }
        tryAddress = desk.map { Address.tap("start", desk: $0, office: nil) }
    }
}
