import Attendance
import AttendanceStore
import Localization

/// The settings of one office: name, working time, names on the map, taps, reminders and place.
struct OfficeSettingsPage: Page {
    static let template = "pages/Offices/office"

    /// What is stored.
    struct Content: Sendable {
        let office: Office
        /// The earliest first. Each changes a setting of the version before it.
        let versions: [OfficeSettingsVersion]
        /// At the office.
        let today: CivilDate
        /// With the latest planned settings, or those of today.
        let time: OfficeTimeForm
        let names: OfficeNamesForm
        let taps: OfficeTapsForm
        let reminders: OfficeRemindersForm
        /// By name.
        let signingDesks: [String]
        let zones: [TimeZoneChoice]
    }

    /// A refused form.
    enum Typed: Sendable {
        case name(String)
        case time(OfficeTimeForm)
        /// The button that cancels a planned change.
        case cancellation
        case names(OfficeNamesForm)
        case taps(OfficeTapsForm)
        case place(OfficePlaceForm)
        case reminders(OfficeRemindersForm)
    }

    /// A version of the settings of working days.
    struct Version: Sendable {
        let validFrom: String
        let isCurrent, isPlanned: Bool
        /// Those that differ from the version before; all of the first version.
        let settings: String
    }

    /// A change from tomorrow on.
    struct Planned: Sendable {
        /// Such as `From 30 Nov 2026 (planned) · Longest session, in hours: 12`.
        let text: String
        let day: String
        /// Only the last one can be cancelled.
        let isLast: Bool
    }

    let navigation: Navigation
    let admin = AdminNavigation(at: Address.adminOffices)
    let officeName: String
    let listAddress = Address.adminOffices

    private(set) var typedName: String
    private(set) var nameProblem: String?
    let nameAddress: String
    /// nil: it had none.
    let formerNames: String?

    let time: OfficeTimeForm
    private(set) var timeProblem: String?
    let zones: [TimeZoneChoice]
    let timeAddress: String
    let attributions: [Choice]
    /// Whether the form offers to change daily rows.
    let offersRederiving: Bool
    /// The settings in force today, with the day since when.
    let validNow: String
    /// The earliest first.
    let planned: [Planned]
    /// The first day of the last planned change: the form takes no day before it. Nil: there is none.
    let earliestDay: String?
    /// That a change can begin on that day.
    let plannedExplained: String?
    let cancelAddress: String
    let versions: [Version]

    let names: OfficeNamesForm
    private(set) var namesProblem: String?
    let namesAddress: String
    let audiences: [Choice]

    let taps: OfficeTapsForm
    private(set) var tapsProblem: String?
    let tapsAddress: String
    let proofs: [Choice]
    /// The desks that need a signed address; nil: none.
    let signingDesks: String?

    let reminders: OfficeRemindersForm
    private(set) var remindersProblem: String?
    let remindersAddress: String
    let sendsMail: Bool

    let place: OfficePlaceForm
    private(set) var placeProblem: String?
    let placeAddress: String

