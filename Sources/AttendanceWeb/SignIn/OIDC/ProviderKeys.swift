import FoundationEssentials
import JWTKit
import NIOCore

/// The keys that a provider publishes (RFC 7517, 5), and what they prove.
struct ProviderKeys: Sendable {
    private let keys: [JWK]

    /// Which type of key signs by which algorithm. No other is believed: not `none`, and none of those whose key both sides
    /// have, because the provider's public key could be used as one.
    private static let types: [String: JWK.KeyType] = [
        "RS256": .rsa, "RS384": .rsa, "RS512": .rsa, "PS256": .rsa, "PS384": .rsa, "PS512": .rsa, "ES256": .ecdsa,
        "ES384": .ecdsa, "EdDSA": .octetKeyPair,
    ]

    /// Keys of kinds that are not known, or that are for something else, are left out.
    /// - Throws: ``OIDCProblem/away(asked:why:)``.
    init(_ document: ByteBuffer) throws {
        guard let list = try? JSONDecoder().decode(Listed.self, from: Data(document.readableBytesView)) else {
            throw OIDCProblem.away(asked: "list of keys", why: "it is not JSON, or no list")
        }
        keys = list.keys.compactMap(\.signing)
    }

    private struct Listed: Decodable {
        let keys: [Entry]

        struct Entry: Decodable {
            let signing: JWK?

            private enum CodingKeys: String, CodingKey { case use }

            init(from decoder: any Decoder) throws {
                let use = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .use)
                signing = use == nil || use == "sig" ? try? JWK(from: decoder) : nil
            }
        }
    }

    /// What a token says, if one of these keys signed it.
    /// - Throws: ``OIDCProblem``; ``OIDCProblem/unknownKey(_:)`` where the provider may have a new key.
    func verify(_ token: String) async throws -> Claims {
        let header: JWTHeader
        do {
            header = try DefaultJWTParser().parse([UInt8](token.utf8), as: Claims.self).header
        } catch {
            throw OIDCProblem.malformedToken("it is no signed JWT")
        }
        guard let name = header.alg, let type = Self.types[name], let algorithm = JWK.Algorithm(rawValue: name) else {
            throw OIDCProblem.algorithm(OIDCProblem.shown(header.alg ?? "", limit: 20))
        }
        // A header that must be understood and is not makes the token mean something else (RFC 7515, 4.1.11).
        guard header.fields["crit"] == nil else { throw OIDCProblem.criticalHeader }
        var key = try self.key(header.kid, type, algorithm)
        key.algorithm = algorithm
        key.keyIdentifier = key.keyIdentifier ?? "unnamed"
        do {
            // One key and no other: a collection of several would take its first for a key that it does not know.
            return try await JWTKeyCollection().add(jwk: key).verify(token, as: Claims.self)
        } catch {
            throw OIDCProblem.badSignature
        }
    }

    private func key(_ name: String?, _ type: JWK.KeyType, _ algorithm: JWK.Algorithm) throws(OIDCProblem) -> JWK {
        let candidates = keys.filter { key in
            key.keyType == type && (key.algorithm == nil || key.algorithm == algorithm) && Self.isLongEnough(key)
                && (name == nil || key.keyIdentifier?.string == name)
        }
        // A token that does not name its key can only be of the one there is.
        guard let key = candidates.first, name != nil || candidates.count == 1 else {
            throw .unknownKey(name.map { OIDCProblem.shown($0) })
        }
        return key
    }

    /// RSA keys have 2048 bits or more (RFC 7518, 3.3).
    private static func isLongEnough(_ key: JWK) -> Bool {
        key.keyType != .rsa || (key.modulus?.utf8.count ?? 0) * 6 >= 2048
    }
}
