import Foundation

extension TimeZoneDatabase {
    /// The database of this system, as it is now: what was read of it before stays as it was.
    package static func system() throws(TimeZoneError) -> TimeZoneDatabase {
        try TimeZoneDatabase { path in
            let file = try FileHandle(forReadingFrom: URL(filePath: folder).appending(path: path))
            defer { try? file.close() }
            // Compiled zones are far smaller, and of the list of all zones only the first line is wanted.
            return [UInt8](try file.read(upToCount: 64 * 1024) ?? Data())
        }
    }
}
