import Attendance
import Foundation
import HTTPTypes
import Hummingbird
package import Localization
import Mustache
import NIOCore

/// The content of a page as a value. The template named by ``template`` only arranges it.
protocol Page: Sendable {
    static var template: String { get }
}

/// The templates of `web/pages` and `web/partials` in each language.
package struct Pages: Sendable {
    let words: Words
    /// The version of `web` in the addresses of walls and of the worker for offline taps.
    let version: WebVersion
    private let libraries: [Language: MustacheLibrary]

    /// - Parameters:
    ///   - folder: the folder `web/`.
    ///   - language: the language for browsers that accept none of the available languages.
    ///   - version: the program's version, for the footer.
    /// - Throws: ``WordsError``, also for a template with an unknown text; ``Address/UnknownAddress``.
    package init(folder: String, language: Language = .en, version: String) async throws {
        words = try Words(folder: folder + "/words", fallback: language)
        self.version = WebVersion(web: folder)
        var constants = FieldLength.named.mapValues(String.init)
        constants.merge(FieldLength.days) { $1 }
        (constants["version"], constants["release"]) = (version, self.version.text)
        let templates = try Self.templates(folder).map { name, text in
            (name, try Address.filled(text, or: constants, file: name + Self.ending))
        }
        var libraries: [Language: MustacheLibrary] = [:]
        for language in Language.allCases {
            var library = MustacheLibrary()
            for (name, text) in templates {
                let filled = try words.filled(text, in: language, file: name + Self.ending)
                try library.register(Self.withoutEscaping(filled), named: name)
            }
            libraries[language] = library
        }
        self.libraries = libraries
    }

    private static let ending = ".mustache"

    /// The texts of all templates by name. The name of a page is its path, such as `pages/HR/team`; the name of a partial is
    /// its file name only, because a template that others inherit cannot have a slash in its name.
    private static func templates(_ folder: String) throws -> [String: String] {
        var templates: [String: String] = [:]
        for (kind, prefix) in [("pages", "pages/"), ("partials", "")] {
            for file in try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/\(kind)") where file.hasSuffix(ending) {
                templates[prefix + file.dropLast(ending.count)] = try String(
                    contentsOfFile: "\(folder)/\(kind)/\(file)", encoding: .utf8)
            }
        }
        return templates
    }

    /// The template with `{{{name}}}` for `{{name}}`, because ``value(_:)`` escapes the texts: the library's escaping goes over
    /// `Character`, so that a quotation mark with a combining mark would end an attribute.
    private static func withoutEscaping(_ template: String) -> String {
        template.replacing(/{{(?<name>[A-Za-z0-9.]+)}}|{{{[A-Za-z0-9.]+}}}/) { tag in
            tag.name.map { "{{{\($0)}}}" } ?? String(tag.0)
        }
    }

    /// The page in the language of the current request.
    func render<Model: Page>(_ model: Model, status: HTTPResponse.Status = .ok) throws -> Response {
        let language = Catalogue.current.language
        guard let html = libraries[language]?.render(Self.values(of: model), withTemplate: Model.template) else {
            throw MissingTemplate(name: Model.template)
        }
        return Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .contentLanguage: language.rawValue, .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    private static func values(of model: some Page) -> [String: Any] {
        let mirror = Mirror(reflecting: model)
        var values = fields(mirror)
        // The name as it is, because the sentence is escaped.
        let viewer = (mirror.descendant("navigation") as? Navigation)?.person
        if StatusNotice.current?.message.isRefusal == true { values["isNotDone"] = true }
        values["done"] = StatusNotice.current?.sentences(for: viewer).map(Escapes.html.escape)
        return values
    }

    /// A structure's values by name; those that are nil are left out. Without the dictionary, a template would search all fields
    /// by reflection for each name in it.
    private static func fields(_ structure: Mirror) -> [String: Any] {
        var fields: [String: Any] = [:]
        for (name, value) in structure.children {
            if let name { fields[name] = Self.value(value) }
        }
        return fields
    }

    /// What a template reads of a value: texts as HTML, of a structure without a text of its own the fields; nil for nil.
    private static func value(_ value: Any) -> Any? {
        switch value {
        case let text as String: return Escapes.html.escape(text)
        case is Bool, is Int, is Int64: return value
        case let json as ScriptJSON: return json.text
        case let html as SafeHTML: return html.text
        case let parent as any MustacheParent: return EscapedParent(parent: parent)
        case let list as [Any]: return list.compactMap(Self.value)
        default:
            let mirror = Mirror(reflecting: value)
            return switch mirror.displayStyle {
            case .optional: mirror.children.first.flatMap { Self.value($0.value) }
            case .struct where !(value is any CustomStringConvertible): fields(mirror)
            default: Escapes.html.escape(String(describing: value))
            }
        }
    }

    /// The page that a form leads to, with the status of the problem if there is one.
    func render<Model: Page>(_ model: Model, problem: WebError?) throws -> Response {
        var response = try render(model, status: problem?.status ?? .ok)
        if let wait = problem?.retryAfter { response.headers[.retryAfter] = String(wait.components.seconds) }
        return response
    }

    /// Escapes what a value reads for templates by itself.
    private struct EscapedParent: MustacheParent {
        let parent: any MustacheParent

        func child(named name: String) -> Any? { parent.child(named: name).flatMap(Pages.value) }
    }

    struct MissingTemplate: Error { let name: String }
}
