import ArgumentParser
import Attendance
import Configuration
import Foundation
import Logging
import ReaderAgent
import SettingsFile

/// The settings in force: an option wins over the environment, and that over the file.
struct Settings {
    private let reader: ConfigReader

    /// What a settings file may hold: the options of 'run' by their names.
    static let known: [String: SettingsFile.Kind] = [
        "server": .text, "user": .text, "desk": .text, "event": .text, "office": .text, "choose": .flag, "insecure": .flag,
        "key-file": .text, "server-ca": .text, "client-certificate": .text, "client-key": .text, "queue": .text,
        "on-result": .text, "reader": .text, "tag-hosts": .text, "log-level": .text,
    ]

    /// - Parameters:
    ///   - options: what the command line says, by the options' names.
    ///   - flags: those that the command line sets.
    ///   - file: the path of a JSON file with the options' names as keys.
    init(_ options: [String: String?], flags: [String: Bool] = [:], file: String?) throws {
        let set = flags.filter(\.value).mapValues { _ in "true" }
        let values = options.compactMapValues(\.self).merging(set) { first, _ in first }
        let inFile: [String: String]
        do {
            inFile = try file.map { try SettingsFile($0, known: Self.known).values } ?? [:]
        } catch let problem as SettingsFile.Problem {
            throw ValidationError("\(problem)")
        }
        reader = ConfigReader(providers: [
            Self.provider("options", values),
            EnvironmentVariablesProvider(secretsSpecifier: .specific(["DESKTAP_READER_KEY", "DESKTAP_READER_PERSONAL_KEY"]))
                .prefixKeys(with: "desktapReader"),
            Self.provider("file", inFile),
        ])
    }

    private static func provider(_ name: String, _ values: [String: String]) -> InMemoryProvider {
        InMemoryProvider(
            name: name,
            values: Dictionary(
                uniqueKeysWithValues: values.map { key, value in
                    (AbsoluteConfigKey([key]), ConfigValue(.string(value), isSecret: false))
                }))
    }

    private func text(_ name: String) -> String? { reader.string(forKey: ConfigKey([name])) }

    /// A setting that is on or off.
    private func flag(_ name: String) throws -> Bool {
        switch text(name)?.lowercased() {
        case nil, "false", "no", "0": return false
        case "true", "yes", "1": return true
        case let value?: throw ValidationError("The setting '\(name)' is neither 'true' nor 'false': '\(value)'.")
        }
    }

    /// The server's address.
    var server: URL {
        get throws {
            let text = try needed("server", "the server's address, such as https://desk.example.com")
            return try checked { () throws(ConnectionProblem) in try ServerAddress.url(text) }
        }
    }

    /// The server's address, to which a key and taps may be sent.
    var confidentialServer: URL {
        get throws {
            let server = try server
            if try !flag("insecure") {
                try checked { () throws(ConnectionProblem) in try ServerAddress.checkConfidential(server) }
            }
            return server
        }
    }

