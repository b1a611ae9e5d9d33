import Testing
import VirtualReader

@testable import SecureMessaging

@Suite struct `AES key` {
    /// RFC 4493, chapter 4.
    @Test(arguments: [
        ("", "BB1D6929E95937287FA37D129B756746"),
        ("6BC1BEE22E409F96E93D7E117393172A", "070A16B46B4D4144F79BDD9DD04A287C"),
        (
            "6BC1BEE22E409F96E93D7E117393172AAE2D8A571E03AC9C9EB76FAC45AF8E5130C81C46A35CE411",
            "DFA66747DE9AE63030CA32611497C827"
        ),
    ])
    func `The CMAC is that of RFC 4493`(message: String, code: String) throws {
        let key = try #require(AESKey(hex("2B7E151628AED2A6ABF7158809CF4F3C")))
        #expect(key.cmac(hex(message)) == hex(code))
    }

    /// AN10922, 2.2.1: master key, UID, application and system identifier. The others were computed with OpenSSL.
    @Test(arguments: [
        ("04782E21801D80 3042F5 4E585020416275", "A8DD63A3B89D54B37CA802473FDA9175"),
        ("04782E21801D80", "4FD3364753B8142980E8203C75AD83BE"),
        ("04782E21801D803042F54E5850204162", "A5B0087B3A5D8B75C42CE59AA7BC9E6B"),
        ("000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E", "21C28CD89BB3147F66C7DBD4851CAB20"),
    ])
    func `A key is diversified over two blocks whatever the length of the input`(input: String, diversified: String) throws {
        let master = try #require(AESKey(hex("00112233445566778899AABBCCDDEEFF")))
        #expect(master.diversified(by: hex(input)).bytes == hex(diversified))
    }

    @Test func `A key has 16 bytes and hides them from texts`() {
        #expect(AESKey(hex("00112233445566778899AABBCCDDEE")) == nil)
        #expect(AESKey(hex("00112233445566778899AABBCCDDEEFF00")) == nil)
        #expect("\(AESKey.factory)" == "an AES key (hidden)")
    }
}
