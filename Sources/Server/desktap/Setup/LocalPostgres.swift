import Daemon
import Foundation

/// The PostgreSQL of this machine, administered as its user postgres.
struct LocalPostgres {
    /// The psql script that creates the database and its roles.
    let script: String

    /// Creates the database, its owner and the server's role, as far as they do not exist.
    /// - Parameter passwordFile: gets the owner's new password, as a libpq password file.
    /// - Returns: the connection strings of the owner and of the server. The server's one works for the system user desktap.
    func makeDatabase(passwordFile: String) throws -> (owner: String, server: String) {
        guard geteuid() == 0 else {
            throw CommandError("Only root can create the database. Run the command with sudo, or name one with --database.")
        }
        guard getpwnam("postgres") != nil else {
            throw CommandError(
                "There is no PostgreSQL on this machine. Run 'apt install postgresql', or name a database with --database.")
        }
        var generator = SystemRandomNumberGenerator()
        let password = (0..<4).map { _ in String(UInt64.random(in: .min ... .max, using: &generator), radix: 16) }.joined()
        let commands = "\\set password '\(password)'\n" + (try String(contentsOfFile: script, encoding: .utf8))
        let psql = try ProgramRun(
            ["runuser", "-u", "postgres", "--", "psql", "-X", "-q", "-A", "-t", "-d", "postgres"], input: commands)
        guard psql.status == 0, let port = psql.output.split(separator: "\n").last.flatMap({ Int($0) }) else {
            throw CommandError(
                "PostgreSQL on this machine did not create the database (\(psql.error)). Run 'systemctl start postgresql', or name "
                    + "a database with --database.")
        }
        try Installation.writePrivate("127.0.0.1:\(port):*:desktap_owner:\(password)\n", to: passwordFile)
        return (
            owner: "host=127.0.0.1 port=\(port) dbname=desktap user=desktap_owner passfile=\(passwordFile)",
            server: "host=/var/run/postgresql port=\(port) dbname=desktap user=desktap"
        )
    }
}
