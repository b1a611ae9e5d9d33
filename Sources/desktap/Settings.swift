import ArgumentParser
import Configuration
import Foundation
import Logging

/// What every subcommand can be told: where the database and the program's own files are.
struct CommonOptions: ParsableArguments {
    @Option(help: "PostgreSQL as a libpq connection string or URL (DESKTAP_DATABASE).")
    var database: String?

    @Option(help: "A JSON file with settings, the options' names as keys.")
    var config: String?

    @Option(help: "The folder that holds sql/ and web/ (DESKTAP_RESOURCES).")
    var resources: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical (DESKTAP_LOG_LEVEL).")
    var logLevel: String?
}

/// The settings in force: an option wins over the environment, and that over the file.
struct Settings {
    private let reader: ConfigReader

    init(_ common: CommonOptions, _ options: [String: String?] = [:]) async throws {
        let given: [String: String?] = options.merging(
            ["database": common.database, "resources": common.resources, "logLevel": common.logLevel]
        ) { first, _ in first }
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (key, value) in given {
            if let value { values[AbsoluteConfigKey([key])] = ConfigValue(.string(value), isSecret: key == "database") }
        }
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "options", values: values),
            EnvironmentVariablesProvider(secretsSpecifier: .specific(["DESKTAP_DATABASE"])).prefixKeys(with: "desktap"),
        ]
        if let file = common.config {
            do {
                providers.append(try await FileProvider<JSONSnapshot>(filePath: .init(file)))
            } catch {
                throw ValidationError("The settings file \(file) cannot be read: \(error)")
            }
        }
        reader = ConfigReader(providers: providers)
    }

    /// A libpq connection string or URL. Secret: it may hold a password.
    var database: String { reader.string(forKey: "database", isSecret: true, default: "postgresql:///desktap") }

    /// The address to listen on.
    var host: String { reader.string(forKey: "host", default: "127.0.0.1") }

    var port: Int {
        get throws { try number("port", default: 8080, in: 0...65535) }
    }

    /// How many connections to PostgreSQL the server holds at most, besides two for its feed.
    var connections: Int {
        get throws { try number("connections", default: 8, in: 1...100) }
    }

    /// How people's browsers reach the server, without a slash at the end.
    var publicURL: String {
        get throws {
            let port = try port
            let url = reader.string(forKey: "publicURL", default: "http://\(host):\(port)")
            guard let scheme = URL(string: url)?.scheme, ["http", "https"].contains(scheme) else {
                throw ValidationError("The setting 'public-url' is not an http or https address: '\(url)'.")
            }
            return url.hasSuffix("/") ? String(url.dropLast()) : url
        }
    }

    var logLevel: Logger.Level {
        get throws {
            let name = reader.string(forKey: "logLevel", default: "info")
            guard let level = Logger.Level(rawValue: name) else {
                throw ValidationError("The setting 'log-level' is not a level: '\(name)'.")
            }
            return level
        }
    }

    /// The folder that holds `sql/` and `web/`: as set, or beside the program (`../share/desktap`), or above it (a checkout).
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
            throw ValidationError("The folders sql/ and web/ are not found. Please say where they are with --resources.")
        }
    }

    private func number(_ key: String, default fallback: Int, in range: ClosedRange<Int>) throws -> Int {
        let text = reader.string(forKey: ConfigKey([key]), default: String(fallback))
        guard let number = Int(text), range.contains(number) else {
            throw ValidationError(
                "The setting '\(key)' is not a number from \(range.lowerBound) to \(range.upperBound): '\(text)'.")
        }
        return number
    }
}
