package import Attendance

/// The order of people in lists: by the reading of the name, or by the displayed name without one, as the database sorts texts.
package struct ListOrder: Sendable {
    private var places: [PersonID: Int] = [:]

    /// The order of no people.
    package static let none = ListOrder([])

    /// - Parameter people: in the order of lists.
    init(_ people: [PersonID]) {
        for (place, person) in people.enumerated() { places[person] = place }
    }

    /// The place of a person. Other people come last.
    package func place(of person: PersonID) -> Int { places[person] ?? .max }
}
