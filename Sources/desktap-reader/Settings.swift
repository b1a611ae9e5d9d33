import ArgumentParser
import Attendance
import Configuration
import Foundation
import Logging
import ReaderAgent

/// The settings in force: an option wins over the environment, and that over the file.
struct Settings {
    private let reader: ConfigReader

    /// - Parameters:
    ///   - options: what the command line says, by the settings' names.
    ///   - flags: those that the command line sets.
    ///   - file: the path of a JSON file with the settings' names as keys.
    init(_ options: [String: String?], flags: [String: Bool] = [:], file: String?) async throws {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (key, value) in options {
            if let value { values[AbsoluteConfigKey([key])] = ConfigValue(.string(value), isSecret: false) }
        }
        for (key, isSet) in flags where isSet {
            values[AbsoluteConfigKey([key])] = ConfigValue(.bool(true), isSecret: false)
        }
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "options", values: values),
            EnvironmentVariablesProvider(secretsSpecifier: .specific(["DESKTAP_READER_KEY", "DESKTAP_READER_PERSONAL_KEY"]))
                .prefixKeys(with: "desktapReader"),
        ]
        if let file {
            do {
                providers.append(try await FileProvider<JSONSnapshot>(filePath: .init(file)))
            } catch {
                throw ValidationError("The settings file \(file) cannot be read: \(error)")
            }
        }
        reader = ConfigReader(providers: providers)
    }

    /// The server's address, http or https.
    var server: URL {
        get throws {
            let text = try needed("server", "the server's address, such as https://desk.example.com")
            guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
                let host = url.host(), !host.isEmpty
            else { throw ValidationError("The setting 'server' is not an http or https address: '\(text)'.") }
            return url
        }
    }

    /// The hosts whose tags are ours, in lower case: the server's own, and those that `tag-hosts` adds.
    var tagHosts: Set<String> {
        get throws {
            let more = reader.string(forKey: "tagHosts", default: "").split(separator: ",")
                .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            return Set(more + [try server.host()?.lowercased() ?? ""]).subtracting([""])
        }
    }

    /// What the reader stands for: desk tags of one person, or everybody's badges at one place.
    var duty: ReaderDuty {
        get throws {
            let texts = ["desk", "event", "office"].map { reader.string(forKey: ConfigKey([$0])) }
            let takesChoices = takesChoices
            guard takesChoices || texts.contains(where: { $0 != nil }) else { return .deskTags(user: try user) }
            guard reader.string(forKey: "user") == nil else {
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
    var takesChoices: Bool { reader.bool(forKey: "choose", default: false) }

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
    var key: String {
        get throws {
            guard let key = try secret("key", madeBy: "desktap reader add") else {
                throw ValidationError(
                    "This reader's key is missing. Make one with 'desktap reader add NAME' on the server, and set"
                        + " DESKTAP_READER_KEY, or put it into a file and name that with --key-file.")
            }
            return key
        }
    }

    /// The key of the person who works with tags here.
    var personalKey: String {
        get throws {
            guard let key = try secret("personalKey", madeBy: "desktap person key") else {
                throw ValidationError(
                    "An administrator's personal key is missing. Make one with 'desktap person key USER' on the server, put it"
                        + " into a file and name that with --key-file, or set DESKTAP_READER_PERSONAL_KEY.")
            }
            return key
        }
    }

    /// A key from the environment or a file, never from the command line, which others can see.
    /// - Returns: nil where none is set.
    private func secret(_ name: String, madeBy command: String) throws -> String? {
        let text: String
        if let file = reader.string(forKey: ConfigKey([name + "File"])) {
            do {
                text = try String(contentsOfFile: file, encoding: .utf8)
            } catch {
                throw ValidationError("The key file \(file) cannot be read: \(error.localizedDescription)")
            }
        } else if let key = reader.string(forKey: ConfigKey([name]), isSecret: true) {
            text = key
        } else {
            return nil
        }
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ValidationError("The key is not one that '\(command)' printed: it is empty or holds spaces.")
        }
        return key
    }

    /// The files for TLS, each of which is read again for every request: one that is renewed needs no restart.
    var tls: TLSFiles {
        get throws {
            let files = ["serverCA", "clientCertificate", "clientKey"].map { reader.string(forKey: ConfigKey([$0])) }
            do {
                return try TLSFiles(serverAuthority: files[0], certificate: files[1], key: files[2])
            } catch {
                throw ValidationError("\(error)")
            }
        }
    }

    /// The folder of the queue.
    var queue: String {
        if let folder = reader.string(forKey: "queue") { return folder }
        let environment = ProcessInfo.processInfo.environment
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/desktap-reader" }
        if geteuid() == 0 { return "/var/lib/desktap-reader" }
        return FileManager.default.homeDirectoryForCurrentUser.path + "/.local/state/desktap-reader"
    }

    /// A part of the names of the readers to use; nil uses all.
    var readerName: String? { reader.string(forKey: "reader") }

    /// What to run with each result.
    var onResult: String? { reader.string(forKey: "onResult") }

    var logLevel: Logger.Level {
        get throws {
            let name = reader.string(forKey: "logLevel", default: "warning")
            guard let level = Logger.Level(rawValue: name) else {
                throw ValidationError("The setting 'log-level' is not a level: '\(name)'.")
            }
            return level
        }
    }

    private func needed(_ key: String, _ meaning: String) throws -> String {
        guard let value = reader.string(forKey: ConfigKey([key])), !value.isEmpty else {
            throw ValidationError(
                "The setting '\(key)' is missing: \(meaning). Set it with --\(key) or DESKTAP_READER_\(key.uppercased()).")
        }
        return value
    }
}
