package import Attendance
import HTTPTypes

/// All addresses of the server. Parts in braces are parameters.
package enum Address {
    package static let home = "/"
    package static let tap = "/t"
    package static let tapResult = "/t/{id}"
    package static let undo = "/t/{id}/undo"
    package static let notMe = "/t/{id}/not-me"
    /// The taps that a phone keeps; also shown for a tag while the server is unreachable.
    package static let keptTaps = "/tap-kept"
    /// The service worker that keeps taps while a phone is offline. Its scope is the addresses that begin with ``tap``.
    package static let tapWorker = "/static/Taps/worker.js"
    package static let taps = "/api/taps"
    package static let presence = "/api/presence"
    package static let presenceStream = "/api/presence/stream"
    package static let map = "/map"
    package static let floor = "/map/{floor}"
    package static let now = "/now"
    package static let whereabouts = "/api/whereabouts"
    /// The page of a screen that is no wall display yet.
    package static let screen = "/wall"
    package static let wall = "/wall/{floor}"
    package static let wallStream = "/api/wall/{floor}/stream"
    package static let displayLink = "/display/{token}"
    package static let me = "/me"
    package static let myAsk = "/me/ask"
    package static let myTap = "/me/tap"
    package static let seenRequests = "/me/requests/seen"
    package static let mySettings = "/me/settings"
    package static let myName = "/me/name-on-map"
    package static let myDevices = "/me/devices"
    package static let endDevice = "/me/devices/{id}/end"
    package static let endOtherDevices = "/me/devices/end-others"
    package static let seenNotices = "/me/devices/seen"
    package static let addPhone = "/me/devices/phone"
    package static let myPassword = "/me/password"
    package static let myReminders = "/me/reminders"
    package static let myReminderEmail = "/me/reminders/email"
    package static let confirmEmail = "/me/reminders/email/{token}"
    package static let myReminderBrowsers = "/me/reminders/browsers"
    package static let removeThisReminderBrowser = "/me/reminders/browsers/remove"
    package static let removeReminderBrowser = "/me/reminders/browsers/{id}/remove"
    /// The service worker that shows reminders. It controls no page.
    package static let reminderWorker = "/static/Reminders/worker.js"
    package static let myDataJSON = "/me/data.json"
    package static let myDataCSV = "/me/data.csv"
    package static let myExportCSV = "/me/export/daily.csv"
    package static let myExportXLSX = "/me/export/daily.xlsx"
    package static let myHoursCSV = "/me/export/hours.csv"
    package static let myHoursXLSX = "/me/export/hours.xlsx"
    /// Must not begin with ``tap``, the scope of the service worker.
    package static let team = "/my-team"
    package static let teamSheets = "/my-team/sheets"
    package static let teamWarnings = "/my-team/warnings"
    package static let teamAsk = "/my-team/ask"
    package static let people = "/people"
    package static let person = "/people/{user}"
    package static let askForPerson = "/people/{user}/ask"
    package static let correctPerson = "/people/{user}/correct"
    package static let confirmFlags = "/people/{user}/confirm"
    package static let askForClockOut = "/people/{user}/ask-for-clock-out"
    package static let noteDay = "/people/{user}/note"
    package static let withdrawConfirmation = "/people/{user}/confirm/withdraw"
    package static let requests = "/requests"
    package static let decidedRequests = "/requests/decided"
    package static let quarantine = "/quarantine"
    package static let record = "/api/records/{user}"
    package static let hoursFacts = "/api/hours/facts"
    package static let corrections = "/api/corrections"
    package static let requestList = "/api/requests"
    package static let approve = "/api/requests/{id}/approve"
    package static let refuse = "/api/requests/{id}/refuse"
    package static let withdraw = "/api/requests/{id}/withdraw"
    package static let quarantineList = "/api/quarantine"
    package static let release = "/api/quarantine/{id}/release"
    package static let void = "/api/quarantine/{id}/void"
    package static let signIn = "/sign-in"
    package static let signInLink = "/sign-in/{token}"
    package static let firstAdministrator = "/first-administrator/{token}"
    package static let signOut = "/sign-out"
    package static let oidc = "/auth/oidc"
    package static let oidcCallback = "/auth/callback"
    package static let backChannelLogout = "/auth/backchannel-logout"
    package static let tagCertificates = "/api/tags/certificates"
    package static let tagKeys = "/api/tags/keys"
    package static let resetTag = "/api/tags/{uid}/reset"
    package static let tagWritten = "/api/tags/{uid}/written"
    package static let tags = "/admin/tags"
    package static let tagSheet = "/admin/tags/sheet"
    package static let tagWriting = "/admin/tags/write"
    package static let adminDesk = "/admin/desks/{desk}"
    package static let retireTag = "/admin/tags/{uid}/retire"
    package static let replaceTag = "/admin/tags/{uid}/replace"
    package static let admin = "/admin"
    /// The people who have no sign-in link yet.
    package static let uninvited = "/admin/people?state=new"
    package static let adminPeople = "/admin/people"
    package static let adminPerson = "/admin/people/{user}"
    package static let adminSignInLink = "/admin/people/{user}/sign-in-link"
    package static let adminWithdrawLinks = "/admin/people/{user}/sign-in-link/withdraw"
    package static let adminEndDevice = "/admin/people/{user}/devices/{id}/end"
    package static let adminEndDevices = "/admin/people/{user}/devices/end-all"
    package static let adminLeave = "/admin/people/{user}/leave"
    package static let adminPersonData = "/admin/people/{user}/data"
    package static let adminHold = "/admin/people/{user}/hold"
    package static let adminReleaseHold = "/admin/people/{user}/hold/release"
    package static let adminErasePlaces = "/admin/people/{user}/erase-desks"
    package static let adminEraseName = "/admin/people/{user}/erase-name"
    package static let adminReturn = "/admin/people/{user}/return"
    package static let adminRevokeKeys = "/admin/people/{user}/keys/revoke"
    package static let adminEnrolBadge = "/admin/people/{user}/badges"
    package static let adminRemoveBadge = "/admin/people/{user}/badges/{id}/remove"
    package static let adminTeams = "/admin/teams"
    package static let adminRenameTeam = "/admin/teams/{id}/name"
    package static let adminAddMember = "/admin/teams/{id}/members"
    package static let adminRemoveMember = "/admin/teams/{id}/members/{user}/remove"
    package static let adminAddManager = "/admin/teams/{id}/managers"
    package static let adminRemoveManager = "/admin/teams/{id}/managers/{user}/remove"
    package static let adminOffices = "/admin/offices"
    package static let adminOffice = "/admin/offices/{id}"
    package static let adminOfficeTime = "/admin/offices/{id}/time"
    package static let adminCancelOfficeChange = "/admin/offices/{id}/time/cancel"
    package static let adminOfficeTaps = "/admin/offices/{id}/taps"
    package static let workingTime = "/admin/working-time"
    /// The form for a schedule: `name` of one, or without it for a new one.
    package static let workingTimeSchedule = "/admin/working-time/schedule"
    /// Removes an entry of a schedule or of terms.
    package static let workingTimeRemove = "/admin/working-time/remove"
    package static let workingTimeTerms = "/admin/working-time/terms"
    package static let workingTimeOfficeTerms = "/admin/working-time/terms/offices/{id}"
    package static let workingTimeTeamTerms = "/admin/working-time/terms/teams/{id}"
    package static let workingTimeHolidays = "/admin/working-time/holidays"
    package static let adminReaders = "/admin/readers"
    package static let adminRotateReader = "/admin/readers/{id}/rotate"
    package static let adminRevokeReader = "/admin/readers/{id}/revoke"
    package static let adminDisplays = "/admin/displays"
    package static let adminDisplayLink = "/admin/displays/{id}/link"
    package static let adminRevokeDisplay = "/admin/displays/{id}/revoke"
    package static let adminFloors = "/admin/floors"
    package static let adminFloor = "/admin/floors/{id}"
    package static let adminPublishFloor = "/admin/floors/{id}/publish"
    package static let adminDiscardDraft = "/admin/floors/{id}/discard"
    package static let adminRenameFloor = "/admin/floors/{id}/name"
    package static let adminMoveFloor = "/admin/floors/{id}/move"
    package static let adminRemoveFloor = "/admin/floors/{id}/remove"
    package static let adminFloorPicture = "/admin/floors/{id}/picture"
    package static let adminFloorFile = "/admin/floors/{id}/file"
    package static let adminFloorCSV = "/admin/floors/{id}/desks.csv"
    package static let adminFloorJSON = "/admin/floors/{id}/floor.json"
    package static let floorPicture = "/floors/pictures/{hash}"
    package static let chairSides = "/floors/chair-sides"
    package static let adminAccess = "/admin/access"
    package static let adminChanges = "/admin/access/changes"
    package static let adminServer = "/admin/server"
    package static let adminTestMail = "/admin/server/test-mail"
    package static let adminRetention = "/admin/retention"
    package static let adminOfficeRetention = "/admin/retention/{id}"
    package static let workingTimeHolidayImport = "/admin/working-time/holidays/import"
    /// The days of one calendar: `name`, and a `year`.
    package static let workingTimeCalendar = "/admin/working-time/holidays/calendar"
    package static let adminImport = "/admin/import"
    package static let adminImportFile = "/admin/import/file"
    /// The base of all SCIM 2.0 addresses (RFC 7644).
    package static let scim = "/scim/v2"
    package static let scimUsers = "/scim/v2/Users"
    package static let scimUser = "/scim/v2/Users/{id}"
    package static let scimSearch = "/scim/v2/.search"
    package static let scimSearchUsers = "/scim/v2/Users/.search"
    package static let scimConfiguration = "/scim/v2/ServiceProviderConfig"
    package static let scimResourceTypes = "/scim/v2/ResourceTypes"
    package static let scimResourceType = "/scim/v2/ResourceTypes/{id}"
    package static let scimSchemas = "/scim/v2/Schemas"
    package static let scimSchema = "/scim/v2/Schemas/{id}"
    package static let hr = "/hr"
    package static let monthSheet = "/hr/sheet/{user}"
    package static let monthSheets = "/hr/sheets"
    /// The form for exports on ``hr``. It leads to the address of the file.
    package static let hrExport = "/hr/export"
    package static let hrAsk = "/hr/ask"
    /// The hours of a person, for HR and administrators.
    package static let personHours = "/hr/people/{user}/hours"
    package static let changeTerms = "/hr/people/{user}/hours/terms"
    package static let makeSchedule = "/hr/people/{user}/hours/schedule"
    package static let transferPerson = "/hr/people/{user}/hours/transfers"
    package static let adjustBalance = "/hr/people/{user}/hours/adjustments"
    package static let removeHoursFact = "/hr/people/{user}/hours/remove"
    package static let openingBalances = "/hr/opening-balances"
    package static let hrWarnings = "/hr/warnings"
    package static let hrChanges = "/hr/changes"
    package static let layouts = "/hr/layouts"
    /// The form for a layout: `name` of a saved one, or `from` which one to start.
    package static let layout = "/hr/layout"
    package static let layoutFile = "/hr/layouts/file"
    package static let removeLayout = "/hr/layouts/remove"
    package static let hrRetention = "/hr/retention"
    package static let charts = "/hr/charts"
    package static let occupancyChart = "/hr/charts/occupancy.svg"
    package static let deskUseChart = "/hr/charts/desks.svg"
    package static let language = "/language"
    package static let ledger = "/ledger"
    package static let ledgerEntries = "/api/ledger"
    package static let live = "/health/live"
    package static let ready = "/health/ready"
    package static let routeOfClient = "/health/client"
    /// On the address for monitoring only.
    package static let metrics = "/metrics"
    package static let apiDocument = "/openapi.yaml"
    package static let about = "/about"
    package static let help = "/help"
    package static let article = "/help/{page}"
    /// How to write many tags.
    static let tagManual = article("tagsanddesks") + "#write-tags"
    package static let search = "/search"
    package static let staticFiles = "/static"
    /// Browsers ask for the icons at these addresses without a link to them.
    package static let favicon = "/favicon.ico"
    package static let appleTouchIcon = "/apple-touch-icon.png"
    package static let appleAppSiteAssociation = "/.well-known/apple-app-site-association"
    package static let assetLinks = "/.well-known/assetlinks.json"

    /// The suffix of the addresses of event streams.
    static let streams = "/stream"
    /// The prefix of the addresses of personal links.
    package static let signInLinks = "/sign-in/"
    /// Whether an address returns data instead of a page.
    package static func isData(_ path: String) -> Bool {
        path.hasPrefix("/api/")
            || [myDataJSON, myDataCSV, myExportCSV, myExportXLSX, myHoursCSV, myHoursXLSX].contains(path)
    }

    /// Whether the API document describes an address: those that return data, and those that identity providers, phones'
    /// operating systems and monitoring request. All other addresses are pages and their forms.
    static func isAPI(_ method: HTTPRequest.Method, _ path: String) -> Bool {
        isData(path) || path.hasPrefix(scim) || path.hasPrefix("/.well-known/") || path.hasPrefix("/health/")
            || [apiDocument, backChannelLogout].contains(path) || (method, path) == (.post, tap)
    }

    /// An address with a value, percent-encoded, for each `{name}` of its pattern.
    package static func path(_ pattern: String, _ values: String...) -> String {
        var (path, rest) = ("", pattern[...])
        for value in values {
            guard let start = rest.utf8.firstIndex(of: UInt8(ascii: "{")), let end = rest.utf8.firstIndex(of: UInt8(ascii: "}"))
            else { preconditionFailure("\(pattern) has fewer names than values") }
            path += rest[..<start] + percentEncoded(value)
            rest = rest[rest.utf8.index(after: end)...]
        }
        assert(!rest.utf8.contains(UInt8(ascii: "{")), "\(pattern) has more names than values")
        return path + rest
    }

    package static func signInLink(_ token: String) -> String { path(signInLink, token) }
    package static func firstAdministrator(_ token: String) -> String { path(firstAdministrator, token) }
    /// - Parameter address: the path on this server to open after sign-in.
    package static func signIn(to address: String) -> String { signIn + "?to=" + percentEncoded(address) }
    /// ``signIn(to:)`` for a signed-in person who has to authenticate again.
    package static func signInAgain(to address: String) -> String { signIn(to: address) + "&again=yes" }
    package static func setPassword(returningTo address: String) -> String { myPassword + "?to=" + percentEncoded(address) }
    package static func endDevice(_ id: SessionID) -> String { path(endDevice, "\(id)") }
    package static func confirmEmail(_ token: String) -> String { path(confirmEmail, token) }
    package static func removeReminderBrowser(_ id: Int64) -> String { path(removeReminderBrowser, "\(id)") }
    package static func oidc(to address: String, isRenewal: Bool = false) -> String {
        oidc + "?to=\(percentEncoded(address))" + (isRenewal ? "&again=yes" : "")
    }
    package static func tapResult(_ id: String, notes: [String]) -> String {
        path(tapResult, id) + (notes.isEmpty ? "" : "?notes=" + notes.joined(separator: "."))
    }
    package static func notMe(_ id: String) -> String { path(notMe, id) }
    /// - Parameter address: the path to open after the next sign-in.
    package static func signOut(to address: String) -> String { signOut + "?to=" + percentEncoded(address) }
    package static func undo(_ id: String) -> String { path(undo, id) }
    package static func person(_ user: String) -> String { path(person, user) }
    package static func askForPerson(_ user: String) -> String { path(askForPerson, user) }
    package static func correctPerson(_ user: String) -> String { path(correctPerson, user) }
    package static func confirmFlags(_ user: String, _ day: CivilDate) -> String { path(confirmFlags, user) + "?day=\(day)" }
    package static func askForClockOut(_ user: String, _ day: CivilDate, in office: OfficeID) -> String {
        path(askForClockOut, user) + "?day=\(day)&office=\(office)"
    }
    package static func noteDay(_ user: String, _ day: CivilDate) -> String { path(noteDay, user) + "?day=\(day)" }
    package static func withdrawConfirmation(_ user: String) -> String { path(withdrawConfirmation, user) }
    package static func monthSheet(_ user: String) -> String { path(monthSheet, user) }
    package static func personHours(_ user: String) -> String { path(personHours, user) }
    /// - Parameter office: the office's name; nil: the usual one.
    package static func openingBalances(of office: String?) -> String { asking(openingBalances, [("office", office)]) }
    /// - Parameter office: the office's name; nil if there is only one office.
    static func adminDesk(_ desk: String, office: String?) -> String {
        asking(path(adminDesk, desk), [("office", office)])
    }
    package static func adminPerson(_ user: String) -> String { path(adminPerson, user) }
    package static func approve(_ id: String) -> String { path(approve, id) }
    package static func refuse(_ id: String) -> String { path(refuse, id) }
    package static func withdraw(_ id: String) -> String { path(withdraw, id) }
    package static func release(_ id: String) -> String { path(release, id) }
    package static func void(_ id: String) -> String { path(void, id) }
    /// - Parameters:
    ///   - subject: daily, events or hours.
    ///   - format: csv, xlsx, json or ndjson.
    package static func export(_ subject: String, _ format: String) -> String { "/api/export/\(subject).\(format)" }
    /// - Parameter list: days, weeks, periods or warnings.
    package static func hours(_ list: String) -> String { "/api/hours/\(list)" }
    /// The path and query of a tag's address.
    /// - Parameters:
    ///   - event: nil if the person chooses the event.
    ///   - office: nil if the desk's name is unique.
    ///   - word: allows the page to record the tap automatically.
    package static func tap(_ event: String?, desk: String?, office: String?, word: TagWord? = nil) -> String {
        asking(tap, [("event", event), ("desk", desk), ("office", office), ("k", word?.text)])
    }
    /// - Parameter office: nil for the viewer's own office.
    package static func floor(_ name: String, desk: String? = nil, office: String? = nil) -> String {
        asking(path(floor, name), [("desk", desk), ("office", office)])
    }
    /// An address of the administration of one floor.
    package static func ofFloor(_ id: FloorID, _ address: String = adminFloor) -> String {
        path(address, "\(id)")
    }
    /// An address of the administration of one office.
    package static func ofOffice(_ id: OfficeID, _ address: String = adminOffice) -> String {
        path(address, "\(id)")
    }
    static func schedule(_ name: String) -> String { asking(workingTimeSchedule, [("name", name)]) }
    static func terms(of office: OfficeID) -> String { path(workingTimeOfficeTerms, "\(office)") }
    static func terms(of team: TeamID) -> String { path(workingTimeTeamTerms, "\(team)") }
    /// The rules for taps among the settings of one office.
    package static func tapRules(of office: OfficeID) -> String { ofOffice(office, adminOfficeTaps) }
    /// The names on the map and the wall displays among the settings of one office.
    package static func mapNames(of office: OfficeID) -> String { ofOffice(office) + "#names" }
    /// - Parameter hash: hexadecimal digits.
    package static func floorPicture(_ hash: String) -> String { path(floorPicture, hash) }
    /// - Parameter page: the name of the article's file in lower case.
    package static func article(_ page: String) -> String { path(article, page) }
    package static func wall(_ floor: String) -> String { path(wall, floor) }
    package static func wallStream(_ floor: String) -> String { path(wallStream, floor) }
    package static func displayLink(_ token: String) -> String { path(displayLink, token) }

    /// The addresses that templates can use, as in `@@map@@`.
    private static let named = [
        "about": about, "admin": admin, "adminAccess": adminAccess, "adminChanges": adminChanges, "adminFloors": adminFloors,
        "adminImport": adminImport, "adminPeople": adminPeople,
        "adminReaders": adminReaders, "adminTeams": adminTeams, "apiDocument": apiDocument, "tagSheet": tagSheet,
        "adminServer": adminServer, "charts": charts, "decidedRequests": decidedRequests, "help": help, "home": home, "hr": hr,
        "hrExport": hrExport,
        "hrRetention": hrRetention, "language": language, "layout": layout,
        "map": map, "me": me, "myAsk": myAsk, "myDevices": myDevices,
        "myReminders": myReminders, "mySettings": mySettings, "people": people, "quarantine": quarantine,
        "removeLayout": removeLayout, "requests": requests,
        "search": search, "signIn": signIn, "signOut": signOut, "staticFiles": staticFiles, "tagManual": tagManual,
        "tapWorker": tapWorker, "team": team, "uninvited": uninvited, "workingTimeHolidays": workingTimeHolidays,
    ]

    struct UnknownAddress: Error, Equatable, CustomStringConvertible {
        let name: String
        let file: String

        var description: String { "\(file) uses the unknown address '\(name)'." }
    }

    /// Replaces the names of addresses in a template, such as `@@map@@`.
    /// - Parameter constants: other names and their texts.
    static func filled(
        _ template: String, or constants: [String: String], file: String
    ) throws(UnknownAddress) -> String {
        let parts = template.split(separator: "@@", omittingEmptySubsequences: false)
        var result = ""
        for (index, part) in parts.enumerated() {
            if index.isMultiple(of: 2) {
                result += part
            } else {
                guard let text = named[String(part)] ?? constants[String(part)] else {
                    throw UnknownAddress(name: String(part), file: file)
                }
                result += text
            }
        }
        return result
    }

    /// Whether a server's address leads to the computer itself, so that no phone can open it.
    static func isLocal(_ publicURL: String) -> Bool {
        let host = publicURL.split(separator: "/").dropFirst().first ?? ""
        return host.hasPrefix("localhost") || host.hasPrefix("127.") || host.hasPrefix("[::1]")
    }

    /// Percent-encodes all except the unreserved characters (RFC 3986, 2.3).
    package static func percentEncoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~": result.unicodeScalars.append(scalar)
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                result += "%" + (hex.count == 1 ? "0" : "") + hex
            }
        }
        return result
    }

    /// An address with query parameters. Parameters with the value nil are left out.
    static func asking(_ path: String, _ fields: [(String, String?)]) -> String {
        let said = fields.compactMap { name, value in value.map { (name, $0) } }
        return said.isEmpty ? path : path + "?" + query(said)
    }

    /// A query string without the question mark, or the body of a form.
    static func query(_ fields: [(String, String)]) -> String {
        fields.map { "\($0)=\(percentEncoded($1))" }.joined(separator: "&")
    }
}
