import AttendanceStore

/// The floor whose tags a page shows, and the other floors and offices to choose from.
struct FloorChoice {
    let office: Office
    let offices: [Office]
    /// nil if the office has no floor.
    let floor: String?
    let floors: [String]

    /// Whether addresses name the office, because a desk's name may be ambiguous.
    var namesOffices: Bool { offices.count > 1 }

    /// Empty if there is only one office.
    var officeChoices: [Choice] {
        namesOffices ? offices.map { Choice(name: $0.name, isChosen: $0.id == office.id) } : []
    }

    /// Of the floor in the query of a sheet.
    var key: String { "\(office.id)/\(floor ?? "")" }

    var floorChoices: [Choice] { floors.map { Choice(name: $0, isChosen: $0 == floor) } }
}
