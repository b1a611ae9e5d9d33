import CQREncode

/// A QR code (ISO/IEC 18004) with level M, of which 15 % may be unreadable.
package struct QRCode: Sendable {
    /// Modules on a side, without the margin.
    package let size: Int
    /// Row by row; true is dark.
    private let modules: [Bool]

    /// Modules around it that stay light (ISO/IEC 18004, 6.3.8).
    static let margin = 4

    /// - Returns: nil for a text that no code holds: more than 2331 bytes.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(clamping: bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        // The lowest bit of each says which it is.
        modules = UnsafeBufferPointer(start: data, count: size * size).map { $0 & 1 == 1 }
    }

    func isDark(_ x: Int, _ y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
    }

    /// Modules on a side, with the margin: the side of the picture that ``path`` is of.
    var side: Int { size + 2 * Self.margin }

    /// The dark modules as the data of an SVG path, a run of each row together.
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

    /// A picture of its own.
    package var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" width="\(side * 8)" height="\(side * 8)" \
        shape-rendering="crispEdges"><rect width="\(side)" height="\(side)" fill="#fff"/><path d="\(path)" fill="#000"/></svg>

        """
    }

    /// Lines for a terminal, two rows of modules in each. Black on white, whatever the terminal's own colours are.
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
