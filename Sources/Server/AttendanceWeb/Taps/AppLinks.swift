import HTTPTypes
import Hummingbird
import WebServer

/// The company's apps that may open the tag's address: Universal Links (Apple) and App Links (Android).
package struct AppLinks: Sendable, Equatable {
    package struct Malformed: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// An Android app and the certificates that may sign it.
    struct AndroidApp: Sendable, Equatable {
        var package: String
        /// SHA-256, as `AB:CD:…`.
        var fingerprints: [String]
    }

    /// Team ID, dot, bundle ID.
    private(set) var appleIDs: [String] = []
    private(set) var androidApps: [AndroidApp] = []

    package init() {}

    /// - Parameters:
    ///   - apple: such as `ABCDE12345.com.example.desk`, separated by commas.
    ///   - android: such as `com.example.desk=14:6D:…`, separated by commas. An app with two certificates has two entries.
    package init(apple: String, android: String) throws(Malformed) {
        for id in Self.entries(apple) {
            let parts = id.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].count == 10, parts[0].allSatisfy({ Self.isAlphanumeric($0) && !$0.isLowercase }),
                !parts[1].isEmpty,
                parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ part in
                    !part.isEmpty && part.allSatisfy { Self.isAlphanumeric($0) || $0 == "-" }
                })
            else {
                throw Malformed(
                    description:
                        "'\(id)' is not an Apple app ID. Write a team ID of ten capital letters and digits, a dot and the "
                        + "bundle ID, such as ABCDE12345.com.example.desk.")
            }
            appleIDs.append(id)
        }
        for entry in Self.entries(android) {
            let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
            let octets = parts.last?.split(separator: ":", omittingEmptySubsequences: false) ?? []
            guard parts.count == 2, Self.isPackage(parts[0]), octets.count == 32,
                octets.allSatisfy({ $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
            else {
                throw Malformed(
                    description: "'\(entry)' is not an Android app. Write its package, an equals sign and the SHA-256 of its "
                        + "certificate as 32 pairs of hexadecimal digits, such as com.example.desk=14:6D:….")
            }
            let fingerprint = parts[1].uppercased()
            if let known = androidApps.firstIndex(where: { $0.package == parts[0] }) {
                androidApps[known].fingerprints.append(fingerprint)
            } else {
                androidApps.append(AndroidApp(package: parts[0], fingerprints: [fingerprint]))
            }
        }
    }

    private static func entries(_ list: String) -> [String] {
        list.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init)
    }

    private static func isPackage(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1
            && parts.allSatisfy { part in
                part.first.map { Self.isAlphanumeric($0) && $0.isLetter } == true
                    && part.allSatisfy { Self.isAlphanumeric($0) || $0 == "_" }
            }
    }

    private static func isAlphanumeric(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }
}

/// Tells phones which apps may open the tag's address. Phones request this without a sign-in and follow no redirects.
struct AppLinkRoutes {
    let links: AppLinks

    func apple(_ request: Request, _ context: WebContext) async throws -> Response {
        if links.appleIDs.isEmpty { throw WebError.notFound }
        return answer(AppleAssociation(appleIDs: links.appleIDs))
    }

    func android(_ request: Request, _ context: WebContext) async throws -> Response {
        if links.androidApps.isEmpty { throw WebError.notFound }
        return answer(links.androidApps.map(AssetLink.init))
    }

    private func answer(_ value: some Encodable) -> Response {
        var response = Response.json(value)
        response.headers[.cacheControl] = "public, max-age=3600"
        return response
    }
}

/// Apple: Supporting associated domains, "Add the associated domain file to your website".
private struct AppleAssociation: Encodable {
    struct Links: Encodable {
        let details: [Detail]
    }
    struct Detail: Encodable {
        let appIDs: [String]
        let components: [[String: String]]
    }

    let applinks: Links

    init(appleIDs: [String]) {
        applinks = Links(details: [Detail(appIDs: appleIDs, components: [["/": Address.tap]])])
    }
}

/// Digital Asset Links specification, 3. The app's manifest lists the addresses that it opens.
private struct AssetLink: SnakeCaseEncodable {
    struct Target: Encodable {
        let namespace = "android_app"
        let packageName: String
        let sha256CertFingerprints: [String]
    }

    let relation = ["delegate_permission/common.handle_all_urls"]
    let target: Target

    init(_ app: AppLinks.AndroidApp) { target = Target(packageName: app.package, sha256CertFingerprints: app.fingerprints) }
}
