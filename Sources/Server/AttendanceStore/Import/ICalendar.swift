import Attendance

/// The content lines of an iCalendar file (RFC 5545, 3.1).
struct ICalendar {
    struct Line: Equatable {
        /// The number of its first line in the file, from 1.
        let number: Int
        /// In upper case.
        let name: String
        /// By their names in upper case; in upper case, too, without quotation marks.
        let parameters: [String: String]
        let value: String

        init(number: Int, name: String, parameters: [String: String] = [:], value: String) {
            (self.number, self.name, self.parameters, self.value) = (number, name, parameters, value)
        }
    }

    private(set) var lines: [Line] = []
    /// The numbers of lines that are not of this form.
    private(set) var malformed: [Int] = []

    private static let start = Array("BEGIN:VCALENDAR".utf8)
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Whether a file in UTF-8 is a calendar.
    static func isCalendar(_ bytes: [UInt8]) -> Bool {
        let text = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0).drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
        return text.prefix(start.count).map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 } == start
    }

    /// - Parameter bytes: a calendar file in an encoding of ``TextEncoding``, with lines that end with CR LF or LF.
    init(_ bytes: [UInt8]) {
        let unfolded = Self.unfold(bytes)
        let text = TextEncoding.decode(Array(unfolded.map(\.bytes).joined(separator: [0x0A]))).text
        let contents = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (number, content) in zip(unfolded.map(\.number), contents) where !content.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            if let line = Self.line(content, number) { lines.append(line) } else { malformed.append(number) }
        }
    }

    /// The file without the line breaks within content lines. A break can divide a character (RFC 5545, 3.1).
    static func unfolded(_ bytes: [UInt8]) -> [UInt8] {
        var (result, isBehindBreak) = ([UInt8](), false)
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if isBehindBreak, byte == 0x20 || byte == 0x09 {
                result.removeLast()
                if result.last == 0x0D { result.removeLast() }
                isBehindBreak = false
            } else {
                result.append(byte)
                isBehindBreak = byte == 0x0A
            }
        }
        return result
    }

    private static func unfold(_ bytes: [UInt8]) -> [(number: Int, bytes: [UInt8])] {
        var lines: [(number: Int, bytes: [UInt8])] = []
        for (index, part) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = part.last == 0x0D ? part.dropLast() : part
            if let first = line.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1].bytes += line.dropFirst()
            } else {
                lines.append((index + 1, Array(line)))
            }
        }
        return lines
    }

    /// Reads `NAME;PARAMETER=VALUE;PARAMETER="VALUE":VALUE`.
    private static func line(_ bytes: ArraySlice<UInt8>, _ number: Int) -> Line? {
        var fields: [ArraySlice<UInt8>] = []
        var (start, isQuoted, end) = (bytes.startIndex, false, bytes.endIndex)
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted:
                fields.append(bytes[start..<index])
                start = index + 1
            case UInt8(ascii: ":") where !isQuoted:
                fields.append(bytes[start..<index])
                end = index
            default: break
            }
            if end != bytes.endIndex { break }
        }
        guard end != bytes.endIndex, let name = fields.first, !name.isEmpty,
            let value = String(validating: bytes[(end + 1)...], as: UTF8.self), !value.utf8.contains(0)
        else { return nil }
        var parameters: [String: String] = [:]
        for field in fields.dropFirst() {
            let parts = String(decoding: field, as: UTF8.self).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            parameters[parts[0].uppercased()] = parts[1].filter { $0 != "\"" }.uppercased()
        }
        return Line(
            number: number, name: String(decoding: name, as: UTF8.self).uppercased(), parameters: parameters, value: value)
    }

    /// A value of the type TEXT (RFC 5545, 3.3.11), with a space for a line break.
    static func text(_ value: String) -> String {
        var (result, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in value.unicodeScalars {
            if isEscaped {
                result.append(scalar == "n" || scalar == "N" ? " " : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
