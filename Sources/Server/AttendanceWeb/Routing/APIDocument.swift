import Foundation
import HTTPTypes

/// The description of the API in OpenAPI 3.1. `web/openapi.yaml` contains what differs between operations; their security and
/// their shared error answers are added from the list of routes, the words of ``Reason`` from their list.
package struct APIDocument: Sendable {
    private let parts: [Part]

    /// - Parameter folder: the folder `web/`.
    package init(folder: String) throws {
        parts = Self.parts(of: try String(contentsOf: URL(filePath: folder + "/openapi.yaml"), encoding: .utf8))
    }

    struct Operation: Hashable, Comparable {
        let method: String
        let address: String

        static func < (one: Self, other: Self) -> Bool { (one.address, one.method) < (other.address, other.method) }
    }

    /// A part of the document: one operation, or the lines between two operations.
    private struct Part {
        let operation: Operation?
        var lines: [Substring]
        /// The keys of its lines, with their indentation and colon.
        var keys: Set<Substring> = []

        func has(_ key: String) -> Bool { keys.contains(key[...]) }
    }

    /// The operations of a document, in its order. Addresses are indented by two spaces, methods by four.
    static func operations(in document: String) -> [Operation] { parts(of: document).compactMap(\.operation) }

    private static func parts(of document: String) -> [Part] {
        var parts = [Part(operation: nil, lines: [])]
        var address: String?
        for line in document.split(separator: "\n") {
            if line.hasPrefix("  /") {
                address = String(line.dropFirst(2).dropLast())
                parts.append(Part(operation: nil, lines: []))
            } else if line.first?.isLetter == true {
                address = nil
                parts.append(Part(operation: nil, lines: []))
            } else if let address, let method = line.wholeMatch(of: #/ {4}([a-z]+):/#)?.1 {
                parts.append(Part(operation: Operation(method: String(method), address: address), lines: []))
            }
            parts[parts.count - 1].lines.append(line)
            if let end = line.firstIndex(of: ":") { parts[parts.count - 1].keys.insert(line[...end]) }
        }
        return parts
    }

    /// The document with security and error answers for each operation. An operation without a route, because the server is
    /// not configured for it, states its own security.
    func completed(for entries: [Routes.Entry]) -> String {
        let entries = Dictionary(entries.map { ($0.operation, $0) }) { first, _ in first }
        let lines = parts.flatMap { part in
            guard let operation = part.operation else { return part.lines }
            var lines = part.lines
            let security = entries[operation]?.security
            if let responses = lines.firstIndex(of: "      responses:") {
                let isPublic = (security ?? "") == "[{}]" || lines.contains("      security: [{}]")
                let errors = operation.sharedErrors(hasBody: part.has("      requestBody:"), isPublic: isPublic)
                    .filter { !part.has("        '\($0.status)':") }
                    .map { Substring("        '\($0.status)': {$ref: '#/components/responses/\($0.answer)'}") }
                lines.insert(contentsOf: errors, at: responses + 1)
            }
            if let security, !part.has("      security:") { lines.insert("      security: \(security)", at: 1) }
            return lines
        }
        return lines.joined(separator: "\n").replacing(
            "@@reasons@@", with: Reason.allCases.map(\.rawValue).joined(separator: ", ")) + "\n"
    }
}

extension Routes.Entry {
    var operation: APIDocument.Operation { APIDocument.Operation(method: method.rawValue.lowercased(), address: address) }

    /// The security requirement in OpenAPI; nil: the default, a signed-in browser or a key.
    fileprivate var security: Substring? {
        guard case .permission(let right) = permission else { return nil }
        if right.grantedTo.contains(.anonymous) { return "[{}]" }
        if right.grantedTo == [.provisioner] { return "[{key: []}]" }
        return right.grantedTo.contains(.display) ? "[{session: []}, {key: []}, {display: []}]" : nil
    }
}

extension APIDocument.Operation {
    /// The error answers that every such operation has: status, and name in `components/responses`.
    fileprivate func sharedErrors(hasBody: Bool, isPublic: Bool) -> [(status: String, answer: String)] {
        let isSCIM = address.hasPrefix(Address.scim)
        let prefix = isSCIM ? "SCIM" : ""
        var errors = [
            ("400", "BadRequest"), ("401", "Unauthorized"), ("403", "Forbidden"), ("414", "LongAddress"), ("429", "TooOften"),
            ("503", "Unavailable"),
        ]
        if hasBody { errors += [("413", "TooLarge"), ("415", "BadTypeOfBody")] }
        var answers = errors.map { (status: $0.0, answer: prefix + $0.1) }
        // Browsers without a session are redirected to the sign-in page.
        if method == "get", !isSCIM, !isPublic { answers.append(("303", "SeeOther")) }
        return answers
    }
}
