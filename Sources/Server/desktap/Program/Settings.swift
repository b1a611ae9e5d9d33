import ArgumentParser
import AttendanceWeb
import Configuration
import Daemon
import Foundation
import Localization
import Logging

/// The options that all subcommands share.
struct CommonOptions: ParsableArguments {
    @Option(
        help: """
            PostgreSQL as a libpq connection string or URL (DESKTAP_DATABASE). All users of the machine can read a password in \
            this option: use DESKTAP_DATABASE, ~/.pgpass or a service file instead.
            """)
    var database: String?

    @Option(help: "A JSON file with settings. The keys are option names (\(Settings.installedFile), if it exists).")
    var config: String?

    @Option(help: "The folder that holds sql/ and web/ (DESKTAP_RESOURCES).")
    var resources: String?

    @Option(help: "The secret that all servers of a database share, created at the first start (DESKTAP_SECRET_FILE).")
    var secretFile: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical (DESKTAP_LOG_LEVEL).")
    var logLevel: String?

    @Option(help: "text, or json for one JSON object per line (DESKTAP_LOG_FORMAT, text).")
    var logFormat: String?
}

/// The settings in force. An option overrides the environment, which overrides the file.
struct Settings {
    private static let names = SecurityOptions.names.union(oidcNames).union(reminderNames).union([
        "database", "owner-database", "server-role", "resources", "log-level", "host", "port", "public-url", "connections",
        "secret-file", "language", "anchors", "anchor-url", "metrics-port", "metrics-host", "log-format",
        "strict-sessions",
    ])
    private static let numbers: Set = ["port", "connections", "max-connections", "metrics-port"]
    /// The settings that 'desktap setup' writes.
    static let installedFile = Installation("desktap").settingsFile
    let reader: ConfigReader
    /// The settings file; nil: none.
    let path: String?
    /// Whether the settings file has the connection of the database's owner, as in version 0.1.0.
    let holdsOwner: Bool

    /// - Parameters:
    ///   - options: further options by their names.
    ///   - isServer: a command connects as the database's owner instead, if a file beside the settings says how (``OwnerSettings``).
    init(_ common: CommonOptions, _ options: [String: String?] = [:], isServer: Bool = false) async throws {
        let given: [String: String?] = options.merging(
            [
                "database": common.database, "resources": common.resources, "secret-file": common.secretFile,
                "log-level": common.logLevel, "log-format": common.logFormat,
            ]
        ) { first, _ in first }
        path = try Self.file(common)
        var file = try path.map(Self.values(ofFile:)) ?? [:]
        holdsOwner = file[OwnerSettings.formerNames.database] != nil
        if !isServer, let path {
            let owner = try OwnerSettings(beside: path, file)
            if let database = owner.database { file["database"] = database }
            if let role = owner.serverRole { file["server-role"] = role }
        }
        reader = ConfigReader(providers: [
            InMemoryProvider(name: "options", strings: given.compactMapValues { $0 }, secret: "database"),
            EnvironmentVariablesProvider(secretsSpecifier: .specific(["DESKTAP_DATABASE", "DESKTAP_OIDC_CLIENT_SECRET"]))
                .prefixKeys(with: "desktap"),
            InMemoryProvider(name: "file", strings: file, secret: "database"),
        ])
    }

    /// The settings file to read; nil: none.
    private static func file(_ common: CommonOptions) throws -> String? {
        if let file = common.config { return file }
        if access(installedFile, R_OK) == 0 { return installedFile }
        let isDatabaseSet = common.database != nil || ProcessInfo.processInfo.environment["DESKTAP_DATABASE"] != nil
        guard isDatabaseSet || access(installedFile, F_OK) != 0 else {
            throw CommandError("The settings in \(installedFile) are readable by root only. Run the command with sudo.")
        }
        return nil
    }

    static func values(ofFile path: String) throws -> [String: String] {
        let kinds = names.map { ($0, numbers.contains($0) ? SettingsFile.Kind.number : .text) }
        do {
            let values = try SettingsFile(path, known: Dictionary(uniqueKeysWithValues: kinds)).values
            if ["database", "owner-database"].contains(where: { values[$0].map(holdsPassword) == true }) {
                try checkClosed(path)
            }
            return values
        } catch let problem as SettingsFile.Problem {
            throw CommandError("\(problem)")
        }
    }

    /// True if a libpq connection string or URL contains a password.
    private static func holdsPassword(_ database: String) -> Bool {
        database.contains(/(?i)\bpassword\s*=/) || database.contains(/:\/\/[^\/@]*:[^\/@]+@/)
    }

    private static func checkClosed(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o007 == 0 else {
            throw CommandError(
                "The settings file \(path) contains the database password and can be read by all users of this machine. Run"
                    + " 'chmod o= \(path)'.")
        }
    }

    /// A libpq connection string or URL. Secret: it may hold a password.
    var database: String { reader.string(forKey: "database", isSecret: true, default: "postgresql:///desktap") }

