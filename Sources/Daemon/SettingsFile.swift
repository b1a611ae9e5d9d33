import Foundation

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
        let found: [String: Value]
        do {
            found = try JSONDecoder().decode([String: Value].self, from: contents)
        } catch {
            throw Problem(description: "The settings file \(path) is not a JSON object\(Self.place(of: error)).")
        }
        var values: [String: String] = [:]
        for (name, value) in found.sorted(by: { $0.key < $1.key }) {
            guard let kind = known[name] else {
                throw Problem(
                    description: "The settings file \(path) has an unknown setting '\(name)'."
                        + Self.advice(for: name, among: known.keys))
            }
            switch (kind, value) {
            case (.text, .text(let text)), (.number, .text(let text)): values[name] = text
            case (.number, .number(let number)): values[name] = String(number)
            case (.flag, .flag(let flag)): values[name] = String(flag)
            case (.text, .flag(let flag)):
                throw Problem(
                    description: "The setting '\(name)' in \(path) is not a string. Write \"\(flag ? "yes" : "no")\" instead.")
            case (.text, _): throw Problem(description: "The setting '\(name)' in \(path) is not a string.")
            case (.number, _): throw Problem(description: "The setting '\(name)' in \(path) is not a whole number.")
            case (.flag, _): throw Problem(description: "The setting '\(name)' in \(path) is neither true nor false.")
            }
        }
        self.values = values
    }

    /// Where the error is in the file, as the end of a sentence; empty if it is not known.
    private static func place(of error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error, let cause = context.underlyingError,
            let place = "\(cause)".firstMatch(of: /line (\d+), column (\d+)/)
        else { return "" }
        return ": see line \(place.output.1), column \(place.output.2)"
    }

    private enum Value: Decodable {
        case text(String), number(Int), flag(Bool), other

        init(from decoder: any Decoder) throws {
            guard let value = try? decoder.singleValueContainer() else {
                self = .other
                return
            }
            if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? value.decode(Int.self) {
                self = .number(number)
            } else {
                self = (try? value.decode(String.self)).map(Value.text) ?? .other
            }
        }
    }

    /// Suggests the most similar name, or lists all names if none is similar.
    private static func advice(for name: String, among known: some Collection<String>) -> String {
        let wanted = letters(name)
        let nearest = known.sorted().min { distance(letters($0), wanted) < distance(letters($1), wanted) }
        if let nearest, distance(letters(nearest), wanted) <= max(2, wanted.count / 4) { return " Did you mean '\(nearest)'?" }
        return " Valid settings: \(known.sorted().joined(separator: ", "))."
    }

    /// The letters of a name without differences of style: `keyFile` and `key_file` equal `key-file`.
    private static func letters(_ name: String) -> [Character] {
        name.lowercased().filter { $0 != "-" && $0 != "_" }.map(\.self)
    }

    /// The number of letters to add, remove or change (Levenshtein distance).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var costs = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var diagonal = costs[0]
            costs[0] = row + 1
            for (column, other) in right.enumerated() {
                let changed = diagonal + (letter == other ? 0 : 1)
                diagonal = costs[column + 1]
                costs[column + 1] = min(changed, diagonal + 1, costs[column] + 1)
            }
        }
        return costs[right.count]
    }
}
