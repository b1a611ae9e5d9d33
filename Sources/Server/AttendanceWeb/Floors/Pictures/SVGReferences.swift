/// Counts what an SVG draws by reference: with `use`, and with `url(#…)` as a paint, mask, marker or clip path. Nested
/// references multiply: ten levels of ten are ten billion drawings. In doubt, the count is too high.
struct SVGReferences {
    /// The maximum number of elements drawn by reference. Browsers draw that many in about a second.
    private static let most = 250_000
    /// The maximum depth of ids nested by position or by reference.
    private static let deepest = 200
    /// The maximum number of references and selectors that are counted: those of each element, with those of the elements around
    /// it, and those that style sheets give. Plans of half a million elements have fewer.
    private static let mostCounted = 10_000_000

    private struct Reference {
        /// A lowercase id: ids that differ only by case count as one.
        let target: String
        /// Whether child elements inherit it (CSS Cascade 4, 7.2).
        let isInherited: Bool
    }

    /// What the children of an open element inherit from it and the elements around it.
    private struct Marks {
        /// The id of the element, or of the next element around it that has one.
        var owner = root
        var references: [Reference] = []
        /// The selectors by which a style sheet can give references: names, ids and classes.
        var selectors: Set<String> = []
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
        /// Copies made by `use`: the target, and what its elements inherit.
        var copies: [(target: String, marks: Marks)] = []
    }

    private static let root = ""
    private var nodes = [root: Node()]
    private var open: [Marks] = []
    /// References by selector; "*" is for all elements.
    private var styles: [String: [Reference]] = [:]

    private var counted = 0

    /// Whether there are too many references or selectors. The rest is then ignored.
    var areTooMany: Bool { counted > Self.mostCounted }

    mutating func begin(_ name: String, _ attributes: [String: String]) {
        var own: [Reference] = []
        for (attribute, value) in attributes {
            own += attribute == "style" ? Self.references(in: value) : Self.references(attribute, value)
        }
        let classes = attributes["class"]?.split(whereSeparator: \.isWhitespace).map { ".\($0)" } ?? []
        let matching = Set(["*", name] + classes + (attributes["id"].map { ["#\($0)"] } ?? []))
        let parent = open.last ?? Marks()
        let references = own + parent.references
        let marks = Marks(
            owner: attributes["id"]?.lowercased() ?? parent.owner, references: references.filter(\.isInherited),
            selectors: parent.selectors.union(matching))
        counted += references.count + marks.selectors.count
        if areTooMany { return }
        if marks.owner != parent.owner { nodes[parent.owner]?.parts.insert(marks.owner) }
        // Taken out, so that changing it copies nothing.
        var node = nodes.removeValue(forKey: marks.owner) ?? Node()
        node.elements += 1
        for reference in references { node.references[reference.target, default: 0] += 1 }
        for selector in matching { node.matching[selector, default: 0] += 1 }
        for selector in marks.selectors { node.within[selector, default: 0] += 1 }
        let address = attributes["href"] ?? attributes["xlink:href"] ?? ""
        if address.hasPrefix("#") {
            let target = address.dropFirst().lowercased()
            node.references[target, default: 0] += 1
            if name == "use" { node.copies.append((target, marks)) }
        }
        nodes[marks.owner] = node
        open.append(marks)
    }

    mutating func end() { _ = open.popLast() }

    /// Adds the rules of a style sheet.
    mutating func add(style: String) {
        for rule in style.split(separator: "}") {
            let parts = rule.split(separator: "{", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let references = Self.references(in: String(parts[1]))
            if references.isEmpty { continue }
            for selector in parts[0].split(separator: ",") {
                counted += references.count
                if areTooMany { return }
                styles[Self.key(selector), default: []] += references
            }
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
        mutating get {
            var known: [String: Int?] = [:]
            guard !areTooMany, let all = drawn(Self.root, 0, &known) else { return false }
            return all - nodes.values.reduce(0) { $0 + $1.elements } <= Self.most
        }
    }

    /// The targets of the references that style sheets give by a selector.
    private mutating func styled(_ selector: String, isInherited: Bool) -> [String] {
        guard let references = styles[selector] else { return [] }
        counted += references.count
        return areTooMany ? [] : references.filter { $0.isInherited == isInherited }.map(\.target)
    }

    /// The number of elements that an id draws; nil if it draws itself, or too many.
    private mutating func drawn(_ id: String, _ depth: Int, _ known: inout [String: Int?]) -> Int? {
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
        for (selector, count) in node.within {
            for target in styled(selector, isInherited: true) { times[target, default: 0] += count }
        }
        for (selector, count) in node.matching {
            for target in styled(selector, isInherited: false) { times[target, default: 0] += count }
        }
        for copy in node.copies {
            guard let elements = drawn(copy.target, depth + 1, &known) else { return nil }
            let paints = copy.marks.references.map(\.target) + copy.marks.selectors.flatMap { styled($0, isInherited: true) }
            for paint in paints { times[paint, default: 0] += elements }
        }
        if areTooMany { return nil }
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
