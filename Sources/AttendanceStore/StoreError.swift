package import Attendance

/// What can go wrong in the store besides PostgreSQL itself.
package enum StoreError: Error, Equatable {
    case badInstallation(String)
    /// The database is behind the program.
    case schemaIsOlder(database: Int, program: Int)
    /// The database is ahead of the program.
    case schemaIsNewer(database: Int, program: Int)
    /// So many taps are waiting that another would wait too long.
    case tooManyTapsWaiting
    case shuttingDown
    /// The log was written to by somebody who did not lock it.
    case logMoved
    case alreadyExists(String)
    case unknownPerson(String)
    case unknownOffice(String)
    case unknownReader(String)
    case unknownTeam(String)
    case badTimeZone(TimeZoneError)
    /// The ledger has no such entry.
    case unknownCheckpoint(String)
    /// Days from this one on have rows of so many people already.
    case settingsWouldChangeRows(from: CivilDate, people: Int64)
}

extension StoreError: CustomStringConvertible {
    /// What happened, then what to do.
    package var description: String {
        switch self {
        case .badInstallation(let what): what
        case .schemaIsOlder(let database, let program):
            "The database is at version \(database), this program needs \(program). Run 'desktap migrate' first."
        case .schemaIsNewer(let database, let program):
            "The database is at version \(database), this program knows only \(program). Install the newer DeskTap; "
                + "its 'desktap serve' fits."
        case .tooManyTapsWaiting: "More taps are waiting than the database can take. Please try again in a moment."
        case .shuttingDown: "The server is shutting down. Please try again in a moment."
        case .logMoved: "The log changed while it was locked. Nothing was written; please report this."
        case .alreadyExists(let what): "There is already \(what)."
        case .unknownPerson(let name): "Nobody who works here has the user name '\(name)'. See 'desktap person list'."
        case .unknownOffice(let name): "There is no office '\(name)'. See 'desktap office list'."
        case .badTimeZone(let error): error.description
        case .unknownTeam(let name): "There is no team '\(name)', or several offices have one. See 'desktap team list'."
        case .unknownCheckpoint(let text): "The ledger has no entry \(text). See 'desktap ledger verify'."
        case .settingsWouldChangeRows(let day, let people):
            "There are taps of \(people) \(people == 1 ? "person" : "people") on \(day) or later, and their rows would change. "
                + "Choose a later day, or say --derive-anew."
        case .unknownReader(let name): "There is no reader '\(name)' in use. See 'desktap reader list'."
        }
    }
}
