import CQREncode

/// A QR code (ISO/IEC 18004) with error correction level M, which tolerates 15 % unreadable modules.
package struct QRCode: Sendable {
    /// The modules of a side, without the margin.
    package let size: Int
    /// Row by row; true for dark.
    private let modules: [Bool]

    /// The light modules around the code (ISO/IEC 18004, 6.3.8).
    static let margin = 4

    /// Nil for a text of more than 2331 bytes, which fits into no code, and for an empty text.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(clamping: bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        // The lowest bit of each byte is 1 for a dark module.
        modules = UnsafeBufferPointer(start: data, count: size * size).map { $0 & 1 == 1 }
    }

    func isDark(_ x: Int, _ y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
    }

    /// The modules of a side, with the margin: the size of the picture for ``path``.
    var side: Int { size + 2 * Self.margin }

    /// The dark modules as SVG path data. Adjacent modules of a row are one rectangle.
    var path: String {
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                let start = x
                while isDark(x, y) { x += 1 }
                if x > start { path += "M\(start + Self.margin) \(y + Self.margin)h\(x - start)v1h-\(x - start)z" }
                x += 1
            }
        }
        return path
    }

    /// A complete SVG document.
    package var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" width="\(side * 8)" height="\(side * 8)" \
        shape-rendering="crispEdges"><rect width="\(side)" height="\(side)" fill="#fff"/><path d="\(path)" fill="#000"/></svg>

        """
    }

    /// Lines for a terminal with two rows of modules each, black on white independent of the terminal's colors.
    package var lines: [String] {
        stride(from: -Self.margin, to: size + Self.margin, by: 2).map { y in
            let blocks = (-Self.margin..<size + Self.margin).map { x in
                switch (isDark(x, y), isDark(x, y + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m" + blocks.joined() + "\u{1B}[0m"
        }
    }
}