    /// The file with the secret that all servers of a database share: as set, or in systemd's `STATE_DIRECTORY`, or in the
    /// user's state folder (XDG Base Directory Specification).
    var secretFile: String {
        if let file = reader.string(forKey: "secret-file") { return file }
        if let folder = Self.stateDirectory { return folder + "/secret" }
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? NSHomeDirectory()
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/state"
        return state + "/desktap/secret"
    }

    /// The folder for files that the server writes: systemd's `STATE_DIRECTORY`, else the folder of the secret.
    var stateFolder: String { Self.stateDirectory ?? URL(filePath: secretFile).deletingLastPathComponent().path }

    /// systemd separates several folders by colons.
    private static var stateDirectory: String? {
        ProcessInfo.processInfo.environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
    }

    var isSecretFileSet: Bool { reader.string(forKey: "secret-file") != nil }

    /// The address to listen on.
    var host: String { reader.string(forKey: "host", default: "127.0.0.1") }

    var port: Int {
        get throws { try number("port", default: 8080, in: 0...65535) }
    }

    /// The port for metrics; nil: there are none.
    var metricsPort: Int? {
        get throws { text("metrics-port") == nil ? nil : try number("metrics-port", default: 0, in: 0...65535) }
    }

    /// The address to listen on for metrics.
    var metricsHost: String { text("metrics-host") ?? "127.0.0.1" }

    /// The language for browsers that prefer no available language.
    var language: Language {
        get throws {
            let name = reader.string(forKey: "language", default: Language.en.rawValue)
            guard let language = Language(rawValue: name) else {
                let known = Language.allCases.map(\.rawValue).joined(separator: " or ")
                throw CommandError("The setting 'language' is not \(known): '\(name)'.")
            }
            return language
        }
    }

    /// The maximum number of pooled connections to PostgreSQL. The recorder keeps one of them; the feed has two more.
    var connections: Int {
        get throws { try number("connections", default: 8, in: 2...100) }
    }

    /// The address that browsers use, without a trailing slash.
    var publicURL: String {
        get throws {
            let port = try port
            let url = reader.string(forKey: "public-url", default: "\(isTLSSet ? "https" : "http")://\(host):\(port)")
            guard let address = URL(string: url), ["http", "https"].contains(address.scheme), address.host() != nil,
                ["", "/"].contains(address.path()), address.query() == nil
            else {
                throw CommandError(
                    "The setting 'public-url' is not an http or https address without a path: '\(url)'.")
            }
            return url.hasSuffix("/") ? String(url.dropLast()) : url
        }
    }

    var logLevel: Logger.Level {
        get throws {
            let name = reader.string(forKey: "log-level", default: "info")
            guard let level = Logger.Level(rawValue: name) else {
                throw CommandError("The setting 'log-level' is not a level: '\(name)'.")
            }
            return level
        }
    }

    /// Whether each line of the log is a JSON object.
    var logsJSON: Bool {
        get throws {
            switch text("log-format") {
            case nil, "text": return false
            case "json": return true
            case let value?: throw CommandError("The setting 'log-format' is neither 'text' nor 'json': '\(value)'.")
            }
        }
    }

    /// Writes to the standard error.
    var logger: Logger {
        get throws {
            let json = try logsJSON
            var logger = Logger(label: "desktap") { label in
                if json { JSONLogHandler() } else { StreamLogHandler.oneLine(label: label) }
            }
            logger.logLevel = try logLevel
            return logger
        }
    }

    /// The folder that contains `sql/` and `web/`: as set, or `../share/desktap` beside the program, or a parent (a checkout).
    var resources: String {
        get throws {
            if let folder = reader.string(forKey: "resources") { return folder }
            let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            var candidates = [program.appending(path: "../share/desktap").standardizedFileURL]
            var folder = program
            while folder.path != "/" {
                candidates.append(folder)
                folder.deleteLastPathComponent()
            }
            for candidate in candidates
            where FileManager.default.fileExists(atPath: candidate.appending(path: "sql/migrations").path) {
                return candidate.path
            }
            throw CommandError("The folders sql/ and web/ were not found. Set their parent folder with --resources.")
        }
    }

    /// The value of a setting without a default; nil if unset or empty.
    func text(_ key: String) -> String? {
        reader.string(forKey: ConfigKey([key])).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A setting that is `yes` or `no`.
    func isSet(_ name: String, default fallback: Bool = false) throws -> Bool {
        switch text(name) {
        case nil: return fallback
        case "no": return false
        case "yes": return true
        case let value?: throw CommandError("The setting '\(name)' is neither 'yes' nor 'no': '\(value)'.")
        }
    }

    func number(_ key: String, default fallback: Int, in range: ClosedRange<Int>) throws -> Int {
        let text = reader.string(forKey: ConfigKey([key]), default: String(fallback))
        guard let number = Int(text), range.contains(number) else {
            throw CommandError(
                "The setting '\(key)' is not a number from \(range.lowerBound) to \(range.upperBound): '\(text)'.")
        }
        return number
    }
}
