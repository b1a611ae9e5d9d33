package import Attendance

/// A dump as text: a header line, then the bytes as hexadecimal digits, one line per block.
///
///     # desktap-tag-dump kind=type5 uid=E004015012345678 bytes=112 block=4
///     E1400D01
///     0300FE00
///
/// Other lines that begin with `#` are comments. `order=reversed` means that the bytes of each block are in reverse order.
package struct TagDumpFile: Equatable, Sendable {
    /// The fields of the header line.
    package struct Header: Equatable, Sendable {
        package var kind: TagKind
        package var uid: UID
        /// The size of the whole memory in bytes.
        package var byteCount: Int
        package var blockSize: Int
        package var isReversed: Bool
    }

    /// Nil if the text has no header.
    package let header: Header?
    /// The bytes in the order of the text.
    package let bytes: [UInt8]

    private static let mark = "# desktap-tag-dump"

    package init(_ dump: TagDump, reversed isReversed: Bool = false) {
        header = Header(
            kind: dump.kind, uid: dump.uid, byteCount: dump.bytes.count, blockSize: dump.blockSize, isReversed: isReversed)
        bytes = isReversed ? dump.withBlocksReversed.bytes : dump.bytes
    }

    package init(text: String) throws(TagDumpFileError) {
        var header: Header?
        var bytes: [UInt8] = []
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if line.hasPrefix("#") {
                guard line.hasPrefix(Self.mark) else { continue }
                guard header == nil, let read = Header(line) else { throw .header(line: number + 1) }
                header = read
            } else {
                guard let more = [UInt8](hexadecimal: line.filter { !$0.isWhitespace }) else {
                    throw .notHexadecimal(line: number + 1)
                }
                bytes += more
            }
        }
        guard !bytes.isEmpty else { throw .empty }
        self.header = header
        self.bytes = bytes
    }

    /// The dump, with its bytes in the order of the tag.
    /// - Throws: ``TagDumpFileError`` if the header is missing, or the number of bytes differs from the header or from a
    ///   multiple of the block size.
    package var dump: TagDump {
        get throws(TagDumpFileError) {
            guard let header else { throw .noHeader }
            guard bytes.count == header.byteCount else { throw .size(header: header.byteCount, found: bytes.count) }
            guard header.kind == .type4 || bytes.count.isMultiple(of: header.blockSize) else {
                throw .partialBlock(blockSize: header.blockSize)
            }
            let dump = TagDump(uid: header.uid, kind: header.kind, blockSize: header.blockSize, bytes: bytes)
            return header.isReversed ? dump.withBlocksReversed : dump
        }
    }

    package var text: String {
        var lines: [String] = []
        if let header {
            lines.append(
                "\(Self.mark) kind=\(header.kind) uid=\(header.uid) bytes=\(header.byteCount) block=\(header.blockSize)"
                    + (header.isReversed ? " order=reversed" : ""))
        }
        return (lines + blocks).joined(separator: "\n") + "\n"
    }

    /// The bytes as hexadecimal digits, one string per block.
    package var blocks: [String] {
        let size = header?.blockSize ?? 16
        return stride(from: 0, to: bytes.count, by: size).map { start in
            Array(bytes[start..<min(start + size, bytes.count)]).hexadecimal
        }
    }
}

extension TagDumpFile.Header {
    /// - Returns: nil if a value is missing, repeated or invalid.
    fileprivate init?(_ line: Substring) {
        var values: [Substring: Substring] = [:]
        for word in line.split(whereSeparator: \.isWhitespace).dropFirst(2) {
            let parts = word.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, values.updateValue(parts[1], forKey: parts[0]) == nil else { return nil }
        }
        guard let kind = values["kind"].flatMap({ TagKind(rawValue: String($0)) }),
            let uid = values["uid"].flatMap({ [UInt8](hexadecimal: String($0)) }), !uid.isEmpty,
            let byteCount = values["bytes"].flatMap({ Int($0) }), byteCount > 0,
            let blockSize = values["block"].flatMap({ Int($0) }), (1...256).contains(blockSize),
            [nil, "reversed"].contains(values["order"])
        else { return nil }
        self.init(
            kind: kind, uid: UID(uid), byteCount: byteCount, blockSize: blockSize, isReversed: values["order"] != nil)
    }
}

/// Why a file is not a valid dump.
package enum TagDumpFileError: Error, Equatable, Sendable {
    case noHeader
    /// The header is repeated or invalid.
    case header(line: Int)
    case notHexadecimal(line: Int)
    case empty
    case size(header: Int, found: Int)
    case partialBlock(blockSize: Int)
}

extension TagDumpFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noHeader: "The file has no header line '# desktap-tag-dump …', so the tag that it belongs to is unknown."
        case .header(let line): "Line \(line) of the file is not a valid header of a dump."
        case .notHexadecimal(let line): "Line \(line) of the file contains something other than pairs of hexadecimal digits."
        case .empty: "The file contains no bytes."
        case .size(let header, let found):
            "The file does not match its header: the header declares \(header) bytes, the file contains \(found)."
        case .partialBlock(let size): "The last block of the file is incomplete: a block has \(size) bytes."
        }
    }
}
