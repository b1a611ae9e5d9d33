@testable import Messaging

import Crypto
import Foundation
import Testing

@Suite struct `The key for push services` {
    @Test func `Servers with one secret have one key, which is a point on the curve`() throws {
        let first = PushKey(seed: [UInt8](repeating: 1, count: 32))
        #expect(first.publicKey == PushKey(seed: [UInt8](repeating: 1, count: 32)).publicKey)
        #expect(first.publicKey != PushKey(seed: [UInt8](repeating: 2, count: 32)).publicKey)
        let point = bytes(first.publicKey)
        #expect(point.count == 65 && point.first == 4 && first.publicKey.count == 87)
        _ = try P256.Signing.PublicKey(x963Representation: point)
    }

    @Test func `A request names its service, its end and the contact, signed with the key`() throws {
        struct Claims: Decodable {
            let aud, sub: String
            let exp: Int64
        }
        let key = PushKey(seed: [UInt8](repeating: 1, count: 32))
        let value = try key.authorization(
            for: "https://push.example", contact: "mailto:desk@office.example", at: 1_795_780_800)
        let parts = value.split(separator: ", ").map(String.init)
        #expect(parts.count == 2 && parts.last == "k=\(key.publicKey)")
        let first = try #require(parts.first)
        #expect(first.hasPrefix("vapid t="))
        let token = first.dropFirst("vapid t=".count).split(separator: ".").map(String.init)
        try #require(token.count == 3)
        #expect(String(decoding: bytes(token[0]), as: UTF8.self) == #"{"typ":"JWT","alg":"ES256"}"#)
        let claims = try JSONDecoder().decode(Claims.self, from: Data(bytes(token[1])))
        #expect(claims.aud == "https://push.example" && claims.sub == "mailto:desk@office.example")
        #expect(claims.exp == 1_795_780_800 + 12 * 3600)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes(token[2]))
        let point = try P256.Signing.PublicKey(x963Representation: bytes(key.publicKey))
        #expect(point.isValidSignature(signature, for: Array("\(token[0]).\(token[1])".utf8)))
    }
}
