import FoundationEssentials
import JSON

/// The drawing of a floor as one document. Editors, drafts and JSON files contain it.
///
/// Lengths are whole numbers in the drawing's own unit.
package struct FloorDrawing: Sendable, Equatable {
    package var width, height: Int64
    /// The hash of the background picture in hexadecimal digits. The picture is scaled to the size of the floor.
    package var picture: String?
    package var rooms: [Room]
    package var desks: [Desk]

    /// A desk's default size.
    package static let defaultDesk: (width: Int64, height: Int64) = (112, 84)
    /// The maximum width, height, and absolute value of a coordinate.
    package static let largest: Int64 = 100_000
    package static let (maximumDesks, mostRooms) = (2000, 500)
    /// The maximum size of a document in bytes.
    package static let longestDocument = 2 << 20
    /// The nesting of a document: the drawing, its list of desks, a desk.
    package static let nesting = 3

    package init(width: Int64 = 1400, height: Int64 = 900, picture: String? = nil, rooms: [Room] = [], desks: [Desk] = []) {
        self.width = width
        self.height = height
        self.picture = picture
        self.rooms = rooms
        self.desks = desks
    }

    /// Decodes a document. A draft may have ``problems(besides:)``; only publishing checks them.
    /// - Throws: ``FloorError/unreadable`` if it is malformed or exceeds the limits.
    package init(json: some Sequence<UInt8>) throws(FloorError) {
        let data = Data(json)
        guard data.count <= Self.longestDocument,
            let drawing = try? JSONDecoder().decode(Self.self, from: data, nesting: Self.nesting)
        else { throw .unreadable }
        self = try drawing.checked()
    }

    /// This drawing, if a draft can contain it.
    /// - Throws: ``FloorError/unreadable`` if numbers or texts exceed the limits.
    package func checked() throws(FloorError) -> FloorDrawing {
        guard isWithinLimits else { throw .unreadable }
        return self
    }

    /// With sorted keys: equal drawings have equal bytes.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        // Encoding cannot fail: the document contains only integers, booleans and texts.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private var isWithinLimits: Bool {
        func isLength(_ lengths: Int64...) -> Bool { lengths.allSatisfy { (-Self.largest...Self.largest).contains($0) } }
        func isText(_ text: String, _ most: Int) -> Bool {
            text.unicodeScalars.count <= most && !text.unicodeScalars.contains { $0.value < 0x20 }
        }
        func isHash(_ text: String) -> Bool {
            text.utf8.count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        }
        return isLength(width, height) && picture.map(isHash) ?? true && desks.count <= Self.maximumDesks
            && rooms.count <= Self.mostRooms
            && rooms.allSatisfy { isText($0.name, 64) && isLength($0.x, $0.y, $0.width, $0.height) }
            && desks.allSatisfy {
                isText($0.id, 64) && isText($0.outOfService ?? "", 200)
                    && isLength($0.x, $0.y, $0.width, $0.height, $0.rotation)
            }
    }
}

extension FloorDrawing: Codable {
    private enum CodingKeys: String, CodingKey { case width, height, picture, rooms, desks }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            width: try values.decode(Int64.self, forKey: .width), height: try values.decode(Int64.self, forKey: .height),
            picture: try values.decodeIfPresent(String.self, forKey: .picture),
            rooms: try values.decodeIfPresent([Room].self, forKey: .rooms) ?? [],
            desks: try values.decodeIfPresent([Desk].self, forKey: .desks) ?? [])
    }
}

extension Room: Codable {
    private enum Key: String, CodingKey { case name, x, y, width, height, area }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func length(_ key: Key) throws -> Int64 { try values.decode(Int64.self, forKey: key) }
        self.init(
            name: try values.decode(String.self, forKey: .name), x: try length(.x), y: try length(.y),
            width: try length(.width), height: try length(.height),
            isArea: try values.decodeIfPresent(Bool.self, forKey: .area) ?? false)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(name, forKey: .name)
        for (key, length) in [(Key.x, x), (.y, y), (.width, width), (.height, height)] {
            try values.encode(length, forKey: key)
        }
        try values.encode(isArea, forKey: .area)
    }
}

extension Desk: Codable {
    private enum Key: String, CodingKey {
        case id, x, y, width, height, rotation, outOfService = "out_of_service", monitor, heightAdjustable = "height_adjustable"
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func length(_ key: Key, _ usual: Int64? = nil) throws -> Int64 {
            if let usual { return try values.decodeIfPresent(Int64.self, forKey: key) ?? usual }
            return try values.decode(Int64.self, forKey: key)
        }
        func flag(_ key: Key) throws -> Bool { try values.decodeIfPresent(Bool.self, forKey: key) ?? false }
        self.init(
            id: try values.decode(String.self, forKey: .id), x: try length(.x), y: try length(.y),
            width: try length(.width, FloorDrawing.defaultDesk.width),
            height: try length(.height, FloorDrawing.defaultDesk.height),
            rotation: try length(.rotation, 0), outOfService: try values.decodeIfPresent(String.self, forKey: .outOfService),
            hasMonitor: try flag(.monitor), isHeightAdjustable: try flag(.heightAdjustable))
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id, forKey: .id)
        for (key, length) in [(Key.x, x), (.y, y), (.width, width), (.height, height), (.rotation, rotation)] {
            try values.encode(length, forKey: key)
        }
        try values.encodeIfPresent(outOfService, forKey: .outOfService)
        try values.encode(hasMonitor, forKey: .monitor)
        try values.encode(isHeightAdjustable, forKey: .heightAdjustable)
    }
}
