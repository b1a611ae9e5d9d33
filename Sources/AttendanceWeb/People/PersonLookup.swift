import Attendance
import AttendanceStore
import Hummingbird
import Localization
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

    /// The only current employee with a display name or, if there is none, with a name or user name that contains the text.
    /// - Throws: ``WebError``, which names people whose name contains the text.
    func person(named name: String) async throws -> Person {
        let text = name.lowercased()
        let people = try await self.people.people()
        let named = people.filter { $0.displayName.lowercased() == text }
        if named.count == 1, let person = named.first { return person }
        let similar = people.filter { $0.displayName.lowercased().contains(text) || $0.userName.contains(text) }
        if similar.count == 1, let person = similar.first { return person }
        let names = similar.prefix(3).map { "\($0.displayName) (\($0.userName))" }
        let typed = String(name.prefix(64))
        let sentence =
            names.isEmpty
            ? localized("people.noneNamed", ["name": typed])
            : localized("people.similar", ["name": typed, "names": names.localizedList("people.separator")])
        throw WebError(.notFound, sentence, reason: .unknownPerson)
    }
}
