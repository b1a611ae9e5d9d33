/// The defect of an invalid NDEF structure. Offsets count bytes from the beginning of the memory.
package enum TagDamage: Error, Equatable, Sendable {
    /// The capability container has an unknown version.
    case unsupportedVersion(UInt8)
    /// The capability container leaves no room for data.
    case noDataArea
    /// The capability container does not grant read access.
    case readProtected
    /// The capability container has an invalid value in the field at this offset.
    case container(offset: Int)
    /// The memory is shorter than its structure declares.
    case memoryEnds(at: Int)
    /// The TLV at this offset ends outside the data area.
    case valuePastEnd(offset: Int, length: Int)
    /// The TLV at this offset has the reserved length FFFF.
    case reservedLength(offset: Int)
    /// The lock or memory control TLV at this offset is not three bytes long.
    case controlLength(offset: Int)
    /// The structure is valid; the message in it is not.
    case message(NDEFError)
}

extension TagDamage {
    /// True if the defect is in a Type 4 tag's capability container and not in its NDEF file.
    var isOfContainer: Bool {
        switch self {
        case .unsupportedVersion, .noDataArea, .readProtected, .container, .memoryEnds: true
        case .valuePastEnd, .reservedLength, .controlLength, .message: false
        }
    }
}

extension TagDamage: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsupportedVersion(let version): "capability container of unknown version byte \(version)"
        case .noDataArea: "capability container without a data area"
        case .readProtected: "capability container does not grant read access"
        case .container(let offset): "capability container malformed at offset \(offset)"
        case .memoryEnds(let offset): "memory ends at offset \(offset), before the end that its structure declares"
        case .valuePastEnd(let offset, let length): "the TLV at offset \(offset) of \(length) bytes ends outside the data area"
        case .reservedLength(let offset): "the TLV at offset \(offset) has the reserved length FFFF"
        case .controlLength(let offset): "the control TLV at offset \(offset) is not three bytes long"
        case .message(let error): "malformed NDEF message: \(error)"
        }
    }
}
