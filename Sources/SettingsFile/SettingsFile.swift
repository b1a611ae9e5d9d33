import Foundation

/// A JSON file with settings: one object whose keys are the names of options.
package struct SettingsFile: Sendable {
    /// What a setting holds.
    package enum Kind: Sendable { case text, number, flag }

    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// The settings as texts, by their names. A flag is `true` or `false`.
    package let values: [String: String]

    /// Reads the file strictly: a setting that is misspelt or of the wrong type must not look like one that is not there.
    /// - Parameter known: the settings there are.
    /// - Throws: ``Problem`` if the file cannot be read, is no JSON object, or has a setting that is unknown or of another
    ///   kind. A number may also stand as a text.
    package init(_ path: String, known: [String: Kind]) throws(Problem) {
        guard let contents = try? Data(contentsOf: URL(filePath: path)) else {
            throw Problem(description: "The settings file \(path) cannot be read.")
        }
        guard let found = try? JSONDecoder().decode([String: Value].self, from: contents) else {
            throw Problem(description: "The settings file \(path) is not a JSON object.")
        }
        var values: [String: String] = [:]
        for (name, value) in found.sorted(by: { $0.key < $1.key }) {
            guard let kind = known[name] else {
                throw Problem(
                    description: "The settings file \(path) has a setting '\(name)', which there is not."
                        + Self.advice(for: name, among: known.keys))
            }
            switch (kind, value) {
            case (.text, .text(let text)), (.number, .text(let text)): values[name] = text
            case (.number, .number(let number)): values[name] = String(number)
            case (.flag, .flag(let flag)): values[name] = String(flag)
            case (.text, _): throw Problem(description: "The setting '\(name)' in \(path) is not a text in quotes.")
            case (.number, _): throw Problem(description: "The setting '\(name)' in \(path) is not a whole number.")
            case (.flag, _): throw Problem(description: "The setting '\(name)' in \(path) is neither true nor false.")
            }
        }
        self.values = values
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

    /// The nearest name if one is near, else all names.
    private static func advice(for name: String, among known: some Collection<String>) -> String {
        let wanted = letters(name)
        let nearest = known.sorted().min { distance(letters($0), wanted) < distance(letters($1), wanted) }
        if let nearest, distance(letters(nearest), wanted) <= max(2, wanted.count / 4) { return " Did you mean '\(nearest)'?" }
        return " There are: \(known.sorted().joined(separator: ", "))."
    }

    /// A name without the differences of style: `keyFile` and `key_file` are `key-file`.
    private static func letters(_ name: String) -> [Character] {
        name.lowercased().filter { $0 != "-" && $0 != "_" }.map(\.self)
    }

    /// How many letters have to be added, taken away or changed (Levenshtein distance).
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
