package import Attendance

/// A tag's system information. ISO/IEC 15693-3, 10.4.12. The extended form counts blocks in two bytes.
package struct ISO15693SystemInformation: Equatable, Hashable, Sendable {
    package var uid: UID
    /// Data storage format identifier.
    package var dsfid: UInt8?
    /// Application family identifier.
    package var afi: UInt8?
    /// Nil for chips of more than 256 blocks in the short form.
    package var blockCount: Int?
    /// The block size in bytes, 1 to 32.
    package var blockSize: Int?
    package var icReference: UInt8?

    /// - Parameters:
    ///   - data: the response data from `ISO15693Command.data(of:)`.
    ///   - isExtended: true for a response to the extended form of the command.
    /// - Throws: `ISO15693Error.malformedAnswer` if the data is too short.
    package init(data: [UInt8], isExtended: Bool = false) throws(ISO15693Error) {
        guard data.count >= 9 else { throw .malformedAnswer }
        let flags = data[0]
        uid = UID(data[1..<9].reversed())
        var rest = data[9...]
        func field(_ flag: UInt8, _ count: Int) throws(ISO15693Error) -> [UInt8]? {
            guard flags & flag != 0 else { return nil }
            guard rest.count >= count else { throw .malformedAnswer }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        dsfid = try field(0x01, 1)?.first
        afi = try field(0x02, 1)?.first
        if let memory = try field(0x04, isExtended ? 3 : 2) {
            let last = isExtended ? Int(memory[0]) | Int(memory[1]) << 8 : Int(memory[0])
            blockCount = last + 1
            blockSize = Int(memory[memory.count - 1] & 0x1F) + 1
        }
        icReference = try field(0x08, 1)?.first
    }
}
