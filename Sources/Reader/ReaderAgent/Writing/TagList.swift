import Attendance
import Foundation
import NFCTag

/// A list of tags in the format of `desktap tags csv`, perhaps saved again by a spreadsheet (``CSVText``): with the columns office,
/// desk, event and address in any order. Other columns are ignored.
package struct TagList: Sendable {
    package let entries: [TagListEntry]

    private static let columns = ["office", "desk", "event", "address"]
    /// The maximum size of a list in bytes, sufficient for more than a hundred thousand desks.
    private static let largest = 32 << 20

    package init(contentsOf path: String) throws(TagListError) {
        let bytes: [UInt8]
        do {
            bytes = Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw .unreadable(path, reason: error.localizedDescription)
        }
        guard bytes.count <= Self.largest else { throw .unreadable(path, reason: "it is larger than 32 MiB") }
        try self.init(csv: bytes)
    }

    /// Parses and validates a list.
    /// - Throws: ``TagListError``. ``TagListError/lines(_:)`` contains all invalid lines in ascending order.
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
            do throws(LineError) {
                // A spreadsheet leaves out and adds empty fields at the end.
                guard record.fields.dropFirst(names.count).allSatisfy({ $0.allSatisfy(\.isWhitespace) }),
                    places.allSatisfy(record.fields.indices.contains)
                else {
                    throw LineError("it has \(record.fields.count) fields, but the first line has \(names.count)")
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

    private static func entry(line: Int, _ fields: [String]) throws(LineError) -> TagListEntry {
        guard let event = TapKind(rawValue: fields[2]) else { throw LineError("'\(fields[2])' is not start, pause or end") }
        let desk = DeskID(fields[1])
        guard desk != nil || fields[1].isEmpty else { throw LineError("'\(fields[1])' is not a valid desk name") }
        guard desk != nil || event != .start else { throw LineError("a tag for start needs a desk") }
        let address: TagAddress
        do {
            address = try TagAddress(fields[3], hosts: [TagAddress.host(of: fields[3]) ?? ""])
            _ = try URIRecord(fields[3])
        } catch {
            throw LineError("'\(fields[3])' is not the address of a tag")
        }
        guard address.kind == event else {
            throw LineError("the event is \(address.kind.rawValue) in the address and \(event.rawValue) in the line")
        }
        guard address.desk == desk else {
            throw LineError(
                "the desk is \(address.desk?.description ?? "missing") in the address and \(desk?.description ?? "missing") in the line"
            )
        }
        // Apostrophes prevent a spreadsheet from reading the name as a formula. They are not part of the name.
        let office = fields[0] == address.office ? fields[0] : FormulaGuard.unguarded(fields[0])
        guard address.office == nil || address.office == office else {
            throw LineError("the office is \(address.office ?? "") in the address and \(office) in the line")
        }
        return TagListEntry(line: line, office: office, desk: desk, event: event, address: fields[3])
    }

    private struct LineError: Error {
        let sentence: String
        init(_ sentence: String) { self.sentence = sentence }
    }

    /// The places and addresses of earlier lines.
    private struct Seen {
        private var places: [[String?]: Int] = [:]
        private var addresses: [String: Int] = [:]

        mutating func add(_ entry: TagListEntry) throws(LineError) {
            let place = [entry.office, entry.desk?.description, entry.event.rawValue]
            if let line = places[place] { throw LineError("\(entry.name) is already on line \(line)") }
            if let line = addresses[entry.address] { throw LineError("the address is already on line \(line)") }
            places[place] = entry.line
            addresses[entry.address] = entry.line
        }
    }
}

/// Why a list of tags is invalid. No tag was written.
package enum TagListError: Error, Sendable, Equatable {
    package struct Problem: Sendable, Equatable {
        package var line: Int
        package var sentence: String
    }

    case unreadable(String, reason: String)
    case noHeader
    case empty
    case lines([Problem])
    /// No line matches the selected desk, event and office.
    case noneChosen
}

extension TagListError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "The list \(path) cannot be read: \(reason)."
        case .noHeader:
            "The first line of the list must contain the columns office, desk, event and address."
        case .empty: "The list has no lines after the column names."
        case .lines(let problems):
            problems.map { "Line \($0.line): \($0.sentence.printable).\n" }.joined()
                + "Nothing was written. Correct these lines and run the same command again."
        case .noneChosen: "No line of the list matches this desk, event and office."
        }
    }
}
