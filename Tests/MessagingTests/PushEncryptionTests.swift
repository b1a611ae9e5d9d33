@testable import Messaging

import Crypto
import Testing

@Suite struct `Encryption of push messages` {
    @Test func `The example of RFC 8291, section 5 and appendix A, gives the published bytes`() throws {
        let subscription = try PushSubscription(
            endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
            publicKey: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            authentication: bytes("BTBZMqHH6r4Tts7J_aSIgg"))
        let message = try PushEncryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), for: subscription,
            key: P256.KeyAgreement.PrivateKey(rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            message
                == bytes(
                    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6"
                        + "PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"))
        #expect(message.count == 144)
    }

    @Test func `A subscription needs an https address, a point on the curve and 16 secret bytes`() throws {
        let point = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
        let (endpoint, secret) = ("https://push.example/x", [UInt8](repeating: 7, count: 16))
        _ = try PushSubscription(endpoint: endpoint, publicKey: point, authentication: secret)
        #expect(throws: PushSubscriptionError.malformedEndpoint) {
            try PushSubscription(endpoint: "http://push.example/x", publicKey: point, authentication: secret)
        }
        let noPoint: [UInt8] = [4] + [UInt8](repeating: 1, count: 64)
        let keys: [[UInt8]] = [[], Array(point.dropLast()), point + [0], noPoint]
        for key in keys {
            #expect(throws: PushSubscriptionError.malformedPublicKey) {
                try PushSubscription(endpoint: endpoint, publicKey: key, authentication: secret)
            }
        }
        let secrets: [[UInt8]] = [[], Array(secret.dropLast()), secret + [7]]
        for wrong in secrets {
            #expect(throws: PushSubscriptionError.malformedAuthentication) {
                try PushSubscription(endpoint: endpoint, publicKey: point, authentication: wrong)
            }
        }
    }
}
