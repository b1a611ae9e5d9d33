import FoundationEssentials

extension Data {
    /// Decodes base64url without padding (RFC 7515, 2); nil for other text.
    init?(base64URL text: some Collection<UInt8>) {
        var base64 = Data(
            text.map { byte in
                switch byte {
                case UInt8(ascii: "-"): UInt8(ascii: "+")
                case UInt8(ascii: "_"): UInt8(ascii: "/")
                default: byte
                }
            })
        base64.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - base64.count % 4) % 4))
        self.init(base64Encoded: base64)
    }
}
