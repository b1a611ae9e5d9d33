package import Attendance
import Foundation
import NFCTag

/// What one tag of a list shall say.
package struct TagListEntry: Sendable, Equatable {
    /// The line of the list on which it stands.
    package var line: Int
    package var office: String
    /// Nil for an office's tags for pause and end.
    package var desk: DeskID?
    package var event: TapKind
    package var address: String

    /// In few words, as `6F-A3 start` or `Tokyo end`.
    package var name: String {
        [desk?.description ?? (office.isEmpty ? nil : office), event.rawValue].compactMap(\.self).joined(separator: " ")
    }
}

/// The tags that an office needs, as `desktap tags csv` prints them: RFC 4180 with the columns office, desk, event and address in
/// any order, others between them ignored.
package struct TagList: Sendable {
    package let entries: [TagListEntry]

    private static let columns = ["office", "desk", "event", "address"]
    /// Bytes of a list at most: more than a hundred thousand desks need.
    private static let largest = 32 << 20

    package init(contentsOf path: String) throws(TagListError) {
        let bytes: [UInt8]
        do {
            bytes = Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw .unreadable(path, reason: error.localizedDescription)
        }
        guard bytes.count <= Self.largest else { throw .unreadable(path, reason: "it is too large for a list of tags") }
        try self.init(csv: bytes)
    }

    /// - Throws: ``TagListError/lines(_:)`` with everything that is wrong.
    package init(csv bytes: [UInt8]) throws(TagListError) {
        let text = CSVText(bytes)
        guard let header = text.records.first else { throw .noHeader }
        let names = header.fields.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        let places = Self.columns.compactMap { column in names.firstIndex(of: column) }
        guard places.count == Self.columns.count else { throw .noHeader }
        var problems = text.malformations.map { TagListError.Problem(line: $0.line, sentence: $0.sentence) }
        var entries: [TagListEntry] = []
        var seen = Seen()
        for record in text.records.dropFirst() {
            do throws(Wrong) {
                guard record.fields.count == names.count else {
                    throw Wrong("it has \(record.fields.count) fields where the first line has \(names.count)")
                }
                let fields = places.map { record.fields[$0].trimmingCharacters(in: .whitespaces) }
                let entry = try Self.entry(line: record.line, fields)
                try seen.add(entry)
                entries.append(entry)
            } catch {
                problems.append(TagListError.Problem(line: record.line, sentence: error.sentence))
            }
        }
        guard problems.isEmpty else { throw .lines(problems.sorted { $0.line < $1.line }) }
        guard !entries.isEmpty else { throw .empty }
        self.entries = entries
    }

    private static func entry(line: Int, _ fields: [String]) throws(Wrong) -> TagListEntry {
        guard let event = TapKind(rawValue: fields[2]) else { throw Wrong("'\(fields[2])' is none of start, pause and end") }
        let desk = DeskID(fields[1])
        guard desk != nil || fields[1].isEmpty else { throw Wrong("'\(fields[1])' is not the name of a desk") }
        guard desk != nil || event != .start else { throw Wrong("a tag for start needs a desk") }
        let address: TagAddress
        do {
            address = try TagAddress(fields[3], hosts: [TagAddress.host(of: fields[3]) ?? ""])
            _ = try URIRecord(fields[3])
        } catch {
            throw Wrong("'\(fields[3])' is not the address of a tag")
        }
        guard address.kind == event else {
            throw Wrong("the address says \(address.kind.rawValue), the line \(event.rawValue)")
        }
        guard address.desk == desk else {
            throw Wrong("the address names \(address.desk?.description ?? "no desk"), the line \(desk?.description ?? "none")")
        }
        // An apostrophe in front keeps a spreadsheet from taking the name for a formula; it is no part of it.
        let office = fields[0] == "'" + (address.office ?? "") ? String(fields[0].dropFirst()) : fields[0]
        guard address.office == nil || address.office == office else {
            throw Wrong("the address names the office \(address.office ?? ""), the line \(office)")
        }
        return TagListEntry(line: line, office: office, desk: desk, event: event, address: fields[3])
    }

    private struct Wrong: Error {
        let sentence: String
        init(_ sentence: String) { self.sentence = sentence }
    }

    /// What stood on earlier lines.
    private struct Seen {
        private var places: [[String?]: Int] = [:]
        private var addresses: [String: Int] = [:]

        mutating func add(_ entry: TagListEntry) throws(Wrong) {
            let place = [entry.office, entry.desk?.description, entry.event.rawValue]
            if let line = places[place] { throw Wrong("\(entry.name) stands on line \(line) already") }
            if let line = addresses[entry.address] { throw Wrong("the address stands on line \(line) already") }
            places[place] = entry.line
            addresses[entry.address] = entry.line
        }
    }
}

/// Why a list of tags cannot be used. Nothing was written to any tag.
package enum TagListError: Error, Sendable, Equatable {
    package struct Problem: Sendable, Equatable {
        package var line: Int
        package var sentence: String
    }

    case unreadable(String, reason: String)
    case noHeader
    case empty
    case lines([Problem])
    /// None of its lines is what was asked for.
    case noneChosen
}

extension TagListError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "The list \(path) cannot be read: \(reason)."
        case .noHeader: "The list's first line must name the columns office, desk, event and address, with commas between them."
        case .empty: "The list has no line besides the one with the columns' names."
        case .lines(let problems):
            problems.map { "Line \($0.line): \($0.sentence.printable).\n" }.joined()
                + "Nothing was written. Mend \(problems.count == 1 ? "the line" : "these \(problems.count) lines")"
                + " and give the same command."
        case .noneChosen: "No line of the list is for this desk, event and office."
        }
    }
}
