import ArgumentParser
import AttendanceStore
import Daemon
import Foundation

struct Setup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set up an installed server: its database, secret and settings.",
        discussion: """
            Run it as root, after the installation of the package:

              desktap setup --public-url https://desk.example.com --port 443 \\
                  --tls-certificate-file /etc/desktap/tls/cert.pem \\
                  --tls-key-file /etc/desktap/tls/key.pem

            Without --database, the command creates the database 'desktap' in the PostgreSQL of this machine, with one role that
            owns the tables and one with the rights of a server. Then it writes the secret and the settings, starts the server
            and prints the link for the first administrator. Without --public-url, only this machine can reach the server.

            If it fails, correct the cause and run it again. Run again with other options, it changes these settings and keeps
            all others.
            """)

    @Option(
        help: """
            An existing database as its owner, a libpq connection string or URL (DESKTAP_DATABASE, else the PostgreSQL of this \
            machine). All users of the machine can read a password in this option: use DESKTAP_DATABASE instead.
            """)
    var database: String?
    @Option(help: "The same database as the server's role. The role gets the rights that a server needs, and no others.")
    var serverDatabase: String?
    @Option(help: "The address that browsers use, such as https://desk.example.com.") var publicURL: String?
    @Option(help: "The address to listen on (with --public-url 0.0.0.0, else 127.0.0.1).") var host: String?
    @Option(help: "The port to listen on (8080).") var port: Int?
    @OptionGroup(title: "TLS, proxies and connections") var security: SecurityOptions
    @Option(help: "The folder for the settings and the secret (/etc/desktap).") var folder: String?

    private var ownerDatabase: String? { database ?? ProcessInfo.processInfo.environment["DESKTAP_DATABASE"] }

    func validate() throws {
        guard serverDatabase == nil || ownerDatabase != nil else {
            throw ValidationError("--server-database needs --database: set both to the same database.")
        }
    }

    func run() async throws {
        try await Program.explainingErrors {
            let installation = Installation("desktap", folder: folder)
            try installation.prepareFolder()
            var values = try await changed(installation)
            var owner = try OwnerSettings(beside: installation.settingsFile, values)
            // Before a database is created for them.
            try await check(values, installation)
            if let ownerDatabase {
                values["database"] = serverDatabase ?? ownerDatabase
                owner.database = ownerDatabase
                owner.serverRole = try await role(of: serverDatabase)
            } else if values["database"] == nil {
                let script = try await program(values).settings.resources + "/sql/setup.sql"
                let local = try LocalPostgres(script: script).makeDatabase(passwordFile: installation.file("owner-password"))
                print("PostgreSQL has the database 'desktap', with the roles 'desktap_owner' and 'desktap'.")
                values["database"] = local.server
                (owner.database, owner.serverRole) = (local.owner, "desktap")
            }
            try await fill(values, as: owner)
            try owner.save(with: values, installation)
            print("The settings are in \(installation.settingsFile).")
            print("The secret is in \(installation.file("secret")). Back it up, separately from the database.")
            try allowPort(Int(values["port"] ?? "") ?? 0)
            try start(installation)
        }
    }

    /// The settings of an earlier run, changed by the options.
    private func changed(_ installation: Installation) async throws -> [String: String] {
        var values = [
            "host": publicURL == nil ? "127.0.0.1" : "0.0.0.0", "port": "8080", "secret-file": installation.file("secret"),
        ]
        if access(installation.settingsFile, F_OK) == 0 {
            let earlier = try Settings.values(ofFile: installation.settingsFile)
            values.merge(earlier) { $1 }
            if publicURL != nil, earlier["public-url"] == nil { values["host"] = "0.0.0.0" }
        }
        let options = ["host": host, "port": port.map(String.init), "public-url": publicURL]
        values.merge(options.merging(security.values) { $1 }.compactMapValues { $0 }) { $1 }
        return values
    }

    /// - Parameter values: settings that override the environment.
    private func program(_ values: [String: String]) async throws -> Program {
        let values = values.merging(["log-level": "warning"]) { first, _ in first }
        return try Program(try await Settings(CommonOptions.parse([]), values.mapValues(Optional.some)))
    }

    /// Checks the settings that do not concern the database.
    private func check(_ values: [String: String], _ installation: Installation) async throws {
        let program = try await program(values)
        let publicURL = try program.settings.publicURL
        try program.settings.checkTransport(publicURL, host: program.settings.host, program.logger)
        _ = try program.settings.security(program.logger)
        for name in ["tls-certificate-file", "tls-key-file", "tls-client-ca"] {
            if let file = values[name] { try installation.checkReadable(file) }
        }
    }

    private func role(of database: String?) async throws -> String? {
        guard let database else { return nil }
        return try await program(["database": database]).withDatabase { connection in
            try await connection.execute("select current_user::text as role", named: "current_user")[0].get("role")
        }
    }

    /// Brings the schema up to date and creates the secret.
    private func fill(_ values: [String: String], as owner: OwnerSettings) async throws {
        let program = try await program(values.merging(["database": owner.database ?? ""]) { $1 })
        try await program.closingPool {
            try await program.migrate(serverRole: owner.serverRole)
            try await program.store.secrets.bind()
        }
    }

    /// Lets the service listen on a port below 1024, which needs a right that the unit's user namespace would take away.
    private func allowPort(_ port: Int) throws {
        let folder = "/etc/systemd/system/desktap.service.d"
        let file = folder + "/port.conf"
        guard port < 1024 else {
            unlink(file)
            return
        }
        let dropIn = """
            # Written by 'desktap setup' for a port below 1024.
            [Service]
            AmbientCapabilities=CAP_NET_BIND_SERVICE
            CapabilityBoundingSet=CAP_NET_BIND_SERVICE
            PrivateUsers=no

            """
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(dropIn.utf8).write(to: URL(filePath: file))
    }

    /// Starts the service, and prints the link for the first administrator.
    private func start(_ installation: Installation) throws {
        guard try installation.startService() else {
            print("Start the server: desktap serve --config \(installation.settingsFile)")
            return
        }
        print("The server runs. Its log: journalctl -u desktap")
        let file = FirstAdministratorLink.file(in: installation.stateFolder)
        guard let link = try? String(contentsOfFile: file, encoding: .utf8) else { return }
        if isatty(STDOUT_FILENO) == 1 {
            print(
                "The person who opens this link within \(SignInLinkStore.lifetime.hours) hours becomes the first administrator:\n"
                    + link,
                terminator: "")
        } else {
            print("The link for the first administrator, valid for \(SignInLinkStore.lifetime.hours) hours, is in \(file)")
        }
    }
}
