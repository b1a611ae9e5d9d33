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

    private static let dot = Data(png).base64EncodedString()

    private static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
        let size = [height >> 8, height & 255, width >> 8, width & 255].map(UInt8.init)
        return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 17, 8] + size + [UInt8](repeating: 0, count: 12)
    }

    private static func svg(_ inside: String, _ attributes: String = "viewBox='0 0 90 60'") -> [UInt8] {
        Array("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(inside)</svg>".utf8)
    }

    private static func sieved(_ inside: String) throws -> (text: String, leftOut: [String]) {
        let file = try PictureFile(svg(inside))
        return (String(decoding: file.picture.bytes, as: UTF8.self), file.leftOut)
    }

    @Test func `A floor picture has the size that its file states`() throws {
        let png = try PictureFile(Self.png).picture
        #expect(png.kind == .png && png.width == 3 && png.height == 2)
        let jpeg = try PictureFile(Self.jpeg(640, 480)).picture
        #expect(jpeg.kind == .jpeg && jpeg.width == 640 && jpeg.height == 480)
        let svg = try PictureFile(Self.svg("", "width='120px' height='80.5'")).picture
        #expect(svg.kind == .svg && svg.width == 120 && svg.height == 81)
    }

    @Test(
        arguments: [
            (Array(png.dropLast(4)), PictureProblem.broken), (Array(png.prefix(8)), .broken), (jpeg(0, 10), .badSize),
            (jpeg(20_000, 10), .badSize), (jpeg(11_000, 11_000), .badSize), (Array(jpeg(9, 9).prefix(12)), .broken),
            ([0xFF, 0xD8, 0xFF, 0xD9], .broken), (Array("GIF89a".utf8), .unknownKind), ([], .unknownKind),
            ([0xFE, 0xFF, 0, 0x3C], .unknownKind), (svg("<rect>"), .broken), (svg("", ""), .badSize),
            (svg("", "viewBox='0 0 0 0'"), .badSize), (svg("", "viewBox='0 0 1e300 1'"), .badSize),
            (svg("&nbsp;"), .broken), (Array("<?xml version='1.0' encoding='UTF-16'?><svg/>".utf8), .unknownKind),
            (Array("<!DOCTYPE svg [<!ENTITY a 'aa'>]><svg>&a;</svg>".utf8), .entities),
            (Array("<!DOCTYPE svg [ ]><svg/>".utf8), .entities),
            (Array("<!DOCTYPE svg SYSTEM 'file:///etc/passwd'><!DOCTYPE b><svg/>".utf8), .entities),
            // Copies that contain each other.
            (svg("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"), .entities),
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

    /// Nine levels of patterns. `inside` returns the content of a level, given the number of the pattern below.
    private static func bomb(_ inside: (Int) -> String) -> [UInt8] {
        let patterns = (1...9).map { "<pattern id='p\($0)'>\(inside($0 - 1))</pattern>" }
        return svg("<pattern id='p0'><rect/></pattern>" + patterns.joined() + "<rect fill='url(#p9)'/>")
    }

    private static func ten(_ element: String) -> String { String(repeating: element, count: 10) }

    @Test(
        arguments: [
            bomb { ten("<rect fill='url(#p\($0))'/>") }, bomb { "<g fill='url(#p\($0))'>" + ten("<rect/>") + "</g>" },
            bomb { ten("<rect style='stroke: URL( \"#P\($0)\" )'/>") }, bomb { ten("<g mask='url(#p\($0))'/>") },
            bomb { ten("<path marker-mid='url(#p\($0))'/>") }, bomb { "<use href='#ten' fill='url(#p\($0))'/>" },
            svg(
                "<style>" + (0..<9).map { ".c\($0){fill:url(#p\($0))}" }.joined() + "</style><pattern id='p0'><rect/></pattern>"
                    + (1...9).map { level in
                        "<pattern id='p\(level)'>\(ten("<rect class='c\(level - 1)'/>"))</pattern>"
                    }.joined() + "<rect fill='url(#p9)'/>"),
            svg("<pattern id='a'><rect fill='url(#b)'/></pattern><pattern id='b'><rect fill='url(#a)'/></pattern>"),
        ] as [[UInt8]])
    func `A floor picture whose patterns multiply is refused`(bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self).replacing(
            "</svg>", with: "<g id='ten'>\(Self.ten("<rect/>"))</g></svg>")
        #expect(throws: PictureProblem.entities) { try PictureFile(Array(text.utf8)) }
    }

    @Test func `A floor picture may nest patterns, gradients and masks a few times`() throws {
        let inside = """
            <style>.wall,.door > rect{fill:url(#hatch)} g.shade{mask:url(#fade)} rect{stroke:url(#tone)}</style>
            <defs><linearGradient id='tone'><stop offset='0'/></linearGradient>
            <pattern id='hatch'><path fill='url(#tone)'/><path/></pattern>
            <mask id='fade'><rect fill='url(#hatch)'/></mask><clipPath id='cut'><rect/></clipPath></defs>
            <g id='layer' clip-path='url(#cut)' class='shade'>\(String(repeating: "<rect class='wall'/>", count: 5000))</g>
            """
        #expect(try PictureFile(Self.svg(inside)).leftOut == [])
        let chairs =
            "<symbol id='chair'>\(Self.ten("<rect/>"))</symbol>" + String(repeating: "<use href='#chair'/>", count: 2000)
        #expect(try PictureFile(Self.svg(chairs)).leftOut == [])
    }

    @Test(.timeLimit(.minutes(1))) func `A floor picture may have many ids, classes and rules`() throws {
        let rules = (0..<20_000).map { ".c\($0){fill:url(#p\($0))}" }.joined()
        let parts = (0..<20_000).map { "<path class='c\($0)'/><path id='p\($0)'/>" }.joined()
        #expect(try PictureFile(Self.svg("<style>\(rules)</style>\(parts)")).leftOut == [])
    }

    @Test(.timeLimit(.minutes(2)))
    func `A floor picture whose references and classes multiply with its elements is refused`() {
        func many(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }
        for inside in [
            "<g fill='\(many(200_000, "url(#a) "))'>\(many(500_000, "<g/>"))</g>",
            "<g class='\((0..<100_000).map { "c\($0) " }.joined())'>\(many(500_000, "<g/>"))</g>",
            "<style>*{fill:\(many(2_000, "url(#a)"))}</style>" + (0..<10_000).map { "<g id='\($0)'/>" }.joined(),
            "<style>\(many(10_000, "a,")){fill:\(many(10_000, "url(#a)"))}</style>",
        ] {
            #expect(throws: PictureProblem.entities) { try PictureFile(Self.svg(inside)) }
        }
    }

    @Test func `A floor picture whose embedded pictures have too many pixels in total is refused`() throws {
        func pictures(_ count: Int) throws -> PictureFile {
            let large = Data(Self.jpeg(6000, 5000)).base64EncodedString()
            return try PictureFile(
                Self.svg(String(repeating: "<image href='data:image/jpeg;base64,\(large)'/>", count: count)))
        }
        #expect(try pictures(2).leftOut == [])
        #expect(throws: PictureProblem.badSize) { try pictures(3) }
    }

    @Test func `The document type of a floor picture is removed`() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://x/y.dtd\">\n"
        let picture = try PictureFile(Array(text.utf8) + Self.svg("<rect/>")).picture
        #expect(String(decoding: picture.bytes, as: UTF8.self).hasPrefix("<svg xmlns="))
    }

    @Test(
        arguments: [
            ("<script>alert(1)</script>", ["script"]), ("<g onclick='alert(1)'/>", ["onclick"]),
            ("<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'/></foreignObject>", ["foreignObject"]),
            ("<image href='https://example.com/x.png'/>", ["href"]), ("<image href='data:image/svg+xml;base64,AA'/>", ["href"]),
            ("<image href='data:text/html,x'/>", ["href"]), ("<use href='other.svg#a'/>", ["href"]),
            ("<a href='javascript:alert(1)'><rect/></a>", ["a"]), ("<rect fill='url(http://example.com/a#b)'/>", ["fill"]),
            ("<rect style='fill:u\\72l(//example.com)'/>", ["style"]),
            ("<rect style='background:image(//example.com)'/>", ["style"]),
            ("<style>@import url(//example.com/a.css);</style>", ["style"]),
            ("<style><![CDATA[rect{fill:url(//example.com)}]]></style>", ["style"]),
            ("<animate attributeName='href' to='javascript:alert(1)'/>", ["animate"]),
            ("<set attributeName='onload' to='alert(1)'/>", ["set"]), ("<iframe src='//example.com'/>", ["iframe"]),
            ("<x:script xmlns:x='http://www.w3.org/2000/svg'>alert(1)</x:script>", []),
            ("<metadata>example.com alert</metadata><!-- alert --><?xml-stylesheet href='//example.com'?>", []),
            ("<feImage href='//example.com/x'/>", ["href"]), ("<rect xml:base='//example.com'/>", []),
        ] as [(String, [String])])
    func `A floor picture loses all content that does more than draw`(inside: String, leftOut: [String]) throws {
        let (text, found) = try Self.sieved("<circle r='5'/>" + inside)
        #expect(found == leftOut)
        for word in [
            "alert", "example.com", "script", "//e", "url(", "import", "data:", "foreign", "<set", "<animate", "other.svg",
        ] {
            #expect(!text.contains(word), "\(text)")
        }
        #expect(text.contains("<circle r=\"5\">"))
    }

    @Test func `A floor picture keeps shapes, colours, texts, gradients and copies`() throws {
        let inside = """
            <defs><linearGradient id='g'><stop offset='0' stop-color='#fff'/></linearGradient><g id='chair'><rect/></g></defs>
            <style>.wall{stroke:#333;fill:url(#g)}</style><path class='wall' d='M0 0h10' style='fill:url("#g")'/>
            <use href='#chair' x='3'/><text x='1'>Küche &amp; 厨房 &lt;1&gt;</text>
            <image href='data:image/png;base64,\(Self.dot)'/>
            <filter id='f'><feGaussianBlur stdDeviation='2'/></filter><text><textPath href='#p'>North</textPath></text>
            """
        let (text, leftOut) = try Self.sieved(inside)
        #expect(leftOut == [])
        for part in [
            "url(#g)", "M0 0h10", "<use href=\"#chair\" x=\"3\">", "Küche &amp; 厨房 &lt;1&gt;",
            "data:image/png;base64,\(Self.dot)",
            "stop-color=\"#fff\"", "<feGaussianBlur stdDeviation=\"2\">", "<textPath href=\"#p\">North",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        // The result passes again without a change.
        #expect(try PictureFile(Array(text.utf8)).picture.bytes == Array(text.utf8))
    }

    @Test func `A floor picture loses oversized embedded pictures and disguised cyclic copies`() throws {
        var large = Self.png
        large.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
        let inside =
            "<image href='data:image/png;base64,\(Data(large).base64EncodedString())'/>"
            + "<g id='a'><use href='#%61'/><use href='#a '/></g>"
        let (text, leftOut) = try Self.sieved(inside)
        #expect(leftOut == ["href"] && !text.contains("href"))
        let twice =
            "<?xml version='1.0'?><?xml version='1.0' encoding='UTF-7'?>" + String(decoding: Self.svg(""), as: UTF8.self)
        #expect(throws: PictureProblem.self) { try PictureFile(Array(twice.utf8)) }
    }
}
