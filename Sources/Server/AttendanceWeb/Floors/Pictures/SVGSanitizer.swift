import Attendance
import Foundation
import FoundationXML

/// Sanitizes an SVG: writes it again without the parts that do more than draw (``SVGRules``), without comments and processing
/// instructions.
final class SVGSanitizer: NSObject, XMLParserDelegate {
    struct Result {
        let bytes: [UInt8]
        let size: (width: Int64, height: Int64)
        /// The dropped elements and attributes that could do more than draw.
        let leftOut: [String]
    }

    private var output = ""
    /// The open elements that are written.
    private var open: [String] = []
    /// The depth of the parser inside a dropped element; 0 outside.
    private var depthLeftOut = 0
    private var depth = 0
    private var size: (width: Double, height: Double)?
    private var leftOut: Set<String> = []
    /// The text of the open style element.
    private var style = ""
    private var problem: PictureProblem?
    private var references = SVGReferences()
    /// The pixels of all embedded pictures.
    private var pixels: Int64 = 0

    private static let deepest = 200

    /// - Throws: ``PictureProblem``.
    static func sanitize(_ bytes: [UInt8]) throws(PictureProblem) -> Result {
        let parser = XMLParser(data: Data(try plainDocument(bytes).utf8))
        parser.shouldResolveExternalEntities = false
        let sanitizer = SVGSanitizer()
        parser.delegate = sanitizer
        let isWhole = parser.parse()
        if let problem = sanitizer.problem { throw problem }
        // The parser accepts some documents with an element that is never closed.
        guard isWhole, parser.parserError == nil, sanitizer.depth == 0, let size = sanitizer.size else {
            throw sanitizer.output.isEmpty ? .unknownKind : .broken
        }
        guard sanitizer.pixels <= PictureFile.mostPixels else { throw .badSize }
        guard sanitizer.references.areFew else { throw .entities }
        return Result(
            bytes: Array(sanitizer.output.utf8), size: (Int64(size.width.rounded(.up)), Int64(size.height.rounded(.up))),
            leftOut: sanitizer.leftOut.sorted())
    }

    /// The text without its document type, which refers to another file and is not needed.
    /// - Throws: ``PictureProblem/entities`` if the document type defines anything, before a parser reads it;
    ///   ``PictureProblem/unknownKind`` for a text that is not UTF-8.
    private static func plainDocument(_ bytes: [UInt8]) throws(PictureProblem) -> String {
        guard var text = String(validating: bytes, as: UTF8.self), text.unicodeScalars.allSatisfy({ $0 != "\0" }) else {
            throw .unknownKind
        }
        if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
        guard text.range(of: "<!ENTITY", options: .caseInsensitive) == nil else { throw .entities }
        if text.hasPrefix("<?xml"), let end = text.range(of: "?>") {
            let declaration = text[..<end.upperBound].lowercased()
            // With another encoding, the parser would read other characters than those checked here.
            guard !declaration.contains("encoding") || declaration.contains("utf-8") else { throw .unknownKind }
            text.removeSubrange(..<end.upperBound)
        }
        if let start = text.range(of: "<!DOCTYPE", options: .caseInsensitive) {
            guard let end = text[start.upperBound...].firstIndex(of: ">"), !text[start.lowerBound..<end].contains("[") else {
                throw .entities
            }
            text.removeSubrange(start.lowerBound...end)
            guard text.range(of: "<!DOCTYPE", options: .caseInsensitive) == nil else { throw .entities }
        }
        // After this declaration, a second one, which could name another encoding, has no effect.
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + text
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        depth += 1
        guard depth <= Self.deepest else { return stop(parser, .broken) }
        guard !references.areTooMany else { return stop(parser, .entities) }
        if depth == 1 { return begin(parser, name, attributes) }
        let verdict = SVGRules.check(name)
        guard depthLeftOut == 0, verdict == .kept else {
            if depthLeftOut == 0, verdict == .dangerous { leftOut.insert(name) }
            depthLeftOut += 1
            return
        }
        write(name, attributes)
    }

    private func begin(_ parser: XMLParser, _ name: String, _ attributes: [String: String]) {
        guard name == "svg" else { return stop(parser, .unknownKind) }
        let box = (attributes["viewBox"] ?? "").split { $0 == " " || $0 == "," || $0.isNewline }.compactMap { Double($0) }
        func length(_ text: String?) -> Double? {
            text.flatMap { Double($0.hasSuffix("px") ? $0.dropLast(2) : $0[...]) }.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        }
        if box.count == 4, box.allSatisfy(\.isFinite), box[2] > 0, box[3] > 0 {
            size = (box[2], box[3])
        } else if let width = length(attributes["width"]), let height = length(attributes["height"]) {
            size = (width, height)
        }
        guard let size, size.width < 1e9, size.height < 1e9 else { return stop(parser, .badSize) }
        var own = attributes
        own["viewBox"] = attributes["viewBox"] ?? "0 0 \(size.width) \(size.height)"
        (own["width"], own["height"]) = ("\(size.width)", "\(size.height)")
        write(name, own, "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
    }

    private func write(_ name: String, _ attributes: [String: String], _ first: String = "") {
        output += "<\(name)" + (first.isEmpty ? "" : " " + first)
        for (attribute, value) in attributes.sorted(by: { $0.key < $1.key }) {
            switch SVGRules.check(attribute, value, of: name) {
            case .kept: output += " \(attribute)=\"\(Escapes.xml.escape(value))\""
            case .leftOut: break
            case .dangerous: leftOut.insert(attribute)
            }
        }
        output += ">"
        open.append(name)
        references.begin(name, attributes)
        if name == "image" {
            pixels += [attributes["href"], attributes["xlink:href"]].compactMap(\.self).reduce(0) { sum, address in
                sum + (SVGRules.picture(address).map { $0.width * $0.height } ?? 0)
            }
        }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        depth -= 1
        if depthLeftOut > 0 {
            depthLeftOut -= 1
        } else if let last = open.popLast() {
            if last == "style" { writeStyle() }
            references.end()
            output += "</\(last)>"
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { write(text) }

    func parser(_ parser: XMLParser, foundCDATA data: Data) { write(String(decoding: data, as: UTF8.self)) }

    private func write(_ text: String) {
        guard depthLeftOut == 0, let element = open.last else { return }
        if element == "style" {
            // The text arrives in pieces, and only the whole style can be checked.
            style += text
        } else if SVGRules.texts.contains(element) {
            output += Escapes.xml.escape(text)
        }
    }

    private func writeStyle() {
        if SVGRules.isHarmless(style: style) {
            output += Escapes.xml.escape(style)
            references.add(style: style)
        } else {
            leftOut.insert("style")
        }
        style = ""
    }

    private func stop(_ parser: XMLParser, _ problem: PictureProblem) {
        self.problem = self.problem ?? problem
        parser.abortParsing()
    }
}
