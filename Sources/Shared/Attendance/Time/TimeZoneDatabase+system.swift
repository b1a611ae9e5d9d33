import Foundation

extension TimeZoneDatabase {
    /// The database of this system in its present version. Rules that were read before do not change.
    package static func system() throws(TimeZoneError) -> TimeZoneDatabase {
        try TimeZoneDatabase { path in
            let file = try FileHandle(forReadingFrom: URL(filePath: folder).appending(path: path))
            defer { try? file.close() }
            // The largest file, `tzdata.zi`, has about 110 KiB.
            return [UInt8](try file.read(upToCount: 512 * 1024) ?? Data())
        }
    }
}
