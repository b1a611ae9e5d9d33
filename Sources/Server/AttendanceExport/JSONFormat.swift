import Attendance

/// Writes a table as JSON, after ``ExportMetadata``: instants as texts with their offset, seconds as integers, hours as in CSV.
struct JSONFormat: StreamedFormat {
    enum Shape: String, Sendable {
        /// One object: `{"about": {…}, "rows": [{…}, …]}`.
        case json
        /// One object per line: first `{"about": {…}}`, then the rows.
        case ndjson
    }

    private let shape: Shape
    private let about: ExportMetadata
    private var bytes: [UInt8] = []
    private var keys: [[UInt8]] = []
    private var column = 0
    private var isFirstRow = true

    init(_ shape: Shape, _ about: ExportMetadata) {
        self.shape = shape
        self.about = about
    }

    mutating func begin(_ columns: [ExportColumn]) throws(ExportError) {
        keys = columns.map { column in
            var key: [UInt8] = []
            Self.put(column.name, into: &key)
            return key + [UInt8(ascii: ":")]
        }
        bytes.append(contentsOf: #"{"about":{"#.utf8)
        write(about.entries)
        bytes.append(contentsOf: #","offices":["#.utf8)
        for (place, office) in about.offices.enumerated() {
            bytes.append(contentsOf: (place > 0 ? ",{" : "{").utf8)
            write(office)
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(contentsOf: (shape == .json ? "]},\n\"rows\":[" : "]}}\n").utf8)
    }

    private mutating func write(_ entries: [ExportMetadata.Entry]) {
        for (place, entry) in entries.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            Self.put(entry.name, into: &bytes)
            bytes.append(UInt8(ascii: ":"))
            put(entry.cell)
        }
    }

    mutating func write(_ cell: ExportCell) throws(ExportError) {
        if column == 0 {
            if !isFirstRow, shape == .json { bytes.append(contentsOf: ",\n".utf8) }
            bytes.append(UInt8(ascii: "{"))
        } else {
            bytes.append(UInt8(ascii: ","))
        }
        bytes.append(contentsOf: keys[column])
        put(cell)
        column += 1
    }

    private mutating func put(_ cell: ExportCell) {
        switch cell {
        case .text(let text): Self.put(text, into: &bytes)
        case .plain(let text): put(plain: text)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .date(let date): put(plain: date.description)
        case .moment(let seconds?, let offset):
            put(plain: Instant(millisecondsSince1970: seconds * 1000).rfc3339(offset: Int(offset)))
        case .instant(let instant, let offset):
            put(plain: instant.rfc3339(offset: Int(offset), precision: .milliseconds))
        case .moment(nil, _), .empty: bytes.append(contentsOf: "null".utf8)
        case .hoursAndMinutes(let seconds): put(plain: WorkedTime.hoursAndMinutes(seconds))
        case .decimalHours(let seconds): put(plain: WorkedTime.decimalHours(seconds))
        case .roundedHours(let seconds): put(plain: WorkedTime.roundedHours(seconds))
        }
    }

    mutating func endRow() throws(ExportError) {
        bytes.append(UInt8(ascii: "}"))
        if shape == .ndjson { bytes.append(UInt8(ascii: "\n")) }
        column = 0
        isFirstRow = false
    }

    mutating func end() throws(ExportError) {
        if shape == .json { bytes.append(contentsOf: "]}\n".utf8) }
    }

    var pendingBytes: Int { bytes.count }

    mutating func takeBytes() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Writes a text that needs no escapes.
    private mutating func put(plain text: String) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    private static func put(_ text: String, into bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