    private func checked<Value>(_ body: () throws(ConnectionProblem) -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// The hosts whose tags are ours, in lower case: the server's own, and those that `tag-hosts` adds.
    var tagHosts: Set<String> {
        get throws {
            let more = (text("tag-hosts") ?? "").split(separator: ",")
                .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            return Set(more + [try server.host()?.lowercased() ?? ""]).subtracting([""])
        }
    }

    /// What the reader stands for: desk tags of one person, or everybody's badges at one place.
    var duty: ReaderDuty {
        get throws {
            let texts = ["desk", "event", "office"].map(text)
            let takesChoices = try takesChoices
            guard takesChoices || texts.contains(where: { $0 != nil }) else { return .deskTags(user: try user) }
            guard text("user") == nil else {
                throw ValidationError(
                    "The setting 'user' is for desk tags, 'desk', 'event', 'office' and 'choose' are for badges: not both.")
            }
            let desk = try texts[0].map { text in
                guard let desk = DeskID(text) else {
                    throw ValidationError("The setting 'desk' is not the name of a desk: '\(text)'.")
                }
                return desk
            }
            let event = try texts[1].map { text in
                guard let event = TapKind(rawValue: text) else {
                    throw ValidationError("The setting 'event' is none of start, pause and end: '\(text)'.")
                }
                return event
            }
            let usual = event ?? (takesChoices ? nil : .start)
            guard usual != .start || desk != nil else {
                throw ValidationError("A start needs a desk: name it with --desk, or set --event to pause or end.")
            }
            return .badges(BadgePlace(desk: desk, office: texts[2], usualEvent: usual, takesChoices: takesChoices))
        }
    }

    /// Whether people choose the event before they lay their badge down.
    var takesChoices: Bool { get throws { try flag("choose") } }

    private var user: String {
        get throws {
            let user = try needed(
                "user", "the user name of the person at this reader, or for badges --desk and --event instead")
            guard TapReport.isUserName(user) else {
                throw ValidationError("The setting 'user' is not a user name: '\(user)'.")
            }
            return user
        }
    }

    /// This reader's key.
    var key: AccessKey {
        get throws {
            guard let key = try key("key", madeBy: "desktap reader add") else {
                throw ValidationError(
                    "This reader's key is missing. Make one with 'desktap reader add NAME' on the server, and set"
                        + " DESKTAP_READER_KEY, or put it into a file and name that with --key-file.")
            }
            return key
        }
    }

    /// The key of the person who works with tags here.
    var personalKey: AccessKey {
        get throws {
            guard let key = try key("personal-key", madeBy: "desktap person key") else {
                throw ValidationError(
                    "An administrator's personal key is missing. Make one with 'desktap person key USER' on the server, put it"
                        + " into a file and name that with --key-file, or set DESKTAP_READER_PERSONAL_KEY.")
            }
            return key
        }
    }

    /// A key from the environment or a file, never from the command line, which others can see. It can be used now.
    /// - Returns: nil where none is set.
    private func key(_ name: String, madeBy command: String) throws -> AccessKey? {
        let key: AccessKey
        if let file = text(name + "-file") {
            key = AccessKey(file: file, madeBy: command)
        } else if let text = reader.string(forKey: ConfigKey([name]), isSecret: true) {
            key = AccessKey(text, madeBy: command)
        } else {
            return nil
        }
        _ = try checked { () throws(ConnectionProblem) in try key.text() }
        return key
    }

    /// The files for TLS, each of which is read again for every request: one that is renewed needs no restart.
    var tls: TLSFiles {
        get throws {
            try checked { () throws(ConnectionProblem) in
                let files = try TLSFiles(
                    serverAuthority: text("server-ca"), certificate: text("client-certificate"), key: text("client-key"))
                try files.check()
                return files
            }
        }
    }

    /// The folder of the queue.
    var queue: String {
        if let folder = text("queue") { return folder }
        let environment = ProcessInfo.processInfo.environment
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/desktap-reader" }
        if geteuid() == 0 { return "/var/lib/desktap-reader" }
        return FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state/desktap-reader"
    }

    /// A part of the names of the readers to use; nil uses all.
    var readerName: String? { text("reader") }

    /// What to run with each result.
    var onResult: String? { text("on-result") }

    var logLevel: Logger.Level {
        get throws {
            let name = text("log-level") ?? "warning"
            guard let level = Logger.Level(rawValue: name) else {
                throw ValidationError("The setting 'log-level' is not a level: '\(name)'.")
            }
            return level
        }
    }

    private func needed(_ key: String, _ meaning: String) throws -> String {
        guard let value = text(key), !value.isEmpty else {
            throw ValidationError(
                "The setting '\(key)' is missing: \(meaning). Set it with --\(key) or DESKTAP_READER_\(key.uppercased()).")
        }
        return value
    }
}
