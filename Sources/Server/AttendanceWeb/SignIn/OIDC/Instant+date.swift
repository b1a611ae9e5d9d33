import Attendance
import FoundationEssentials

extension Instant {
    /// The same instant for `OpenIDConnect`, which uses Foundation's `Date`.
    var date: Date { Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1000) }

    /// - Parameter date: rounded to milliseconds.
    /// - Precondition: the milliseconds since 1970 fit into 64 bits.
    init(_ date: Date) { self.init(millisecondsSince1970: Int64((date.timeIntervalSince1970 * 1000).rounded())) }
}
