import AttendanceStore
import FoundationEssentials

/// The elements, attributes and styles that an SVG may keep, because they only draw (SVG 2; CSS).
enum SVGVocabulary {
    static let elements: Set<String> = [
        "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
        "tspan", "title", "desc", "linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "marker",
        "image", "style",
    ]
    /// Elements whose text is kept.
    static let texts: Set<String> = ["text", "tspan", "title", "desc", "style"]
    /// Lowercase elements that could do more than draw. The uploader is told that they were removed.
    static let dangerous: Set<String> = [
        "script", "foreignobject", "iframe", "object", "embed", "animate", "set", "animatetransform", "animatemotion",
        "handler", "audio", "video", "a",
    ]

    private static let attributes: Set<String> = [
        "id", "class", "style", "transform", "viewBox", "preserveAspectRatio", "x", "y", "width", "height", "rx", "ry",
        "cx", "cy", "r", "fx", "fy", "x1", "y1", "x2", "y2", "dx", "dy", "d", "points", "pathLength", "offset", "rotate",
        "textLength", "lengthAdjust", "gradientUnits", "gradientTransform", "spreadMethod", "patternUnits",
        "patternContentUnits", "patternTransform", "clipPathUnits", "maskUnits", "maskContentUnits", "markerUnits",
        "markerWidth", "markerHeight", "refX", "refY", "orient", "href", "xlink:href", "xml:space", "version",
        // Presentation attributes (SVG 2, 6.6).
        "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap",
        "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "opacity", "color", "display",
        "visibility", "overflow", "clip-path", "clip-rule", "mask", "marker-start", "marker-mid", "marker-end",
        "stop-color", "stop-opacity", "font-family", "font-size", "font-style", "font-weight", "font-stretch",
        "font-variant", "letter-spacing", "word-spacing", "text-anchor", "text-decoration", "dominant-baseline",
        "alignment-baseline", "baseline-shift", "writing-mode", "paint-order", "vector-effect", "shape-rendering",
        "text-rendering", "image-rendering",
    ]

    enum Judgement: Equatable {
        case kept(String)
        case leftOut
        /// Left out, and reported to the uploader.
        case dangerous
    }

    static func judge(_ name: String, _ value: String, of element: String) -> Judgement {
        if name.lowercased().hasPrefix("on") { return .dangerous }
        guard attributes.contains(name) else { return .leftOut }
        switch name {
        case "href", "xlink:href":
            return isOwn(value) || element == "image" && picture(value) != nil ? .kept(value) : .dangerous
        default: return isHarmless(style: value) ? .kept(value) : .dangerous
        }
    }

    /// Whether a reference stays in the document. Its id must not be percent-encoded, because browsers would decode it.
    private static func isOwn(_ value: String) -> Bool {
        value.hasPrefix("#") && !value.contains { $0 == "%" || $0.isWhitespace }
    }

    /// The PNG or JPEG picture in a data address (RFC 2397); nil for anything else.
    static func picture(_ value: String) -> FloorPicture? {
        guard let kind = ["data:image/png;base64,", "data:image/jpeg;base64,"].first(where: value.hasPrefix) else { return nil }
        let text = value.dropFirst(kind.count).filter { !" \n\r\t".contains($0) }
        // The same limits as for an uploaded picture.
        guard let file = Data(base64Encoded: text).flatMap({ try? PictureFile(Array($0)) }) else { return nil }
        return file.picture.kind == .svg ? nil : file.picture
    }

    /// Whether declarations, or a value, load nothing and hide nothing: no at-rules, escapes or comments, and no functions that
    /// refer to other documents.
    static func isHarmless(style: String) -> Bool {
        // Fast path, also for paths with a million points.
        guard style.utf8.contains(where: { "@\\:(*".utf8.contains($0) }) else { return true }
        let style = style.lowercased()
        if style.contains("@") || style.contains("\\") || style.contains("/*") { return false }
        let words = ["script:", "expression(", "image(", "image-set(", "src(", "behavior", "-moz-binding"]
        if words.contains(where: style.contains) { return false }
        var rest = style[...]
        while let start = rest.firstRange(of: "url(") {
            rest = rest[start.upperBound...].drop { $0 == " " || $0 == "'" || $0 == "\"" }
            guard rest.hasPrefix("#") else { return false }
        }
        return true
    }
}
