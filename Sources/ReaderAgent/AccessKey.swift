import Foundation

/// The key that a server asks for. It appears in no description, so that no log shows it.
package struct AccessKey: Sendable {
    private enum Source: Sendable {
        case text(String)
        case file(String)
    }

    private let source: Source
    private let command: String

    /// - Parameter command: the command that makes such keys, for sentences.
    package init(_ text: String, madeBy command: String = "desktap reader add") {
        source = .text(text)
        self.command = command
    }

    /// - Parameter file: read again at each use, so that a new key needs no restart.
    package init(file: String, madeBy command: String) {
        source = .file(file)
        self.command = command
    }

    /// The key now.
    /// - Throws: ``ConnectionProblem`` if its file cannot be read, is open to other users, or holds no key.
    package func text() throws(ConnectionProblem) -> String {
        let text: String
        switch source {
        case .text(let given): text = given
        case .file(let path): text = String(decoding: try SecretFile.read(path), as: UTF8.self)
        }
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ConnectionProblem("The key is not one that '\(command)' printed: it is empty or holds spaces.")
        }
        return key
    }

    /// How a new key comes into force.
    var replacement: String {
        switch source {
        case .text: "set it in the environment and start desktap-reader again"
        case .file(let path): "write it to \(path): the file is read again before each try"
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
