import FoundationEssentials
import JSON
import JWTKit
import NIOCore

/// The provider's signing keys (RFC 7517, 5), and the verification of signatures.
struct JSONWebKeySet: Sendable {
    private let keys: [JWK]

    /// The accepted algorithms, each with its key type. `none` is not accepted. The symmetric algorithms are not accepted
    /// either, because the provider's public key could be used as the shared secret.
    private static let keyTypes: [String: JWK.KeyType] = [
        "RS256": .rsa, "RS384": .rsa, "RS512": .rsa, "PS256": .rsa, "PS384": .rsa, "PS512": .rsa, "ES256": .ecdsa,
        "ES384": .ecdsa, "EdDSA": .octetKeyPair,
    ]

    /// Keys of unknown types and keys for other uses are ignored.
    /// - Throws: ``OpenIDConnectError/malformedKeySet``.
    init(json: ByteBuffer) throws(OpenIDConnectError) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(json.readableBytesView)) else {
            throw .malformedKeySet
        }
        keys = document.keys.compactMap(\.signingKey)
    }

    private struct Document: Decodable {
        let keys: [Entry]

        struct Entry: Decodable {
            let signingKey: JWK?

            private enum CodingKeys: String, CodingKey { case use }

            init(from decoder: any Decoder) throws {
                let use = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .use)
                signingKey = use == nil || use == "sig" ? try? JWK(from: decoder) : nil
            }
        }
    }

    /// The claims of a token that one of these keys signed. They are read after the signature is verified.
    /// - Throws: ``OpenIDConnectError``; ``OpenIDConnectError/unknownKey(_:)`` if the provider may have added a key.
    func verify(_ token: String) async throws -> Claims {
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Data(base64URL: parts[0]).flatMap({ try? JSONValue(parsing: $0) })?.object,
            let content = Data(base64URL: parts[1]), let signature = Data(base64URL: parts[2])
        else { throw OpenIDConnectError.malformedToken }
        let name = header["alg"]?.string ?? ""
        guard let type = Self.keyTypes[name], let algorithm = JWK.Algorithm(rawValue: name) else {
            throw OpenIDConnectError.algorithmNotAllowed(name)
        }
        // A critical header parameter that is not understood changes the meaning of the token (RFC 7515, 4.1.11).
        guard header["crit"] == nil else { throw OpenIDConnectError.criticalHeader }
        var key = try self.key(header["kid"]?.string, type, algorithm)
        key.algorithm = algorithm
        key.keyIdentifier = key.keyIdentifier ?? "unnamed"
        let signed = Data(token.utf8[..<parts[1].endIndex])
        guard let signer = try? await JWTKeyCollection().add(jwk: key).getKey(for: key.keyIdentifier, alg: name),
            (try? signer.verify(signature, signs: signed)) == true
        else { throw OpenIDConnectError.invalidSignature }
        guard let claims = Claims(json: content) else { throw OpenIDConnectError.malformedToken }
        return claims
    }

    private func key(
        _ identifier: String?, _ type: JWK.KeyType, _ algorithm: JWK.Algorithm
    ) throws(OpenIDConnectError) -> JWK {
        let candidates = keys.filter { key in
            key.keyType == type && (key.algorithm == nil || key.algorithm == algorithm) && Self.isLongEnough(key)
                && (identifier == nil || key.keyIdentifier?.string == identifier)
        }
        // A token without a key identifier is accepted only if exactly one key fits (OpenID Connect Core 1.0, 10.1).
        guard let key = candidates.first, identifier != nil || candidates.count == 1 else { throw .unknownKey(identifier) }
        return key
    }

    /// RSA keys need at least 2048 bits (RFC 7518, 3.3).
    private static func isLongEnough(_ key: JWK) -> Bool {
        key.keyType != .rsa || (key.modulus?.utf8.count ?? 0) * 6 >= 2048
    }
}
