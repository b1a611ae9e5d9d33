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
    let wallVersion: WallVersion
    private let libraries: [Language: MustacheLibrary]

    /// - Parameters:
    ///   - folder: the folder `web/`.
    ///   - language: the language for browsers that accept none of the available languages.
    ///   - version: the program's version, for the footer.
    /// - Throws: ``WordsError``, also for a template with an unknown text; ``Address/UnknownAddress``.
    package init(folder: String, language: Language = .en, version: String) async throws {
        words = try Words(folder: folder + "/words", fallback: language)
        wallVersion = WallVersion(web: folder)
        let release = wallVersion.ofRelease
        let templates = try Self.templates(folder).map { name, text in
            let constant = text.replacing("@@version@@", with: version).replacing("@@release@@", with: release)
            return (name, try Address.filled(constant, file: name + Self.ending))
        }
        var libraries: [Language: MustacheLibrary] = [:]
        for language in Language.allCases {
            var library = MustacheLibrary()
            for (name, text) in templates {
                try library.register(words.filled(text, in: language, file: name + Self.ending), named: name)
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
        var values = fields(Mirror(reflecting: model))
        let viewer = (values["navigation"] as? [String: Any])?["person"] as? String
        values["done"] = StatusNotice.current?.sentences(for: viewer)
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

    /// What a template reads of a value: of a structure without a text of its own the fields; nil for nil.
    private static func value(_ value: Any) -> Any? {
        switch value {
        case is String, is Bool, is Int, is any MustacheParent: return value
        case let list as [Any]: return list.compactMap(Self.value)
        default:
            let mirror = Mirror(reflecting: value)
            return switch mirror.displayStyle {
            case .optional: mirror.children.first.flatMap { Self.value($0.value) }
            case .struct where !(value is any CustomStringConvertible): fields(mirror)
            default: value
            }
        }
    }

    /// The page that a form leads to, with the status of the problem if there is one.
    func render<Model: Page>(_ model: Model, problem: WebError?) throws -> Response {
        var response = try render(model, status: problem?.status ?? .ok)
        if let wait = problem?.retryAfter { response.headers[.retryAfter] = String(wait.components.seconds) }
        return response
    }

    struct MissingTemplate: Error { let name: String }
}
