import Postgres

/// What a unique constraint allows only once.
package enum UniqueName: Sendable, Equatable {
    /// By user name.
    case person(String)
    /// Of another person of the office.
    case personnelNumber
    case office(String)
    case floor(String)
    /// The desks of a new floor.
    case desks
    case team(String)
    case reader(String)
    case display(String)
    case provisioner(String)
    case layout(String)
    case identity(subject: String, userName: String)
    case legalHold
    case partOfFile
}

/// Converts the violation of a unique constraint into ``StoreError/alreadyExists(_:)``.
@discardableResult
func naming<Value>(_ what: UniqueName, _ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as PostgresError where error.sqlState == "23505" {
        if error.constraint == "person_by_personnel_number" { throw StoreError.alreadyExists(.personnelNumber) }
        throw StoreError.alreadyExists(what)
    }
}
