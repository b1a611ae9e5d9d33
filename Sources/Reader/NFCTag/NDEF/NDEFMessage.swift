/// An NDEF message: at least one record. NFC Forum NDEF 1.0, 2.1.
package struct NDEFMessage: Equatable, Hashable, Sendable {
    /// The maximum number of records. Desk tags and cards carry one to five.
    package static let maxRecords = 256

    package let records: [NDEFRecord]

    package init(_ first: NDEFRecord, _ rest: NDEFRecord...) { records = [first] + rest }

    /// - Throws: `NDEFError` if there is no record, or more than ``maxRecords``.
    package init(records: [NDEFRecord]) throws(NDEFError) {
        guard !records.isEmpty else { throw NDEFError(.noRecords, at: 0) }
        guard records.count <= Self.maxRecords else { throw NDEFError(.tooManyRecords, at: 0) }
        self.records = records
    }

    /// For callers that have already checked the rules.
    init(unchecked records: [NDEFRecord]) { self.records = records }

    /// The shortest encoding of the message: short records where possible, ids only where present, no chunks.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (position, record) in records.enumerated() {
            var header = NDEFHeader(record.typeNameFormat.rawValue)
            if position == 0 { header.insert(.messageBegin) }
            if position == records.count - 1 { header.insert(.messageEnd) }
            if record.payload.count <= 255 { header.insert(.shortRecord) }
            if !record.id.isEmpty { header.insert(.idLength) }
            bytes.append(header.rawValue)
            bytes.append(UInt8(record.type.count))
            if header.contains(.shortRecord) {
                bytes.append(UInt8(record.payload.count))
            } else {
                bytes += withUnsafeBytes(of: UInt32(record.payload.count).bigEndian, Array.init)
            }
            if header.contains(.idLength) { bytes.append(UInt8(record.id.count)) }
            bytes += record.type
            bytes += record.id
            bytes += record.payload
        }
        return bytes
    }
}
