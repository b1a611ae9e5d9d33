import Attendance
import Foundation

/// A pasted list of people to add. Each line is a name, optionally followed by a comma or a tab and a user name. A user name with
/// spaces becomes one with dots. A line can also be "Last, First", or have the mail addresses that a mail program copies with
/// names. Further parts of a line are a fault of the imported file, and so is a second part that is neither.
struct PastedNames {
    /// With one person in each line.
    let text: String

    private struct Line {
        var name, user: String
        var further: [String] = []
    }

    /// - Parameter text: a line can have several people, separated by semicolons, or by commas if each has an address.
    init(text: String) {
        self.text = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { Self.people(of: $0).joined(separator: "\n") }.joined(separator: "\n")
    }

    /// - Parameter file: the text of a chosen file. A row with several cells is a line of a table, in which the order of a first
    ///   and a last name is not known.
    init(file: String) {
        let table = CSVText(Array(file.utf8))
        let lines = file.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
        // The people keep the numbers of their lines.
        var rows = [String](repeating: "", count: lines.count)
        for record in table.records { rows[record.line - 1] = Self.row(record.fields, separator: table.separator) }
        // Such as a nickname in quotation marks.
        for malformation in table.malformations { rows[malformation.line - 1] = String(lines[malformation.line - 1]) }
        self.init(text: rows.joined(separator: "\n"))
    }

    /// A row of a file as a pasted line.
    private static func row(_ fields: [String], separator: Unicode.Scalar) -> String {
        var cells = fields.map { String($0.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }
        while cells.count > 1, cells.last?.allSatisfy(\.isWhitespace) == true { cells.removeLast() }
        // A typed list: commas with spaces, or recipients.
        let isTyped = separator == "," && cells.dropFirst().allSatisfy { $0.first == " " }
        if isTyped || cells.allSatisfy({ MailRecipient($0) != nil }) { return cells.joined(separator: String(separator)) }
        return cells.joined(separator: "\t")
    }

    /// The people of the lines that are not empty.
    var people: [(name: String, user: String)] { lines.compactMap { line in line.map { (name: $0.name, user: $0.user) } } }

    /// The same people as a file to import. Its first line names the columns, so that line 1 of the list is line 2 of the file.
    var csv: String {
        let rows = lines.map { line in
            line.map { CSVText.line([$0.user, $0.name] + $0.further) } ?? ""
        }
        return (["user_name,display_name"] + rows).joined(separator: "\n")
    }

    /// Nil for an empty line.
    private var lines: [Line?] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(Self.line)
    }

    private static func people(of line: Substring) -> [String] {
        guard !line.contains("\t") else { return [String(line)] }
        let people = parts(of: line, [";", "；"]).filter { !$0.isEmpty }
        if people.count == 2, isUserName(people[1]) { return [people.joined(separator: ", ")] }
        guard people.count == 1 else { return people.isEmpty ? [""] : people }
        let some = parts(of: people[0][...], commas)
        return some.count > 1 && some.allSatisfy { MailRecipient($0) != nil } ? some : people
    }

    /// More Unicode scalars than a name and a user name, or an address, have.
    private static let longest = 1_000

    private static func line(_ line: Substring) -> Line? {
        // Refused for its name, before its words are compared with each other.
        guard line.unicodeScalars.count <= longest else {
            return Line(name: String(line.unicodeScalars.prefix(longest)), user: "")
        }
        let isTable = line.contains("\t")
        // Without a name, the line is refused for that reason.
        if !isTable, let recipient = MailRecipient(String(line)) {
            let names = parts(of: recipient.name[...], commas)
            return Line(
                name: names.count == 2 ? "\(names[1]) \(names[0])" : recipient.name, user: recipient.user,
                further: names.count > 2 ? names : [])
        }
        var parts = parts(of: line, isTable ? ["\t"] : commas)
        while parts.count > 1, parts.last == "" { parts.removeLast() }
        let name = parts[0]
        if parts == [""] { return nil }
        if name.contains(where: { "@<>".contains($0) }) { return Line(name: name, user: "", further: parts) }
        guard parts.count == 2 else {
            return Line(name: name, user: UserName.proposed(for: name), further: parts.dropFirst().filter { !$0.isEmpty })
        }
        let second = parts[1]
        if isUserName(second) { return Line(name: name, user: second) }
        if isMade(second, of: name) {
            let proposal = UserName.proposed(for: second)
            return Line(name: name, user: second.contains(where: \.isWhitespace) && !proposal.isEmpty ? proposal : second)
        }
        // The order of names in two columns is not known.
        guard !isTable, isGivenName(second, of: name) else { return Line(name: name, user: "", further: [second]) }
        let isLatin = second.first?.isCased == true
        let whole = isLatin ? "\(second) \(name)" : "\(name) \(second)"
        return Line(name: whole, user: UserName.proposed(for: whole))
    }

    private static let commas: Set<Character> = [",", "，", "、"]

    /// Separators in quotation marks are part of a name.
    private static func parts(of text: Substring, _ separators: Set<Character>) -> [String] {
        let hasPairs = text.count { $0 == "\"" } % 2 == 0
        var (parts, isQuoted): ([String], Bool) = ([""], false)
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if isQuoted && hasPairs || !separators.contains(character) {
                parts[parts.count - 1].append(character)
            } else {
                parts.append("")
            }
        }
        return parts.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Whether a text is a user name and no name of a person: without capitals, or with digits.
    private static func isUserName(_ text: String) -> Bool {
        guard !text.contains(where: \.isWhitespace) else { return false }
        return text.contains(where: \.isNumber)
            || !text.contains(where: \.isUppercase) && text.contains { $0.isASCII && $0.isLetter }
    }

    /// Whether a user name has a word of the name, such as "Mia N" or "MNovak" of Mia Novak.
    private static func isMade(_ user: String, of name: String) -> Bool {
        let words = name.lowercased().split(whereSeparator: \.isWhitespace)
        return user.lowercased().split(whereSeparator: \.isWhitespace).contains { part in
            words.contains { part == $0 || words.count > 1 && $0.count > 2 && part.contains($0) }
        }
    }

    /// Whether a text behind a comma is the given name of a person with this family name, which is one word or begins with a
    /// particle, such as "van". Otherwise it can be a title.
    private static func isGivenName(_ text: String, of family: String) -> Bool {
        guard let first = family.first, text.first?.isCased == first.isCased else { return false }
        let words = text.split(whereSeparator: \.isWhitespace)
        return (!family.contains(where: \.isWhitespace) || first.isLowercase)
            && words.allSatisfy { $0.first?.isLetter == true && $0.first?.isLowercase == false }
            && text.allSatisfy { $0.isLetter || $0.isWhitespace || "-'’.".contains($0) }
    }
}
