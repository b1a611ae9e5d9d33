import Foundation
import JSON

/// A JSON settings file: one object whose keys are option names.
package struct SettingsFile: Sendable {
    /// The type of a setting.
    package enum Kind: Sendable { case text, number, flag }

    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// The settings as strings, keyed by name. A flag is `true` or `false`.
    package let values: [String: String]

    /// Reads the file. Misspelt names and wrong types are errors, so that they are not mistaken for missing settings.
    /// - Parameter known: the valid settings.
    /// - Throws: ``Problem`` if the file cannot be read, is not a JSON object, or has a setting with an unknown name or a
    ///   wrong type. A number may also be given as a string.
    package init(_ path: String, known: [String: Kind]) throws(Problem) {
        let contents = try? Data(contentsOf: URL(filePath: path))
        let path = Credential.original(path) ?? path
        guard let contents else { throw Problem(description: "The settings file \(path) cannot be read.") }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: contents)
        } catch {
            throw Problem(description: "The settings file \(path) is not a JSON object: \(error).")
        }
        guard let found = value.object else { throw Problem(description: "The settings file \(path) is not a JSON object.") }
        var values: [String: String] = [:]
        for (name, value) in found.sorted(by: { $0.key < $1.key }) {
            guard let kind = known[name] else {
                throw Problem(
                    description: "The settings file \(path) has an unknown setting '\(name)'."
                        + Self.advice(for: name, among: known.keys))
            }
            switch (kind, value) {
            case (.text, .string(let text)), (.number, .string(let text)): values[name] = text
            case (.number, .integer(let number)): values[name] = String(number)
            case (.flag, .boolean(let flag)): values[name] = String(flag)
            case (.text, .boolean(let flag)):
                throw Problem(
                    description: "The setting '\(name)' in \(path) is not a string. Write \"\(flag ? "yes" : "no")\" instead.")
            case (.text, _): throw Problem(description: "The setting '\(name)' in \(path) is not a string.")
            case (.number, _): throw Problem(description: "The setting '\(name)' in \(path) is not a whole number.")
            case (.flag, _): throw Problem(description: "The setting '\(name)' in \(path) is neither true nor false.")
            }
        }
        self.values = values
    }

    /// Suggests the most similar name, or lists all names if none is similar.
    private static func advice(for name: String, among known: some Collection<String>) -> String {
        let wanted = letters(name)
        // Two swapped letters count as one error.
        func errors(_ known: String) -> Int {
            let difference = letters(known).difference(from: wanted)
            return max(difference.insertions.count, difference.removals.count)
        }
        let nearest = known.sorted().min { errors($0) < errors($1) }
        if let nearest, errors(nearest) <= max(2, wanted.count / 4) { return " Did you mean '\(nearest)'?" }
        return " Valid settings: \(known.sorted().joined(separator: ", "))."
    }

    /// The letters of a name without differences of style: `keyFile` and `key_file` equal `key-file`.
    private static func letters(_ name: String) -> String {
        name.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}
