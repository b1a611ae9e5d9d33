/// What a Type 4 tag has selected: its NDEF application, and one of the application's files. NFC Forum Type 4 Tag 2.0, 5.4.
struct Type4Selection {
    static let containerFile: UInt16 = 0xE103
    static let messageFile: UInt16 = 0xE104
    private static let application: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]

    private(set) var isApplicationSelected = false
    private(set) var file: UInt16?

    /// Performs SELECT, by name or by the number of a file.
    mutating func select(_ command: [UInt8]) -> [UInt8] {
        guard command.count >= 5, command.count >= 5 + Int(command[4]) else { return StatusWord.wrongLength }
        let name = Array(command[5..<5 + Int(command[4])])
        switch (command[2], command[3]) {
        case (0x04, 0x00):
            isApplicationSelected = name == Self.application
            file = nil
            return isApplicationSelected ? StatusWord.success : StatusWord.notFound
        case (0x00, 0x0C) where isApplicationSelected && name.count == 2:
            let wanted = UInt16(name[0]) << 8 | UInt16(name[1])
            guard [Self.containerFile, Self.messageFile].contains(wanted) else { return StatusWord.notFound }
            file = wanted
            return StatusWord.success
        default: return StatusWord.notFound
        }
    }
}
