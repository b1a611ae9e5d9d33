import Attendance
import AttendanceStore
import Localization
import WebServer

/// A person's account, for administrators: properties, devices, keys, badges and the log of changes.
struct AccountPage: Page {
    static let template = "pages/People/account"

    /// The account's data from the store.
    struct Content: Sendable {
        var account: Account
        var presence: PersonPresence?
        var devices: [SignedInDevice]
        /// The number of unused sign-in links, and when the last one expires.
        var links: (count: Int64, until: Instant)?
        var keys: Int64
        var badges: [Badge]
        var enrolments: [(reader: String, until: Instant)]
        var hold: LegalHold?
        /// Whether there is a work schedule.
        var hasSchedules: Bool
        /// The number of taps whose desk or reader is kept.
        var places: Int64
        var log: [AdminLogEntry]
        var offices: [Office]
        var teams: [Team]
        /// Without revoked readers.
        var readers: [Reader]
    }

    struct LogRow: Sendable {
        let when, what: String
        /// nil: the text names the author, or the author is not stored.
        let who: String?

        init(_ entry: AdminLogEntry, _ clock: LocalClock) {
            when = clock.dayAndTime(entry.at.seconds)
            what = AccountPage.sentence(entry, clock)
            let isRelease = entry.field == .legalHold && entry.new == nil
            who = entry.field == .linkUsed || isRelease ? nil : AccountPage.author(entry.author)
        }
    }

    let navigation: Navigation
    let problem: String?
    /// At the fields of these days.
    let firstDayProblem, lastDayProblem: String?
    /// A new ``FormToken``.
    let form: String
    /// A new sign-in link, shown only once.
    let link: Invitation?
    /// Whether the link leads to the server's computer only.
    let isLocal: Bool
    /// When a link that is created now expires.
    let linkUntil: String
    /// The name in the form, which may be a refused one.
    let typedName, typedUser, typedNumber, typedEmail, typedReading, typedFirstDay: String
    let name, user, role, address, recordAddress, linkAddress, withdrawAddress, endDevicesAddress: String
    let leaveAddress, returnAddress, keysAddress, badgesAddress: String
    let dataAddress, holdAddress, releaseAddress, erasePlacesAddress, eraseNameAddress: String
    /// Such as `On legal hold since 20 Nov 2026: Case 17`; nil: there is no hold.
    let hold: String?
    /// What the erasure of desks deletes.
    let places: String
    /// The person's hours; nil for oneself, and while there is no schedule.
    let hoursAddress: String?
    let isOneself: Bool
    let works: Bool
    let left: String?
    /// Since when the person is clocked in; nil if no session is open.
    let clockedIn: String?
    /// The last day to come; nil: none is set.
    let lastDay: String?
    /// The value of the field for the last day.
    let chosenDay: String
    let offices, teams, roles: [Choice]
    let hasNoTeam: Bool
    /// The names of the teams that the person manages; nil: none.
    let managedTeams: String?
    let hasSeveralOffices: Bool
    /// The offices for which the person can be responsible with the role HR; empty: there is no choice.
    let hrOffices: [Choice]
    let devices: [DevicesPage.Device]
    /// Such as `1 unused sign-in link, valid until 20 Nov 2026, 12:00.`; nil: there is none.
    let openLinks: String?
    let keys: String?
    let badges: [BadgeRow]
    let openEnrolments: [WaitingReader]
    let readers: [String]
    let log: [LogRow]

