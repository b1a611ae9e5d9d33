import Glibc

/// An encoder for Windows code page 932 that uses the C library's `iconv`.
final class CodePage932 {
    private let converter: iconv_t

    init() throws(ExportError) {
        // `iconv_open` returns the pointer -1 if it has no such converter.
        guard let converter = iconv_open("CP932", "UTF-8"), Int(bitPattern: converter) != -1 else {
            throw .notWritten("This system's C library has no converter for code page 932.")
        }
        self.converter = converter
    }

    deinit { iconv_close(converter) }

    /// `〓`, which stands for a character that cannot be printed.
    static let replacement: [UInt8] = [0x81, 0xAC]

    /// - Returns: nil if a character is not in the code page.
    func encode(_ text: String) -> [UInt8]? {
        // The library leaves out the tags U+E0000 to U+E007F, so that what follows would begin the cell. All characters with this
        // first byte are missing in the code page.
        guard !text.utf8.contains(0xF3) else { return nil }
        var input = text.utf8.map { CChar(bitPattern: $0) }
        // No character needs more bytes than in UTF-8.
        var output = [CChar](repeating: 0, count: input.count)
        var roomLeft = output.count
        let isWhole = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                var (from, to) = (source.baseAddress, target.baseAddress)
                var bytesLeft = source.count
                // Not 0: an error, or the number of characters that were replaced by similar ones.
                return iconv(converter, &from, &bytesLeft, &to, &roomLeft) == 0 && bytesLeft == 0
            }
        }
        guard isWhole else { return nil }
        return output.dropLast(roomLeft).map { UInt8(bitPattern: $0) }
    }
}
