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
        let name = TypedText.trimmed(name)
        guard UserName.isValid(name) else { return nil }
        do {
            return try await people.formerOrPresentPerson(userName: name)
        } catch StoreError.unknownPerson {
            return nil
        }
    }

    /// The only current employee with a display name or, if there is none, the only one that the search in lists finds.
    /// - Throws: ``WebError``, which names people whom the search finds.
    func person(named name: String) async throws -> Person {
        let text = name.lowercased()
        let similar = try await people.accounts(AccountFilter(name: name, hasLeft: false), limit: 500).map(\.person)
        let named = similar.filter { $0.displayName.lowercased() == text }
        for found in [named, similar] where found.count == 1 { return found[0] }
        let names = similar.prefix(3).map { "\($0.displayName) (\($0.userName))" }
        let typed = String(name.prefix(64))
        let sentence =
            names.isEmpty
            ? localized("people.noneNamed", ["name": typed])
            : localized("people.similar", ["name": typed, "names": names.localizedList("record.separator")])
        throw WebError(.notFound, sentence, reason: .unknownPerson)
    }
}
