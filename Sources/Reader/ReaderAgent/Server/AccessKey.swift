import Daemon
import Foundation

/// An access key for the server. No description or log contains it.
package struct AccessKey: Sendable {
    private enum Source: Sendable {
        case text(String)
        case file(String)
    }

    private let source: Source
    private let command: String

    /// - Parameter command: the command that creates such keys, for error messages.
    package init(_ text: String, madeBy command: String = "desktap reader add") {
        source = .text(text)
        self.command = command
    }

    /// - Parameter file: the path of the key file. It is read at each use, so a new key needs no restart.
    package init(file: String, madeBy command: String) {
        source = .file(file)
        self.command = command
    }

    /// The current key.
    /// - Throws: ``ConnectionSetupError`` if the key file cannot be read, is accessible to other users, or contains no key.
    package func text() throws(ConnectionSetupError) -> String {
        let text: String
        switch source {
        case .text(let given): text = given
        case .file(let path): text = String(decoding: try SecretFile.key(path), as: UTF8.self)
        }
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ConnectionSetupError(
                "The key is invalid: it is empty or contains spaces. Use a key that '\(command)' printed.")
        }
        return key
    }

    /// How to replace the key, as the end of a sentence.
    var replacement: String {
        switch source {
        case .text: "set it in the environment and restart desktap-reader"
        case .file(let path):
            if let original = Credential.original(path) {
                "write it to \(original) and restart desktap-reader"
            } else {
                "write it to \(path), which is read again before each attempt"
            }
        }
    }
}

extension AccessKey: CustomStringConvertible, CustomReflectable {
    package var description: String {
        switch source {
        case .text: "a key"
        case .file(let path): "the key in \(path)"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
