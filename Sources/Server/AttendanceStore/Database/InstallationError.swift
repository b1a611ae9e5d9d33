/// Why the program does not work with its files or its database. For operators, so in English.
package enum InstallationError: Error, Equatable {
    case unusable(String)
    case schemaIsOlder(database: Int, program: Int)
    case schemaIsNewer(database: Int, program: Int)
    /// The migration would take away what these running servers use.
    case olderServers(migration: String, servers: [String])
    /// Other sessions kept a table locked.
    case tableInUse(migration: String)
    /// The server's role can create objects in the schema `public`.
    case serverRoleCreatesObjects(String)
    /// The log changed while it was locked: another writer wrote without the lock.
    case logMoved
}

extension InstallationError: CustomStringConvertible {
    /// What happened, then what to do.
    package var description: String {
        switch self {
        case .unusable(let what): what
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
        case .logMoved: "The log changed while it was locked. Nothing was written; please report this."
        }
    }
}
