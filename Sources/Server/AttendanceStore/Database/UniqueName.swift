import Postgres

/// What a unique constraint allows only once.
package enum UniqueName: Sendable, Equatable {
    /// By user name.
    case person(String)
    case office(String)
    /// A floor or one of its desks.
    case floor(String)
    case team(String)
    case reader(String)
    case display(String)
    case provisioner(String)
    case identity(subject: String, userName: String)
    case legalHold
    case partOfFile
}

extension UniqueName: CustomStringConvertible {
    package var description: String {
        switch self {
        case .person(let name): "a person with the user name “\(name)”"
        case .office(let name): "an office “\(name)”"
        case .floor(let name): "a floor “\(name)” or one of its desks"
        case .team(let name): "a team “\(name)” in this office"
        case .reader(let name): "a reader “\(name)”"
        case .display(let name): "a display “\(name)”"
        case .provisioner(let name): "a provisioner “\(name)”"
        case .identity(let subject, let userName):
            "a link between this provider and “\(userName)”, or between its “\(subject)” and another person"
        case .legalHold: "a legal hold on this person"
        case .partOfFile: "a part of this file, added by someone else at the same moment"
        }
    }
}

/// Converts the violation of a unique constraint into ``StoreError/alreadyExists(_:)``.
@discardableResult
func naming<Value>(_ what: UniqueName, _ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as PostgresError where error.sqlState == "23505" {
        throw StoreError.alreadyExists(what)
    }
}
