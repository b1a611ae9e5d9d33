extension ISO15693Command {
    /// The data of a response frame, without its flags.
    /// - Throws: `ISO15693Error` if the flags report an error (7.4.1) or the length does not match this command.
    package func data(of answer: [UInt8]) throws(ISO15693Error) -> [UInt8] {
        guard let flags = answer.first else { throw .malformedAnswer }
        guard flags & 0x01 == 0 else {
            guard answer.count >= 2 else { throw .malformedAnswer }
            throw ISO15693Error(code: answer[1])
        }
        let data = Array(answer.dropFirst())
        let isWellFormed =
            switch self {
            case .readSingleBlock: (1...33).contains(data.count)
            case .readMultipleBlocks(_, let count): !data.isEmpty && data.count.isMultiple(of: count)
            case .getMultipleBlockSecurityStatus(_, let count): data.count == count
            case .writeSingleBlock, .writeMultipleBlocks, .lockBlock: data.isEmpty
            case .getSystemInformation, .extendedGetSystemInformation: data.count >= 9
            }
        guard isWellFormed else { throw .malformedAnswer }
        return data
    }

    /// The blocks of a response to a read command with the option flag: each block is preceded by a security status byte.
    /// - Throws: `ISO15693Error` like `data(of:)`.
    package func securedBlocks(of answer: [UInt8]) throws(ISO15693Error) -> [(isLocked: Bool, bytes: [UInt8])] {
        let count: Int
        switch self {
        case .readSingleBlock: count = 1
        case .readMultipleBlocks(_, let blocks): count = blocks
        default: throw .malformedAnswer
        }
        let data = try data(of: answer)
        let size = data.count / count
        guard size > 1, data.count == size * count else { throw .malformedAnswer }
        return (0..<count).map { block in
            (isLocked: data[block * size] & 0x01 != 0, bytes: Array(data[(block * size + 1)..<((block + 1) * size)]))
        }
    }
}
