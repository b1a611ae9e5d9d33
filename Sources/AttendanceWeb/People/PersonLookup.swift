import Attendance
import AttendanceStore
import Hummingbird
import WebServer

/// Finds the person that a request is about, also one who has left.
struct PersonLookup: Sendable {
    let people: PeopleStore

    func oneself(_ request: Request, _ context: WebContext) async throws -> Person? { try context.person() }

    /// The person whose user name is in the address.
    func inAddress(_ request: Request, _ context: WebContext) async throws -> Person? {
        try await person(userName: try context.pathParameter("user"))
    }

    /// - Returns: nil for an unknown user name.
    func person(userName name: String) async throws -> Person? {
        guard TapReport.isUserName(name) else { return nil }
        do {
            return try await people.formerOrPresentPerson(userName: name)
        } catch StoreError.unknownPerson {
            return nil
        }
    }
}
