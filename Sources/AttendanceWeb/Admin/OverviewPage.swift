import AttendanceStore
import Localization

/// The steps that a new company takes, and the places of the administration.
struct OverviewPage: Page {
    static let template = "pages/Admin/overview"

    /// A page of the administration and what it is for.
    struct Place: Sendable { let name, address, purpose: String }

    let navigation: Navigation
    let admin = AdminNavigation(at: Address.admin)
    /// Whether a step is left.
    let isSettingUp: Bool
    let stepsDone: Int
    let office, timeZone: String
    let hasDesk, hasColleague, hasEverybody, hasCodes, hasTap: Bool
    let floors, people, signedIn: String
    /// The page of a tap at a desk; nil without desks.
    let tryAddress: String?
    let stream = Address.presenceStream
    let places: [Place]

    static let steps = 6

    init(navigation: Navigation, _ state: SetupState, office: Office?, desk: String?) {
        self.navigation = navigation
        (self.office, timeZone) = (office?.name ?? "", LocalClock.zoneName(office?.timeZone ?? ""))
        hasDesk = state.desks > 0
        hasColleague = state.people > 1
        hasEverybody = state.people > 1 && state.signedIn == state.people
        // Nobody can know whether codes were printed. A tap shows that there is one.
        hasCodes = state.tags > 0 || state.hasTap
        hasTap = state.hasTap
        stepsDone = [true, hasDesk, hasColleague, hasEverybody, hasCodes, hasTap].count { $0 }
        // Somebody who never signs in must not keep the steps on the page for ever.
        isSettingUp = !(hasDesk && hasColleague && hasTap)
        floors = localized("overview.floors", ["floors": "\(state.floors)", "desks": "\(state.desks)"])
        people = localized("overview.people", ["count": "\(state.people)"])
        signedIn = localized("overview.signedIn", ["signedIn": "\(state.signedIn)", "people": "\(state.people)"])
        tryAddress = desk.map { Address.tap("start", desk: $0, office: nil) }
        places = AdminNavigation.places.dropFirst().map { place in
            Place(
                name: localized("admin.place.\(place.key)"), address: place.address,
                purpose: localized("admin.purpose.\(place.key)"))
        }
    }
}
