/// What somebody's record is looked at for, where they did not say: as the access log keeps it, in English for good.
package enum AccessPurpose: String, CaseIterable {
    case byHR = "looked at by HR"
    case byManager = "looked at by the manager"
    case throughAPI = "through the API"
    case correcting = "correcting a tap"
    case deciding = "deciding requests"
    case quarantine = "taps put aside"
    case sheet = "sheet of the month"
    case team = "looked at on the team's page"
    case list = "looked at in HR's list"
    case charts = "charts of the office, without names"
    case rows = "export of daily rows"
    case events = "export of events"
    case ownRows = "export of one's own daily rows"
    case accessLog = "Looking at who read this record"
}
