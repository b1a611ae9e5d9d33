@testable import AttendanceWeb

import AttendanceStore
import Foundation
import TestOffice
import Testing

@Suite struct `Floor pictures` {
    /// A PNG of one colour, 3 by 2.
    private static let png = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==")
            ?? Data())

    private static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
        let size = [height >> 8, height & 255, width >> 8, width & 255].map(UInt8.init)
        return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 17, 8] + size + [UInt8](repeating: 0, count: 12)
    }

    private static func svg(_ inside: String, _ attributes: String = "viewBox='0 0 90 60'") -> [UInt8] {
        Array("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(inside)</svg>".utf8)
    }

    @Test func `A floor picture has the size that its file states`() throws {
        let png = try PictureFile(Self.png).picture
        #expect(png.kind == .png && png.width == 3 && png.height == 2)
        let jpeg = try PictureFile(Self.jpeg(640, 480)).picture
        #expect(jpeg.kind == .jpeg && jpeg.width == 640 && jpeg.height == 480)
        let svg = try PictureFile(Self.svg("", "width='120px' height='80.5'")).picture
        #expect(svg.kind == .svg && svg.width == 120 && svg.height == 81)
        let stretched = try PictureFile(Self.svg("", "width='60' height='60' viewBox='0 0 1400 900'")).picture
        #expect(stretched.width == 60 && stretched.height == 60)
    }

    @Test(
        arguments: [
            (Array(png.dropLast(4)), PictureProblem.broken), (Array(png.prefix(8)), .broken), (jpeg(0, 10), .badSize),
            (jpeg(20_000, 10), .badSize), (jpeg(11_000, 11_000), .badSize), (Array(jpeg(9, 9).prefix(12)), .broken),
            ([0xFF, 0xD8, 0xFF, 0xD9], .broken), (Array("GIF89a".utf8), .unknownKind), ([], .unknownKind),
            ([0xFE, 0xFF, 0, 0x3C], .unknownKind), (svg("<rect>"), .broken), (svg("", ""), .badSize),
            (svg("", "viewBox='0 0 0 0'"), .badSize), (svg("", "viewBox='0 0 1e300 1'"), .badSize),
            (Array("<?xml version='1.0'?><?xml version='1.0' encoding='UTF-7'?>".utf8) + svg(""), .broken),
            (Array("<!DOCTYPE svg [<!ATTLIST g d CDATA 'x'>]>".utf8) + svg("<g/>"), .entities),
            (Array("<!DOCTYPE svg [<!ENTITY a 'aa'>]><svg>&a;</svg>".utf8), .entities),
            (Array("<!DOCTYPE svg SYSTEM 'file:///etc/passwd'><!DOCTYPE b>".utf8) + svg(""), .unknownKind),
            (Array("<svg viewBox='0 0 9 9'/>".utf8), .unknownKind),
            (
                Array("<html xmlns='http://www.w3.org/1999/xhtml'><svg xmlns='http://www.w3.org/2000/svg'/></html>".utf8),
                .unknownKind
            ),
            (svg("<g>Küche</g>").filter { $0 != 0xC3 }, .unknownKind), (svg("") + svg(""), .broken),
        ] as [([UInt8], PictureProblem)])
    func `A file that is not a valid floor picture is refused`(bytes: [UInt8], problem: PictureProblem) {
        #expect(throws: problem) { try PictureFile(bytes) }
    }

    @Test func `A floor picture that is too large or too deeply nested is refused`() {
        #expect(throws: PictureProblem.tooMany) {
            try PictureFile([UInt8](repeating: 0x20, count: FloorPicture.maximumBytes + 1))
        }
        let deep = String(repeating: "<g>", count: 100_000) + String(repeating: "</g>", count: 100_000)
        #expect(throws: PictureProblem.broken) { try PictureFile(Self.svg(deep)) }
    }

    @Test func `An SVG is kept as it is, also with a document type`() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://x/y.dtd\">\n"
        for inside in ["<rect/>", "<script>alert(1)</script>", "<text>Küche &amp; 厨房</text><!-- a --><?b c?>"] {
            let bytes = Array(text.utf8) + Self.svg(inside)
            #expect(try PictureFile(bytes).picture.bytes == bytes)
        }
        // The response says UTF-8, so another declared encoding counts for nobody.
        for declared in ["iso-8859-1", "UTF-7", "UTF-16"] {
            let bytes = Array("\u{FEFF}<?xml version='1.0' encoding='\(declared)'?>".utf8) + Self.svg("<text>Küche+ADw-</text>")
            #expect(try PictureFile(bytes).picture.bytes == bytes)
        }
        let prefixed = "<s:svg xmlns:s='http://www.w3.org/2000/svg' viewBox='0,0,30 20'/>"
        #expect(try PictureFile(Array(prefixed.utf8)).picture.width == 30)
    }
}
