/// One record of an NDEF message, with its chunks joined. NFC Forum NDEF 1.0, 2.4 and 3.2.
package struct NDEFRecord: Equatable, Hashable, Sendable {
    /// The meaning of `type`. NFC Forum NDEF 1.0, 3.2.6. Format 6 only marks later chunks of a record, and 7 is reserved.
    package enum TypeNameFormat: UInt8, Sendable, CaseIterable {
        case empty = 0
        /// A type from the NFC Forum's record type definitions, such as `U`, `T` and `Sp`.
        case wellKnown = 1
        /// A media type, RFC 2046.
        case media = 2
        /// The type is a URI.
        case absoluteURI = 3
        /// `domain:name`, defined by the owner of the domain.
        case external = 4
        case unknown = 5
    }

    package let typeNameFormat: TypeNameFormat
    package let type: [UInt8]
    package let id: [UInt8]
    package let payload: [UInt8]

    /// - Throws: `NDEFError` if the fields are inconsistent or too long to be encoded.
    package init(
        _ typeNameFormat: TypeNameFormat, type: [UInt8] = [], id: [UInt8] = [], payload: [UInt8] = []
    ) throws(NDEFError) {
        guard type.count <= 255, id.count <= 255, payload.count <= Int(UInt32.max) else {
            throw NDEFError(.fieldTooLong, at: 0)
        }
        switch typeNameFormat {
        case .empty where !(type.isEmpty && id.isEmpty && payload.isEmpty):
            throw NDEFError(.emptyRecordHasFields, at: 0)
        case .unknown where !type.isEmpty:
            throw NDEFError(.typeNotAllowed, at: 0)
        default:
            self.init(unchecked: typeNameFormat, type: type, id: id, payload: payload)
        }
    }

    /// For callers that have already checked the rules: the parser, and record types with a short constant type.
    init(unchecked typeNameFormat: TypeNameFormat, type: [UInt8], id: [UInt8] = [], payload: [UInt8]) {
        self.typeNameFormat = typeNameFormat
        self.type = type
        self.id = id
        self.payload = payload
    }

    /// The record without type, id and payload, which marks a formatted tag without content.
    package static let empty = NDEFRecord(unchecked: .empty, type: [], payload: [])

    /// True for the NFC Forum's record type of this name, for example `U`.
    func isWellKnown(_ name: String) -> Bool { typeNameFormat == .wellKnown && type.elementsEqual(name.utf8) }
}
