package import Attendance
import Postgres

/// Errors of the store, except those of PostgreSQL.
package enum StoreError: Error, Equatable {
    case badInstallation(String)
    case schemaIsOlder(database: Int, program: Int)
    case schemaIsNewer(database: Int, program: Int)
    /// The migration would take away what these running servers use.
    case olderServers(migration: String, servers: [String])
    /// Other sessions kept a table locked.
    case tableInUse(migration: String)
    /// The server's role can create objects in the schema `public`.
    case serverRoleCreatesObjects(String)
    /// Too many taps are waiting; another would wait too long.
    case tooManyTapsWaiting
    /// Another writer locked the log for longer than a tap waits.
    case recordingTimedOut
    case shuttingDown
    /// The log changed while it was locked: another writer wrote without the lock.
    case logMoved
    case alreadyExists(UniqueName)
    case unknownPerson(String)
    case unknownOffice(String)
    /// Tags and links with this name lead to another office, which had it.
    case formerOfficeName(String, of: String)
    /// No office exists.
    case noOffice
    case unknownReader(String)
    case unknownDesk(String)
    case unknownTeam(String)
    /// A person of another office cannot become a member of the team.
    case teamOfOtherOffice(String, office: String)
    case unknownProvisioner(String)
    /// The change would leave no administrator.
    case lastAdministrator
    /// Administrators cannot change their own role, or mark themselves as having left.
    case ownAccount
    /// A provisioner created a person with the user name of a person who left.
    case userNameOfFormer(String)
    /// The user name belonged to another person, and readers may still hold taps for it. nil: never free, because an office
    /// accepts taps of any age.
    case userNameNotFree(String, until: Instant?)
    case unknownFloor(String)
    case unknownDisplay(String)
    case badTimeZone(TimeZoneError)
    /// The ledger has no such entry.
    case unknownCheckpoint(String)
    /// New settings would change existing daily rows of this number of people.
    case settingsWouldChangeRows(from: CivilDate, people: Int64)
}

extension StoreError: CustomStringConvertible {
    /// What happened, then what to do.
    package var description: String {
        switch self {
        case .badInstallation(let what): what
        case .schemaIsOlder(let database, let program):
            "The database has schema version \(database), this program needs \(program). Run “desktap migrate” first."
        case .schemaIsNewer(let database, let program):
            "The database has schema version \(database), which does not work with programs as old as this one (\(program)). "
                + "Install the newer DeskTap."
        case .olderServers(let migration, let servers):
            "The migration \(migration) waits, because servers of an older version are running, which it would break: "
                + "\(servers.joined(separator: ", ")). Upgrade them, then run “desktap migrate” again."
        case .tableInUse(let migration):
            "The migration \(migration) was not applied, because other sessions keep its tables locked. Nothing was changed. "
                + "End long transactions, such as a backup, or wait for them; then run “desktap migrate” again."
        case .serverRoleCreatesObjects(let role):
            "The role “\(role)” can create objects in the schema public, so it got no rights. A superuser or the owner of the "
                + "database cannot be the server's role. For any other role, connect as a superuser and run "
                + "“revoke create on schema public from public, \"\(role)\"”; then run this command again."
        case .tooManyTapsWaiting: "Too many taps are waiting for the database. Try again in a moment."
        case .recordingTimedOut: "The log is in use by another writer. Please try again in a moment."
        case .shuttingDown: "The server is shutting down. Try again in a moment."
        case .logMoved: "The log changed while it was locked. Nothing was written; please report this."
        case .alreadyExists(let what): "There is already \(what)."
        case .unknownPerson(let name): "There is no person “\(name)”, or this person left. See “desktap person list”."
        case .unknownOffice(let name): "There is no office “\(name)”. See “desktap office list”."
        case .formerOfficeName(let name, let office):
            "“\(name)” was the name of the office “\(office)”. Tags and links with it still lead there. Choose another name."
        case .noOffice: "There is no office yet. Add one: desktap office add NAME --time-zone ZONE"
        case .badTimeZone(let error): error.description
        case .unknownFloor(let name): "The office has no floor “\(name)”. Add it with “desktap floor add”."
        case .unknownDisplay(let name): "There is no display “\(name)” in use. See “desktap display list”."
        case .unknownTeam(let name): "There is no team “\(name)”, or several offices have one. See “desktap team list”."
        case .teamOfOtherOffice(let team, let office):
            "The team “\(team)” is for people of the office “\(office)”. Choose a team of the person’s own office, or change the "
                + "person’s office first."
        case .unknownProvisioner(let name): "There is no provisioner “\(name)” in use. See “desktap scim-key list”."
        case .lastAdministrator: "This is the last administrator. Make another person an administrator first."
        case .ownAccount: "You cannot change your own role or deactivate yourself. Ask another administrator."
        case .userNameOfFormer(let name):
            "The user name “\(name)” belongs to a person who left. If it is the same person, an administrator can reinstate "
                + "them. Another person needs another user name."
        case .unknownCheckpoint(let text): "The audit chain has no entry \(text). See “desktap ledger verify”."
        case .settingsWouldChangeRows(let day, let people):
            "There are taps of \(people) \(people == 1 ? "person" : "people") on \(day) or later, and their rows would change. "
                + "Choose a later day, or allow the change with --rederive."
        case .userNameNotFree(let name, let until):
            "The user name “\(name)” belonged to another person, and readers may still hold taps for it. It becomes free "
                + (until.map { "at \($0.rfc3339())." } ?? "when no office accepts taps of any age any more (--max-age-s).")
        case .unknownDesk(let name): "There is no desk “\(name)”."
        case .unknownReader(let name): "There is no reader “\(name)” in use. See “desktap reader list”."
        }
    }
}

extension StoreError {
    /// Whether the database is temporarily unavailable. The same request may succeed in a moment.
    package static func isUnavailability(_ error: any Error) -> Bool {
        (error as? PostgresError)?.isUnavailability ?? false
    }

    /// Whether the database's disk is full.
    package static func isFull(_ error: any Error) -> Bool { (error as? PostgresError)?.sqlState == "53100" }

    /// Whether a text of a statement contains U+0000, which texts of PostgreSQL cannot. (Other invalid UTF-8 is never sent.)
    package static func isNullCharacter(_ error: any Error) -> Bool { (error as? PostgresError)?.sqlState == "22021" }
}
