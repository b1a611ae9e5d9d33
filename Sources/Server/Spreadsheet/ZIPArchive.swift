import CZip

/// The files in a ZIP archive in memory.
struct ZIPArchive: ~Copyable {
    private let archive: OpaquePointer
    /// The number of bytes that may still be unpacked.
    private var rest: Int

    private static let chunk = 1 << 16

    /// Calls `body` with the archive, whose bytes must stay valid.
    /// - Parameter largest: the maximum size in bytes of all unpacked files.
    /// - Throws: ``WorkbookError/broken``, or the error of `body`.
    static func with<Value>(
        _ bytes: [UInt8], largest: Int, _ body: (inout ZIPArchive) throws(WorkbookError) -> Value
    ) throws(WorkbookError) -> Value {
        // A typed error does not pass the closure.
        let result = bytes.withUnsafeBytes { (buffer) -> Result<Value, WorkbookError> in
            guard let source = zip_source_buffer_create(buffer.baseAddress, zip_uint64_t(buffer.count), 0, nil) else {
                return .failure(.broken)
            }
            guard let archive = zip_open_from_source(source, ZIP_RDONLY, nil) else {
                zip_source_free(source)
                return .failure(.broken)
            }
            var files = ZIPArchive(archive: archive, rest: largest)
            return Result { () throws(WorkbookError) in try body(&files) }
        }
        return try result.get()
    }

    private init(archive: OpaquePointer, rest: Int) {
        self.archive = archive
        self.rest = rest
    }

    deinit { zip_discard(archive) }

    /// Reads a file in pieces.
    /// - Returns: false if there is no such file.
    /// - Throws: ``WorkbookError/broken``, ``WorkbookError/tooLarge``, or the error of `piece`.
    mutating func read(
        _ name: String, _ piece: (UnsafeRawBufferPointer) throws(WorkbookError) -> Void
    ) throws(WorkbookError) -> Bool {
        let index = zip_name_locate(archive, name, zip_flags_t(ZIP_FL_NOCASE))
        guard index >= 0 else { return false }
        guard let file = zip_fopen_index(archive, zip_uint64_t(index), 0) else { throw .broken }
        defer { zip_fclose(file) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = Int(zip_fread(file, buffer.baseAddress, zip_uint64_t(buffer.count)))
            guard count >= 0 else { throw .broken }
            if count == 0 { return true }
            rest -= count
            guard rest >= 0 else { throw .tooLarge }
            try piece(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
