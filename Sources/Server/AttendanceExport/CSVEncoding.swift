/// The encoding of a CSV file.
package enum CSVEncoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    /// With a byte order mark: without it, Excel reads UTF-8 as the system's legacy encoding.
    case utf8WithMark = "utf-8-bom"
    /// Windows code page 932, for Japanese payroll programs. A character outside it is an error, or replaced if the request says so.
    case cp932

    package var charset: String { self == .cp932 ? "windows-31j" : "utf-8" }
    var byteOrderMark: [UInt8] { self == .utf8WithMark ? [0xEF, 0xBB, 0xBF] : [] }
}
