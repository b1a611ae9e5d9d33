/// The default purpose of an access, by page. The access log stores these English texts; pages show them translated.
package enum AccessPurpose: String, CaseIterable {
    case byHR = "viewed by HR"
    case byManager = "viewed by the manager"
    case throughAPI = "through the API"
    case correcting = "correcting a tap"
    case hours = "viewed the terms and the balance"
    case deciding = "deciding requests"
    case quarantine = "quarantined taps"
    case sheet = "monthly sheet"
    case team = "viewed on the team's page"
    case list = "viewed in HR's list"
    case charts = "charts of the office, without names"
    case preview = "preview of an export"
    case rows = "export of daily rows"
    case events = "export of events"
    case ownRows = "export of own daily rows"
    case accessLog = "viewed the access log of this record"
}
