import ArgumentParser
import Attendance
import Configuration
import Daemon
import Foundation
import Logging
import ReaderAgent

/// The effective settings. Options take precedence over the environment, and the environment over the file.
struct Settings {
    private let reader: ConfigReader

    /// The valid settings in a file: the options of 'run'.
    static let known: [String: SettingsFile.Kind] = [
        "server": .text, "user": .text, "desk": .text, "event": .text, "office": .text, "choose": .flag, "insecure": .flag,
        "key-file": .text, "server-ca": .text, "client-certificate": .text, "client-key": .text, "queue": .text,
        "on-result": .text, "reader": .text, "tag-hosts": .text, "log-level": .text,
    ]

    /// - Parameters:
    ///   - options: the options of the command line, keyed by name.
    ///   - flags: the flags of the command line, keyed by name.
    ///   - file: the path of a JSON file whose keys are option names.
    /// - Throws: `ValidationError` if the file is invalid.
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
            InMemoryProvider(name: "options", strings: values),
            EnvironmentVariablesProvider(secretsSpecifier: .specific(["DESKTAP_READER_KEY", "DESKTAP_READER_PERSONAL_KEY"]))
                .prefixKeys(with: "desktapReader"),
            InMemoryProvider(name: "file", strings: inFile),
        ])
    }

    private func text(_ name: String) -> String? { reader.string(forKey: ConfigKey([name])) }

    /// A setting that is `true` or `false`.
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
            let text = try required("server", "the server's address, such as https://desk.example.com")
            return try checked { () throws(ConnectionSetupError) in try ServerAddress.url(text) }
        }
    }

    /// The server's address, checked to be safe for a key and taps.
    var confidentialServer: URL {
        get throws {
            let server = try server
            if try !flag("insecure") {
                try checked { () throws(ConnectionSetupError) in try ServerAddress.checkConfidential(server) }
            }
            return server
        }
    }

    private func checked<Value>(_ body: () throws(ConnectionSetupError) -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// The hosts whose tags are accepted, in lower case: the server's own host and `tag-hosts`.
    var tagHosts: Set<String> {
        get throws {
            let more = (text("tag-hosts") ?? "").split(separator: ",")
                .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            return Set(more + [try server.host()?.lowercased() ?? ""]).subtracting([""])
        }
    }

    /// The mode of the reader: desk tags of one person, or badges at one place.
    var mode: ReaderMode {
        get throws {
            let texts = ["desk", "event", "office"].map(text)
            let allowsChoice = try allowsChoice
            guard allowsChoice || texts.contains(where: { $0 != nil }) else { return .deskTags(user: try user) }
            guard text("user") == nil else {
                throw ValidationError(
                    "The setting 'user' is for desk tags, but 'desk', 'event', 'office' and 'choose' are for badges. Use one kind."
                )
            }
            let desk = try texts[0].map { text in
                guard let desk = DeskID(text) else {
                    throw ValidationError("The setting 'desk' is not a valid desk name: '\(text)'.")
                }
                return desk
            }
            let event = try texts[1].map { text in
                guard let event = TapKind(rawValue: text) else {
                    throw ValidationError("The setting 'event' is not start, pause or end: '\(text)'.")
                }
                return event
            }
            let usual = event ?? (allowsChoice ? nil : .start)
            guard usual != .start || desk != nil else {
                throw ValidationError("A start needs a desk: set it with --desk, or set --event to pause or end.")
            }
            return .badges(BadgeSettings(desk: desk, office: texts[2], defaultEvent: usual, allowsChoice: allowsChoice))
        }
    }

    /// True if people choose the event before they present their badge.
    var allowsChoice: Bool { get throws { try flag("choose") } }

    private var user: String {
        get throws {
            let user = TypedText.trimmed(
                try required(
                    "user", "the user name of the person at this reader; for badges, set --desk and --event instead"))
            guard UserName.isValid(user) else {
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
                    "This reader's key is missing. Create one with 'desktap reader add NAME' on the server. Set"
                        + " DESKTAP_READER_KEY to it, or save it in a file for --key-file.")
            }
            return key
        }
    }

    /// The administrator's key for tags.
    var personalKey: AccessKey {
        get throws {
            guard let key = try key("personal-key", madeBy: "desktap person key") else {
                throw ValidationError(
                    "The key for tags is missing. Create one with 'desktap person key ADMINISTRATOR --tags' on the server. Save"
                        + " it in a file for --key-file, or set DESKTAP_READER_PERSONAL_KEY to it.")
            }
            return key
        }
    }

    /// A valid key from the environment or a file. Keys are not accepted on the command line, which other users can see.
    /// - Returns: nil if none is set.
    private func key(_ name: String, madeBy command: String) throws -> AccessKey? {
        let key: AccessKey
        if let file = text(name + "-file") {
            key = AccessKey(file: file, madeBy: command)
        } else if let text = reader.string(forKey: ConfigKey([name]), isSecret: true) {
            key = AccessKey(text, madeBy: command)
        } else {
            return nil
        }
        _ = try checked { () throws(ConnectionSetupError) in try key.text() }
        return key
    }

    /// The TLS files. They are read for every request, so renewed files need no restart.
    var tls: TLSFiles {
        get throws {
            try checked { () throws(ConnectionSetupError) in
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

    /// A part of the reader names to use; nil for all readers.
    var readerName: String? { text("reader") }

    /// The command to run for each result.
    var onResult: String? { text("on-result") }

    var logLevel: Logger.Level {
        get throws {
            let name = text("log-level") ?? "warning"
            guard let level = Logger.Level(rawValue: name) else {
                throw ValidationError("The setting 'log-level' is not a valid level: '\(name)'.")
            }
            return level
        }
    }

    private func required(_ key: String, _ meaning: String) throws -> String {
        guard let value = text(key), !value.isEmpty else {
            throw ValidationError(
                "The setting '\(key)' is missing: \(meaning). Set it with --\(key) or DESKTAP_READER_\(key.uppercased()).")
        }
        return value
    }
}
