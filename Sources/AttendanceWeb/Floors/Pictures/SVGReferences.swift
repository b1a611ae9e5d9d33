/// Counts what an SVG draws by reference: with `use`, and with `url(#…)` as a paint, mask, marker or clip path. Nested
/// references multiply: ten levels of ten are ten billion drawings. In doubt, the count is too high.
struct SVGReferences {
    /// The maximum number of elements drawn by reference. Browsers draw that many in about a second.
    private static let most = 250_000
    /// The maximum depth of ids nested by position or by reference.
    private static let deepest = 200

    private struct Reference {
        /// A lowercase id: ids that differ only by case count as one.
        let target: String
        /// Whether child elements inherit it (CSS Cascade 4, 7.2).
        let isInherited: Bool
    }

    /// The properties of an element that matter for its children.
    private struct Marks {
        var references: [Reference] = []
        /// The selectors by which a style sheet can give it references: its name, id and classes.
        var selectors: [String] = []
    }

    /// The elements of one id, or those without an id.
    private struct Node {
        /// The number of elements inside it that belong to no other id.
        var elements = 0
        var parts: Set<String> = []
        /// How often its elements use each reference.
        var references: [String: Int] = [:]
        /// The number of its elements that match a selector, and of those that match it or are inside a match.
        var matching: [String: Int] = [:]
        var within: [String: Int] = [:]
        /// Copies made by `use`: the target, and the paints and selectors that its elements inherit.
        var copies: [(target: String, paints: [String], selectors: [String])] = []
    }

    private static let root = ""
    private var nodes = [root: Node()]
    private var open: [(owner: String, marks: Marks)] = []
    /// References by selector; "*" is for all elements.
    private var styles: [String: [Reference]] = [:]

    mutating func begin(_ name: String, _ attributes: [String: String]) {
        var marks = Marks()
        for (attribute, value) in attributes {
            marks.references += attribute == "style" ? Self.references(in: value) : Self.references(attribute, value)
        }
        let classes = attributes["class"]?.split(whereSeparator: \.isWhitespace).map { ".\($0)" } ?? []
        marks.selectors = ["*", name] + classes + (attributes["id"].map { ["#\($0)"] } ?? [])
        let parent = open.last?.owner ?? Self.root
        let owner = attributes["id"]?.lowercased() ?? parent
        if owner != parent { nodes[parent]?.parts.insert(owner) }
        var node = nodes[owner] ?? Node()
        node.elements += 1
        let inherited = open.flatMap { $0.marks.references.filter(\.isInherited) }
        for reference in marks.references + inherited { node.references[reference.target, default: 0] += 1 }
        for selector in marks.selectors { node.matching[selector, default: 0] += 1 }
        let selectors = Set(open.flatMap(\.marks.selectors) + marks.selectors)
        for selector in selectors { node.within[selector, default: 0] += 1 }
        let address = attributes["href"] ?? attributes["xlink:href"] ?? ""
        if address.hasPrefix("#") {
            let target = address.dropFirst().lowercased()
            node.references[target, default: 0] += 1
            let paints = (inherited + marks.references.filter(\.isInherited)).map(\.target)
            if name == "use" { node.copies.append((target, paints, Array(selectors))) }
        }
        nodes[owner] = node
        open.append((owner, marks))
    }

    mutating func end() { _ = open.popLast() }

    /// Adds the rules of a style sheet.
    mutating func add(style: String) {
        for rule in style.split(separator: "}") {
            let parts = rule.split(separator: "{", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let references = Self.references(in: String(parts[1]))
            if references.isEmpty { continue }
            for selector in parts[0].split(separator: ",") { styles[Self.key(selector), default: []] += references }
        }
    }

    /// A class, id or name of the elements that a selector matches; "*" if it has none.
    private static func key(_ selector: Substring) -> String {
        let last = selector.split { " \n\r\t>+~".contains($0) }.last ?? ""
        func word(_ text: Substring) -> Substring { text.prefix { !".#:[*".contains($0) } }
        for mark in [Character("."), "#"] {
            if let start = last.firstIndex(of: mark) { return "\(mark)\(word(last[last.index(after: start)...]))" }
        }
        return word(last).isEmpty ? "*" : String(word(last))
    }

    /// Whether the number of elements drawn by reference is within the limit.
    var areFew: Bool {
        var known: [String: Int?] = [:]
        guard let all = drawn(Self.root, 0, &known) else { return false }
        return all - nodes.values.reduce(0) { $0 + $1.elements } <= Self.most
    }

    /// The number of elements that an id draws; nil if it draws itself, or too many.
    private func drawn(_ id: String, _ depth: Int, _ known: inout [String: Int?]) -> Int? {
        if let count = known[id] { return count }
        guard let node = nodes[id] else { return 0 }
        guard depth < Self.deepest else { return nil }
        // Marks the id as being counted, so that a cycle is detected.
        known[id] = .some(nil)
        var count = node.elements
        for part in node.parts {
            guard let own = drawn(part, depth + 1, &known) else { return nil }
            count += own
        }
        var times = node.references
        for (selector, references) in styles {
            for reference in references {
                let count = (reference.isInherited ? node.within : node.matching)[selector] ?? 0
                if count > 0 { times[reference.target, default: 0] += count }
            }
        }
        for copy in node.copies {
            let styled = copy.selectors.flatMap { styles[$0] ?? [] }.filter(\.isInherited).map(\.target)
            guard let elements = drawn(copy.target, depth + 1, &known) else { return nil }
            for paint in copy.paints + styled { times[paint, default: 0] += elements }
        }
        for (target, number) in times {
            guard let own = drawn(target, depth + 1, &known), own <= Self.most / number else { return nil }
            count += own * number
        }
        known[id] = .some(count)
        return count
    }

    private static func references(in declarations: String) -> [Reference] {
        guard declarations.utf8.contains(UInt8(ascii: "#")) else { return [] }
        return declarations.split(separator: ";").flatMap { declaration in
            let parts = declaration.split(separator: ":", maxSplits: 1)
            return parts.count == 2 ? references(parts[0].filter { !$0.isWhitespace }, String(parts[1])) : []
        }
    }

    private static func references(_ property: String, _ value: String) -> [Reference] {
        guard value.utf8.contains(UInt8(ascii: "#")) else { return [] }
        let property = property.lowercased()
        let isInherited = property == "fill" || property == "stroke" || property.hasPrefix("marker")
        var (found, rest) = ([Reference](), value.lowercased()[...])
        while let start = rest.firstRange(of: "url(") {
            rest = rest[start.upperBound...].drop { $0 == " " || $0 == "'" || $0 == "\"" }
            found.append(Reference(target: String(rest.dropFirst().prefix { !")'\" ".contains($0) }), isInherited: isInherited))
        }
        return found
    }
}
