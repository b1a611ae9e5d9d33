package import Attendance
import Foundation

extension TimeZoneDatabase {
    /// The database of this system.
    package static func system() throws(TimeZoneError) -> TimeZoneDatabase {
        try TimeZoneDatabase { path in
            [UInt8](try Data(contentsOf: URL(filePath: folder).appending(path: path)))
        }
    }
}
