import AttendanceStore
import FoundationEssentials

/// Which parts of an SVG (SVG 2; CSS for its styles) are left out because they could run a script, follow a link or load something
/// from elsewhere. Unknown parts only draw and are kept. A browser that opens a plan by itself is restricted by the response's
/// content security policy as well.
enum SVGRules {
    /// The elements whose text is kept.
    static let texts: Set<String> = ["text", "tspan", "textPath", "title", "desc", "style"]

    private static let dangerous: Set<String> = [
        "script", "foreignobject", "iframe", "object", "embed", "animate", "animatecolor", "set", "animatetransform",
        "animatemotion", "discard", "handler", "listener", "audio", "video", "a",
    ]

    enum Verdict: Equatable {
        case kept
        case leftOut
        /// Left out, and reported to the administrator.
        case dangerous
    }

    /// Checks an element. Elements of other vocabularies have a prefix.
    static func check(_ element: String) -> Verdict {
        dangerous.contains(element.lowercased()) ? .dangerous : element.contains(":") ? .leftOut : .kept
    }

    /// Checks an attribute. `xml:base` and the declarations of other vocabularies are left out.
    static func check(_ name: String, _ value: String, of element: String) -> Verdict {
        switch name {
        case "href", "xlink:href": isOwn(value) || element == "image" && picture(value) != nil ? .kept : .dangerous
        case _ where name.lowercased().hasPrefix("on"): .dangerous
        case "xmlns": .leftOut
        case _ where name.contains(":") && name != "xml:space": .leftOut
        default: isHarmless(style: value) ? .kept : .dangerous
        }
    }

    /// Whether a reference stays within the document, and says its id as it is: a browser would decode it.
    private static func isOwn(_ value: String) -> Bool {
        value.hasPrefix("#") && !value.contains { $0 == "%" || $0.isWhitespace }
    }

    /// The picture that an address holds in itself (RFC 2397), of a kind that can do nothing but be shown; nil where it is none.
    static func picture(_ value: String) -> FloorPicture? {
        guard let kind = ["data:image/png;base64,", "data:image/jpeg;base64,"].first(where: value.hasPrefix) else { return nil }
        let text = value.dropFirst(kind.count).filter { !" \n\r\t".contains($0) }
        // As large as a picture by itself may be, and no larger.
        guard let file = Data(base64Encoded: text).flatMap({ try? PictureFile(Array($0)) }) else { return nil }
        return file.picture.kind == .svg ? nil : file.picture
    }

    /// Whether declarations, or a value, fetch nothing and hide nothing: no rules that import, no escapes, no functions that
    /// lead elsewhere.
    static func isHarmless(style: String) -> Bool {
        // A path of a million points needs no closer look.
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