    init(
        navigation: Navigation, viewer: Person, _ content: Content, now: Instant, publicURL: String,
        link: Invitation? = nil, problem: WebError? = nil, typed: BodyFields? = nil
    ) {
        let (account, person) = (content.account, content.account.person)
        let office = content.offices.first { $0.id == person.office }
        let clock = LocalClock(office?.timeZone)
        func when(_ instant: Instant) -> String {
            clock.dayAndTime(instant.seconds)
        }
        self.navigation = navigation
        firstDayProblem = problem?.reason == .badFirstDay ? problem?.sentence : nil
        lastDayProblem = problem?.reason == .badLastDay ? problem?.sentence : nil
        self.problem = firstDayProblem == nil && lastDayProblem == nil ? problem?.sentence : nil
        form = FormToken(now: now).text
        self.link = link
        isLocal = Address.isLocal(publicURL)
        linkUntil = when(account.linkExpiry(clock, now: now))
        (name, user, role) = (person.displayName, person.userName, person.role.title)
        let base = Address.adminPerson(person.userName)
        address = base
        recordAddress = Address.person(person.userName)
        linkAddress = base + "/sign-in-link"
        withdrawAddress = base + "/sign-in-link/withdraw"
        endDevicesAddress = base + "/devices/end-all"
        leaveAddress = base + "/leave"
        returnAddress = base + "/return"
        keysAddress = base + "/keys/revoke"
        badgesAddress = base + "/badges"
        dataAddress = base + "/data"
        holdAddress = base + "/hold"
        releaseAddress = base + "/hold/release"
        erasePlacesAddress = base + "/erase-desks"
        eraseNameAddress = base + "/erase-name"
        hold = content.hold.map { hold in
            localized("data.held", ["day": clock.date(hold.since.seconds).short, "reason": hold.reason])
        }
        places = localized("data.places", count: content.places)
        isOneself = viewer.id == person.id
        hoursAddress = content.hasSchedules && viewer.id != person.id ? Address.personHours(person.userName) : nil
        works = account.leftAt == nil
        left = account.leftAt.map { clock.lastDay($0).short }
        clockedIn = content.presence?.effective(at: now).sessionStart.map { clock.time($0.seconds, asOf: now.seconds) }
        typedName = typed?["display_name"] ?? person.displayName
        typedUser = typed?["user_name"] ?? person.userName
        let details = account.details
        // A refused form that lacks the fields is another one of the page.
        func value(_ field: String, _ known: String?) -> String {
            typed?.values["email"] == nil ? known ?? "" : typed?[field] ?? ""
        }
        typedNumber = value("personnel_number", details.personnelNumber)
        typedEmail = value("email", details.email?.text)
        typedReading = value("reading", details.reading)
        typedFirstDay = value("first_day", details.firstDay?.description)
        lastDay = account.lastDay?.short
        chosenDay = typed?["last_day"] ?? account.lastDay?.description ?? ""
        offices = AccountListPage.choices(of: content.offices, chosen: typed?["office"] ?? "\(person.office)")
        hasSeveralOffices = content.offices.count > 1
        hrOffices =
            content.offices.count > 1 && viewer.id != person.id
            ? content.offices.map { office in
                let field = BodyFields.hrOffice + "\(office.id)"
                let isChosen =
                    if let typed, typed.isSet("chooses_offices") {
                        typed.isSet(field)
                    } else {
                        person.role == .hr ? person.hrOffices.contains(office.id) : office.id == person.office
                    }
                return Choice(value: field, name: office.name, isChosen: isChosen)
            } : []
        let team = typed?["team"] ?? account.team.map { "\($0)" } ?? "-"
        teams = AccountListPage.choices(of: content.teams, chosen: team, withOffice: content.offices.count > 1)
        hasNoTeam = !teams.contains(where: \.isChosen)
        managedTeams = AccountListPage.managedTeams(of: person, among: content.teams)
        roles = AccountListPage.roles(chosen: typed?["role"] ?? person.role.rawValue)
        devices = content.devices.map { device in
            DevicesPage.Device(
                device, isThis: false, of: person.userName, now: now, clock, endAddress: "\(base)/devices/\(device.id)/end")
        }
        openLinks = content.links.map { localized("account.openLinks", count: $0.count, ["until": when($0.until)]) }
        keys = content.keys > 0 ? localized("account.keys", count: content.keys) : nil
        badges = content.badges.map { BadgeRow($0, below: base + "/badges", clock) }
        openEnrolments = content.enrolments.map { WaitingReader($0, clock) }
        readers = content.readers.map(\.name)
        log = content.log.map { LogRow($0, clock) }
    }