    /// - Parameters:
    ///   - sendsMail: whether the server has a mail server.
    ///   - problem: why the form in `typed` was refused.
    ///   - typed: nil: all forms show what is stored.
    init(navigation: Navigation, _ content: Content, sendsMail: Bool, problem: WebError? = nil, typed: Typed? = nil) {
        var (time, names, taps, place, reminders) = (
            content.time, content.names, content.taps, OfficePlaceForm(content.office.coordinates), content.reminders
        )
        typedName = content.office.name
        switch typed {
        case .name(let text):
            typedName = text
            nameProblem = problem?.sentence
        case .time(let form):
            time = form
            timeProblem = problem?.sentence
        case .cancellation: timeProblem = problem?.sentence
        case .names(let form):
            names = form
            namesProblem = problem?.sentence
        case .taps(let form):
            taps = form
            tapsProblem = problem?.sentence
        case .place(let form):
            place = form
            placeProblem = problem?.sentence
        case .reminders(let form):
            reminders = form
            remindersProblem = problem?.sentence
        case nil: break
        }
        (self.time, self.names, self.taps, self.place, self.reminders) = (time, names, taps, place, reminders)
        self.navigation = navigation
        self.sendsMail = sendsMail
        zones = content.zones
        let office = content.office
        officeName = office.name
        nameAddress = Address.ofOffice(office.id, Address.adminRenameOffice) + "#name"
        formerNames = office.formerNames.isEmpty ? nil : office.formerNames.joined(separator: ", ")
        timeAddress = Address.ofOffice(office.id) + "#time"
        cancelAddress = Address.ofOffice(office.id, Address.adminCancelOfficeChange) + "#time"
        namesAddress = Address.ofOffice(office.id, Address.adminOfficeNames) + "#names"
        tapsAddress = Address.ofOffice(office.id, Address.adminOfficeTaps) + "#taps"
        remindersAddress = Address.ofOffice(office.id, Address.adminOfficeReminders) + "#reminders"
        placeAddress = Address.ofOffice(office.id, Address.adminOfficePlace) + "#place"
        offersRederiving = problem?.reason == .rowsWouldChange || time.allowsChangedRows
        attributions = AttendancePolicy.Attribution.allCases.map { attribution in
            Choice(
                value: attribution.rawValue, name: localized("office.attribution.\(attribution.rawValue)"),
                isChosen: attribution.rawValue == time.attribution)
        }
        audiences = NamesShown.allCases.map { audience in
            Choice(
                value: audience.rawValue, name: localized("office.audience.\(audience.rawValue)"),
                isChosen: audience.rawValue == names.shownTo)
        }
        proofs = OfficeTapsForm.proofs.map { proof in
            Choice(
                value: proof.rawValue, name: localized("office.proof.\(proof.rawValue)"), isChosen: proof.rawValue == taps.proof
            )
        }
        signingDesks = content.signingDesks.isEmpty ? nil : content.signingDesks.joined(separator: ", ")
        let (current, changes) = (content.versions.valid(on: content.today), content.versions.planned(after: content.today))
        validNow =
            current.map {
                localized(
                    "office.validNow",
                    ["day": Self.beginning($0), "settings": Self.settings($0).joined(separator: Self.separator)])
            } ?? ""
        planned = changes.map { before, after in
            let title = localized("office.planned", ["day": Self.beginning(after)])
            return Planned(
                text: title + Self.separator + Self.settings(after, changing: before), day: after.validFrom?.description ?? "",
                isLast: after == changes.last?.after)
        }
        let last = changes.last?.after.validFrom
        earliestDay = last?.description
        plannedExplained = last.map { localized("office.planned.explained", ["day": $0.short]) }
        versions = content.versions.enumerated().map { index, version in
            let before: OfficeSettingsVersion? = index == 0 ? nil : content.versions[index - 1]
            return Version(
                validFrom: Self.beginning(version), isCurrent: version == current,
                isPlanned: version.validFrom.map { $0 > content.today } ?? false,
                settings: Self.settings(version, changing: before))
        }
    }

    private static let separator = " · "

    private static func beginning(_ version: OfficeSettingsVersion) -> String {
        version.validFrom?.short ?? localized("office.fromBeginning")
    }

    /// The settings that differ from those of `before`; all if it is nil.
    private static func settings(_ version: OfficeSettingsVersion, changing before: OfficeSettingsVersion?) -> String {
        let before = before.map { settings($0) } ?? []
        return settings(version).filter { !before.contains($0) }.joined(separator: separator)
    }

    /// Each setting with its name, always in the same order.
    private static func settings(_ version: OfficeSettingsVersion) -> [String] {
        let (policy, noLimit) = (version.policy, localized("office.noLimit"))
        let settings: [(String, String)] = [
            ("first.timeZone", LocalClock.zoneName(version.timeZone)),
            ("office.dayBoundary", WorkedTime.hoursAndMinutes(version.dayBoundary)),
            ("office.attribution", localized("office.attribution.\(policy.attribution.rawValue)")),
            ("office.longestSession", policy.maximumSession.map(DurationUnit.hours.text) ?? noLimit),
            ("office.repeatWindow", DurationUnit.seconds.text(policy.repeatWindow)),
            ("office.closeAtBoundary", localized(policy.closesAtBoundary ? "office.yes" : "office.no")),
            ("office.lateAfter", DurationUnit.minutes.text(policy.lateAfter)),
            ("office.futureTolerance", DurationUnit.seconds.text(policy.futureTolerance)),
            ("office.oldestTap", policy.maximumAge.map(DurationUnit.days.text) ?? noLimit),
        ]
        return settings.map { name, value in localized("office.setting", ["name": localized(name), "value": value]) }
    }
}
