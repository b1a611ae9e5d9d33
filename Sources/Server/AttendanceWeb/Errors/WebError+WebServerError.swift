import Hummingbird
import Localization
import NIOCore
import WebServer

extension WebError {
    /// The localized error for a request that the HTTP module rejects.
    init(_ error: WebServerError) {
        switch error {
        case .pathTooLong: self.init(.uriTooLong, localized("error.addressTooLong"), reason: .tooLong)
        case .compressedBody:
            self.init(.unsupportedMediaType, localized("error.compressedBody"), reason: .compressedBody)
        case .unsupportedBodyType(let supported):
            let names = supported.map(\.rawValue).joined(separator: ", ")
            self.init(.unsupportedMediaType, localized("error.bodyType", ["types": names]), reason: .badTypeOfBody)
        case .crossSite: self.init(.forbidden, localized("error.crossSite"), reason: .crossSite)
        case .methodNotAllowed(let allowed):
            let names = allowed.map(\.rawValue).sorted().joined(separator: ", ")
            self.init(.methodNotAllowed, localized("error.methodNotAllowed", ["methods": names]), allow: names)
        case .bodyTooLong: self.init(.contentTooLarge, localized("error.tooMuch"), reason: .tooManyBytes)
        case .bodyIncomplete: self = .badRequest(localized("error.brokenBody"), reason: .badBody)
        case .notAnObject: self = .noObject
        case .nestedTooDeeply(let limit):
            self = .badRequest(localized("error.deepJSON", ["most": "\(limit)"]), reason: .badJSON)
        case .nullCharacter: self = .badRequest(localized("error.nullCharacter"), reason: .badText)
        case .combiningMarks: self = .badRequest(localized("error.combiningMarks"), reason: .badText)
        case .queryTooLong: self = .badRequest(localized("error.addressTooLong"))
        case .undecodableParameter: self = .badRequest(localized("error.unreadableParameter"))
        case .parameterTooLong(let name, let limit):
            self = .badRequest(
                localized("error.longParameter", ["name": String(name.prefix(40)), "most": "\(limit)"]))
        case .repeatedParameter(let name):
            self = .badRequest(localized("error.repeatedParameter", ["name": String(name.prefix(40))]))
        }
    }
}

extension Request {
    /// The whole body.
    /// - Parameter tooMuch: the error for a body longer than `limit` bytes.
    func body(upTo limit: Int, tooMuch: @autoclosure () -> WebError) async throws(WebError) -> ByteBuffer {
        do throws(WebServerError) {
            return try await body(upTo: limit)
        } catch {
            throw error == .bodyTooLong ? tooMuch() : WebError(error)
        }
    }
}
