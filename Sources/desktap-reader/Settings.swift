import ArgumentParser
import Configuration
import Foundation
import Logging

/// The settings in force: an option wins over the environment, and that over the file.
struct Settings {
    private let reader: ConfigReader

    /// - Parameters:
    ///   - options: what the command line says, by the settings' names.
    ///   - file: the path of a JSON file with the settings' names as keys.
    init(_ options: [String: String?], file: String?) async throws {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (key, value) in options {
            if let value { values[AbsoluteConfigKey([key])] = ConfigValue(.string(value), isSecret: false) }
        }
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "options", values: values),
            EnvironmentVariablesProvider(secretsSpecifier: .specific(["DESKTAP_READER_KEY"])).prefixKeys(with: "desktapReader"),
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

    /// Whose taps these are.
    var user: String { get throws { try needed("user", "the user name of the person at this reader") } }

    /// This reader's key. Secret: from the environment or a file, never from the command line, which others can see.
    var key: String {
        get throws {
            let text: String
            if let file = reader.string(forKey: "keyFile") {
                do {
                    text = try String(contentsOfFile: file, encoding: .utf8)
                } catch {
                    throw ValidationError("The key file \(file) cannot be read: \(error.localizedDescription)")
                }
            } else if let key = reader.string(forKey: "key", isSecret: true) {
                text = key
            } else {
                throw ValidationError(
                    "This reader's key is missing. Make one with 'desktap reader add NAME' on the server, and set"
                        + " DESKTAP_READER_KEY, or put it into a file and name that with --key-file.")
            }
            let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw ValidationError("The key is not one that 'desktap reader add' printed: it is empty or holds spaces.")
            }
            return key
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