    static func author(_ author: AdminLogEntry.Author) -> String {
        switch author {
        case .command: localized("account.by.command")
        case .person(_, let name): name
        case .provisioner(let name): localized("account.by.provider", ["name": name])
        case .provider(let issuer): localized("account.by.issuer", ["name": issuer])
        }
    }

    private static func sentence(_ entry: AdminLogEntry, _ clock: LocalClock) -> String {
        let (old, new) = (entry.old ?? localized("account.log.none"), entry.new ?? localized("account.log.none"))
        func lastDay(_ text: String) -> String { Instant(rfc3339: text).map { clock.lastDay($0).short } ?? text }
        func role(_ text: String) -> String {
            // Logs of earlier versions have the role manager.
            Role(rawValue: text) != nil || text == "manager" ? localized("account.log.role.\(text)") : text
        }
        func change(_ key: String, _ old: String = old, _ new: String = new) -> String {
            localized("account.log.change", ["what": localized(key), "old": old, "new": new])
        }
        /// After an erasure, the log keeps that a value changed, but neither value. Days are never erased.
        func logged(_ key: String, isDay: Bool = false) -> String {
            func day(_ text: String?) -> String? { isDay ? text.flatMap { CivilDate(text: $0) }?.short ?? text : text }
            guard entry.old != nil || entry.new != nil else {
                return localized("account.log.changed", ["what": localized(key)])
            }
            return change(key, day(entry.old) ?? old, day(entry.new) ?? new)
        }
        switch entry.field {
        case .added: return localized("account.log.added", ["new": role(new)])
        case .userName: return logged("account.user")
        case .displayName: return logged("account.name")
        case .role: return change("account.role", role(old), role(new))
        case .office: return change("account.office")
        case .hrOffices:
            let own = localized("account.log.ownOffice")
            return change("account.hrOffices", entry.old ?? own, entry.new ?? own)
        case .personnelNumber: return logged("account.personnelNumber")
        case .email: return logged("account.email")
        case .reading: return logged("account.reading")
        case .firstDay: return logged("account.firstDay", isDay: true)
        case .lastDay: return logged("account.lastDay", isDay: true)
        case .team: return change("account.team")
        case .left:
            return entry.new.map { localized("account.log.left", ["day": lastDay($0)]) } ?? localized("account.log.returned")
        case .signInLink:
            return entry.old.map { localized("account.log.linksWithdrawn", ["count": $0]) } ?? localized("account.log.link")
        case .linkUsed:
            return localized("account.log.linkUsed", ["device": DeviceName.words(new), "name": author(entry.author)])
        case .signedOut:
            return entry.new.map { localized("account.log.signedOut", ["device": DeviceName.words($0)]) }
                ?? localized("account.log.allSignedOut")
        case .key: return localized("account.log.key")
        case .password: return localized(entry.new == nil ? "account.log.passwordRemoved" : "account.log.passwordSet")
        case .identity: return localized("account.log.identity", ["name": new])
        case .keys: return localized("account.log.keys", ["count": new])
        case .badge:
            return entry.new.map { localized("account.log.badgeAwaited", ["reader": $0]) }
                ?? localized("account.log.badgeRemoved")
        case .manages:
            return entry.new.map { localized("account.log.manages", ["team": $0]) }
                ?? localized("account.log.managesNot", ["team": old])
        case .legalHold:
            return entry.new.map { localized("account.log.held", ["reason": $0]) } ?? localized("account.log.released")
        case .changed: return localized("account.log.changed", ["what": localized("account.title")])
        }
    }
}
