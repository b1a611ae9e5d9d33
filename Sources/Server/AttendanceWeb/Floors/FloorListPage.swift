import Attendance
import AttendanceStore
import Localization

/// The list of all offices' floors.
struct FloorListPage: Page {
    static let template = "pages/Floors/floors"

    struct Row: Sendable {
        let name, desks, address, moveAddress, nameAddress, removeAddress: String
        let hasDraft, isFirst, isLast: Bool
        /// The wall displays of the floor; nil if there are none.
        let displays: String?
        /// A refused new name; nil: none was typed.
        let typedName: String?
    }

    /// What a refused form contained.
    enum Typed {
        case added(name: String, office: String)
        case renamed(FloorID, name: String)
    }

    struct Group: Sendable {
        /// nil if there is only one office.
        let office: String?
        let rows: [Row]
    }

    let navigation: Navigation
    let address = Address.adminFloors
    let problem: String?
    let groups: [Group]
    let offices: [Choice]
    let hasSeveralOffices: Bool
    let submitted: String

    init(navigation: Navigation, _ floors: [ListedFloor], offices: [Office], problem: String? = nil, typed: Typed? = nil) {
        self.navigation = navigation
        self.problem = problem
        var chosen = ""
        if case .added(let name, let office) = typed { (submitted, chosen) = (name, office) } else { submitted = "" }
        let hasSeveralOffices = offices.count > 1
        self.hasSeveralOffices = hasSeveralOffices
        self.offices = AccountListPage.choices(of: offices, chosen: chosen)
        groups = offices.compactMap { office in
            let own = floors.filter { $0.office == office.id }
            return own.isEmpty
                ? nil : Group(office: hasSeveralOffices ? office.name : nil, rows: own.indices.map { Self.row(own, $0, typed) })
        }
    }

    private static func row(_ floors: [ListedFloor], _ index: Int, _ typed: Typed?) -> Row {
        let floor = floors[index]
        let typedName: String? = if case .renamed(floor.id, let name) = typed { name } else { nil }
        return Row(
            name: floor.name,
            desks: localized("floors.desks", count: floor.desks),
            address: Address.ofFloor(floor.id), moveAddress: Address.ofFloor(floor.id, Address.adminMoveFloor),
            nameAddress: Address.ofFloor(floor.id, Address.adminRenameFloor),
            removeAddress: Address.ofFloor(floor.id, Address.adminRemoveFloor), hasDraft: floor.hasDraft, isFirst: index == 0,
            isLast: index == floors.count - 1, displays: floor.displays.isEmpty ? nil : floor.displays,
            typedName: typedName)
    }
}

/// The page that confirms the removal of a floor: its desks, and the people at them.
struct FloorRemovalPage: Page {
    static let template = "pages/Floors/floor-remove"

    let navigation: Navigation
    let listAddress = Address.adminFloors
    let address: String
    let name, office: String
    let version: Int64
    let desks: Int
    let problem: String?
    /// The occupied desks that the page shows, separated by commas; nil if there are none.
    let confirmedDesks: String?
    let people: [FloorRefusal.Seated]

    init(navigation: Navigation, _ floor: EditedFloor, problem: String? = nil, people: [SeatedPerson] = []) {
        self.navigation = navigation
        self.problem = problem
        address = Address.ofFloor(floor.id, Address.adminRemoveFloor)
        (name, office, version) = (floor.name, floor.officeName, floor.version)
        desks = floor.published.desks.count
        self.people = people.map { FloorRefusal.Seated(desk: $0.desk, name: $0.name) }
        confirmedDesks = people.isEmpty ? nil : people.map(\.desk).joined(separator: ",")
    }
}
