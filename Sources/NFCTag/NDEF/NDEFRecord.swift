/// One record of an NDEF message, its chunks joined. NFC Forum NDEF 1.0, 2.4 and 3.2.
package struct NDEFRecord: Equatable, Hashable, Sendable {
    /// What `type` is the name of. NFC Forum NDEF 1.0, 3.2.6. Format 6 marks the later chunks of a record and is no
    /// record's own; 7 is reserved.
    package enum TypeNameFormat: UInt8, Sendable, CaseIterable {
        case empty = 0
        /// A type of the NFC Forum's own record definitions, such as `U`, `T` and `Sp`.
        case wellKnown = 1
        /// A media type, RFC 2046.
        case media = 2
        /// The type itself is the address.
        case absoluteURI = 3
        /// `domain:name`, given out by the owner of the domain.
        case external = 4
        case unknown = 5
    }

    package let typeNameFormat: TypeNameFormat
    package let type: [UInt8]
    package let id: [UInt8]
    package let payload: [UInt8]

    /// - Throws: `NDEFError` when the fields do not go together or are too long to be encoded.
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

    /// For callers that hold the rules already: the parser, and definitions whose type is a short constant.
    init(unchecked typeNameFormat: TypeNameFormat, type: [UInt8], id: [UInt8] = [], payload: [UInt8]) {
        self.typeNameFormat = typeNameFormat
        self.type = type
        self.id = id
        self.payload = payload
    }

    /// The record without type, id and payload: what stands on a tag made ready but holding nothing.
    package static let empty = NDEFRecord(unchecked: .empty, type: [], payload: [])

    /// Whether this is the NFC Forum's record type of that name, for example `U`.
    func isWellKnown(_ name: String) -> Bool { typeNameFormat == .wellKnown && type.elementsEqual(name.utf8) }
}
