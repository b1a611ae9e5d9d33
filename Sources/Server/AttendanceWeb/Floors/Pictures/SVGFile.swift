import Foundation
import FoundationXML

/// Reads the size of an SVG, and whether it is one. Its content is not looked at: within an image, browsers run no script, follow no link
/// and load nothing (SVG 2, "Secure static mode" and "Secure animated mode"), and the response's content security policy restricts a
/// browser that opens the plan by itself.
final class SVGFile: NSObject, XMLParserDelegate {
    private var size: (width: Double, height: Double)?
    private var isSVG = false
    private var depth = 0

    /// Of elements in each other. Browsers draw them one inside the other.
    private static let deepest = 200

    /// - Throws: ``PictureProblem``.
    static func size(of bytes: [UInt8]) throws(PictureProblem) -> (width: Int64, height: Int64) {
        guard var text = String(validating: bytes, as: UTF8.self) else { throw .unknownKind }
        if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
        // Of an XML declaration, only the encoding matters, and the response says that it is UTF-8: a browser reads the same.
        if text.hasPrefix("<?xml"), let end = text.range(of: "?>") { text.removeSubrange(..<end.upperBound) }
        let data = Data(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + text).utf8)
        // Both make a large document of a small one: an attribute with a default is repeated at each element.
        for word in ["<!ENTITY", "<!ATTLIST"] where data.range(of: Data(word.utf8)) != nil { throw .entities }
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.shouldProcessNamespaces = true
        let file = SVGFile()
        parser.delegate = file
        // The parser accepts some documents with an element that is never closed.
        let isWhole = parser.parse() && parser.parserError == nil && file.depth == 0
        guard file.isSVG else { throw .unknownKind }
        guard isWhole else { throw .broken }
        guard let size = file.size, size.width < 1e9, size.height < 1e9 else { throw .badSize }
        return (Int64(size.width.rounded(.up)), Int64(size.height.rounded(.up)))
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        depth += 1
        if depth > Self.deepest { parser.abortParsing() }
        guard depth == 1 else { return }
        isSVG = name == "svg" && namespaceURI == "http://www.w3.org/2000/svg"
        let box = (attributes["viewBox"] ?? "").split { $0 == " " || $0 == "," || $0.isNewline }.compactMap { Double($0) }
        func length(_ text: String?) -> Double? {
            text.flatMap { Double($0.hasSuffix("px") ? $0.dropLast(2) : $0[...]) }.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        }
        // The size in which a browser shows it, or else the ratio.
        if let width = length(attributes["width"]), let height = length(attributes["height"]) {
            size = (width, height)
        } else if box.count == 4, box.allSatisfy(\.isFinite), box[2] > 0, box[3] > 0 {
            size = (box[2], box[3])
        }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { depth -= 1 }
}
