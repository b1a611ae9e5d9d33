import CExpat

/// A part of an XML document, by local names.
enum XMLPart {
    case start(String, attributes: [String: String])
    case text(String)
    case end(String)
}

/// Parses an XML document that arrives in pieces. A document type is an error, so that there are no entities of a document's own.
final class XMLReader {
    private let parser: XML_Parser
    private let take: (XMLPart) throws(WorkbookError) -> Void
    private var error: WorkbookError?

    /// - Parameter take: gets the parts in order. Its error ends the parsing.
    init(_ take: @escaping (XMLPart) throws(WorkbookError) -> Void) throws(WorkbookError) {
        // Names are "NAMESPACE LOCAL".
        guard let parser = XML_ParserCreateNS(nil, XML_Char(UInt8(ascii: " "))) else { throw .broken }
        self.parser = parser
        self.take = take
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { reader, name, attributes in
                guard let name, let attributes else { return }
                var values: [String: String] = [:]
                var index = 0
                while let key = attributes[index], let value = attributes[index + 1] {
                    values[XMLReader.localName(key)] = String(cString: value)
                    index += 2
                }
                XMLReader.of(reader)?.pass(.start(XMLReader.localName(name), attributes: values))
            },
            { reader, name in
                guard let name else { return }
                XMLReader.of(reader)?.pass(.end(XMLReader.localName(name)))
            })
        XML_SetCharacterDataHandler(parser) { reader, text, count in
            guard let text else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            XMLReader.of(reader)?.pass(.text(String(decoding: bytes, as: UTF8.self)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in XMLReader.of(reader)?.stop(.broken) }
    }

    deinit { XML_ParserFree(parser) }

    /// - Throws: ``WorkbookError/broken``, or the error of a part.
    func read(_ piece: UnsafeRawBufferPointer, isLast: Bool = false) throws(WorkbookError) {
        let status = XML_Parse(
            parser, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(piece.count), isLast ? 1 : 0)
        if let error { throw error }
        guard status == XML_STATUS_OK else { throw .broken }
    }

    private func pass(_ part: XMLPart) {
        guard error == nil else { return }
        do throws(WorkbookError) { try take(part) } catch { stop(error) }
    }

    private func stop(_ error: WorkbookError) {
        self.error = error
        XML_StopParser(parser, 0)
    }

    private static func of(_ reader: UnsafeMutableRawPointer?) -> XMLReader? {
        reader.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func localName(_ name: UnsafePointer<XML_Char>) -> String {
        let text = String(cString: name)
        return text.lastIndex(of: " ").map { String(text[text.index(after: $0)...]) } ?? text
    }
}
