import AttendanceStore
import Localization

/// Why a file cannot be the plan of a floor.
enum PictureProblem: Error, Equatable {
    case tooMany
    case unknownKind
    case broken
    /// Larger than a phone's browser can show, or without a size.
    case badSize
    /// An SVG with entities or default attributes, which could grow without bound.
    case entities
}

extension PictureProblem {
    /// The localized message.
    var sentence: String {
        switch self {
        case .tooMany: localized("editor.say.longPicture", ["most": "\(FloorPicture.maximumBytes >> 20)"])
        case .unknownKind: localized("picture.unknownKind")
        case .broken: localized("picture.broken")
        case .badSize: localized("picture.badSize", ["most": "\(PictureFile.longestSide)"])
        case .entities: localized("picture.entities")
        }
    }
}

/// Checks an uploaded plan of a floor before it is stored.
struct PictureFile {
    let picture: FloorPicture

    /// The maximum pixels of a side, and of the picture. More would use gigabytes in a browser, even from a small PNG or JPEG.
    static let longestSide: Int64 = 12_000
    static let mostPixels: Int64 = 60_000_000

    /// - Throws: ``PictureProblem``.
    init(_ bytes: [UInt8]) throws(PictureProblem) {
        guard bytes.count <= FloorPicture.maximumBytes else { throw .tooMany }
        let kind: FloorPicture.Kind
        let size: (width: Int64, height: Int64)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            (kind, size) = (.png, try Self.sizeOfPNG(bytes))
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            (kind, size) = (.jpeg, try Self.sizeOfJPEG(bytes))
        } else {
            (kind, size) = (.svg, try SVGFile.size(of: bytes))
        }
        guard size.width >= 1, size.height >= 1, size.width <= Self.longestSide, size.height <= Self.longestSide,
            size.width * size.height <= Self.mostPixels
        else { throw .badSize }
        picture = FloorPicture(kind: kind, bytes: bytes, width: size.width, height: size.height)
    }

    /// PNG (ISO/IEC 15948, 5.6 and 11.2.2): the first chunk is IHDR with the size, the last is IEND.
    private static func sizeOfPNG(_ bytes: [UInt8]) throws(PictureProblem) -> (width: Int64, height: Int64) {
        guard bytes.count >= 45, bytes[12..<16].elementsEqual("IHDR".utf8), bytes.suffix(8).starts(with: "IEND".utf8) else {
            throw .broken
        }
        func number(_ at: Int) -> Int64 { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int64($1) } }
        return (number(16), number(20))
    }

    /// JPEG (ITU-T T.81, B.2.2): segments up to the frame header, which has the size.
    private static func sizeOfJPEG(_ bytes: [UInt8]) throws(PictureProblem) -> (width: Int64, height: Int64) {
        var at = 2
        while at + 9 < bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            // Fill bytes, and markers without a segment.
            if marker == 0xFF || marker == 0x01 || (0xD0...0xD8).contains(marker) {
                at += marker == 0xFF ? 1 : 2
                continue
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                return (
                    Int64(bytes[at + 7]) << 8 | Int64(bytes[at + 8]), Int64(bytes[at + 5]) << 8 | Int64(bytes[at + 6])
                )
            }
            guard marker != 0xD9, marker != 0xDA else { break }
            at += 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
        }
        throw .broken
    }
}
