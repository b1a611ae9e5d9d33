/// The NFC Forum's record for an address with titles and a recommended action, type `Sp`. NFC Forum Smart Poster RTD 1.0.
package struct SmartPoster: Equatable, Hashable, Sendable {
    /// The recommended action for the address. 3.3.3.
    package enum Action: UInt8, Sendable {
        case open = 0
        case save = 1
        case edit = 2
    }

    package enum Malformation: Error, Equatable, Sendable {
        /// Not a well-known record of type `Sp`.
        case otherType
        case message(NDEFError)
        /// The number of URI records, if it is not one.
        case uriCount(Int)
        case uri(URIRecord.Malformation)
        case title(TextRecord.Malformation)
        /// Two titles in the same language.
        case languageTwice
        /// A smart poster within a smart poster.
        case nested
        /// An `act` record whose length is not one byte, or whose value is unknown.
        case action
        /// A size record whose length is not four bytes.
        case size
        /// A type record that is not UTF-8.
        case type
    }

    package var uri: URIRecord
    /// At most one title per language.
    package var titles: [TextRecord] = []
    package var action: Action?
    /// The size of the resource at the address, in bytes.
    package var size: UInt32?
    /// The media type of the resource at the address.
    package var type: String?
    /// Icons, as records of their media type.
    package var icons: [NDEFRecord] = []

    package init(_ uri: URIRecord) { self.uri = uri }

    package init(_ record: NDEFRecord) throws(Malformation) {
        guard record.isWellKnown("Sp") else { throw .otherType }
        try self.init(payload: record.payload)
    }

    /// - Parameter payload: an NDEF message (3.2). Records of other types are ignored.
    /// - Throws: ``Malformation``.
    package init(payload: [UInt8]) throws(Malformation) {
        let records: [NDEFRecord]
        do {
            records = try NDEFMessage(bytes: payload).records
        } catch {
            throw .message(error)
        }
        let uris = records.filter { $0.isWellKnown("U") }
        guard let first = uris.first, uris.count == 1 else { throw .uriCount(uris.count) }
        do {
            uri = try URIRecord(first)
        } catch {
            throw .uri(error)
        }
        for record in records { try take(record) }
    }

    private mutating func take(_ record: NDEFRecord) throws(Malformation) {
        switch record.typeNameFormat {
        case .media where record.type.starts(with: "image/".utf8) || record.type.starts(with: "video/".utf8):
            icons.append(record)
        case .wellKnown where record.isWellKnown("T"):
            try takeTitle(record)
        case .wellKnown where record.isWellKnown("Sp"):
            throw .nested
        case .wellKnown where record.isWellKnown("act"):
            guard record.payload.count == 1, let action = Action(rawValue: record.payload[0]) else { throw .action }
            self.action = action
        case .wellKnown where record.isWellKnown("s"):
            guard record.payload.count == 4 else { throw .size }
            size = record.payload.reduce(0) { $0 << 8 | UInt32($1) }
        case .wellKnown where record.isWellKnown("t"):
            guard let type = String(validating: record.payload, as: UTF8.self) else { throw .type }
            self.type = type
        default:
            break
        }
    }

    private mutating func takeTitle(_ record: NDEFRecord) throws(Malformation) {
        let title: TextRecord
        do {
            title = try TextRecord(record)
        } catch {
            throw .title(error)
        }
        guard !titles.contains(where: { $0.language == title.language }) else { throw .languageTwice }
        titles.append(title)
    }

    package var record: NDEFRecord {
        func wellKnown(_ type: String, _ payload: [UInt8]) -> NDEFRecord {
            NDEFRecord(unchecked: .wellKnown, type: Array(type.utf8), payload: payload)
        }
        var records = [uri.record] + titles.map(\.record)
        if let action { records.append(wellKnown("act", [action.rawValue])) }
        if let size { records.append(wellKnown("s", withUnsafeBytes(of: size.bigEndian, Array.init))) }
        if let type { records.append(wellKnown("t", Array(type.utf8))) }
        records += icons
        return wellKnown("Sp", NDEFMessage(unchecked: records).bytes)
    }
}
