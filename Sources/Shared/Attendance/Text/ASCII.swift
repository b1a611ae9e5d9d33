extension UInt8 {
    var isASCIIDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }

    var isASCIILetter: Bool {
        let lowerCase = self | 0x20
        return UInt8(ascii: "a") <= lowerCase && lowerCase <= UInt8(ascii: "z")
    }
}
