package import Attendance
import Crypto
import Foundation
import Postgres

/// A current or former signing key of tags' certificates.
package struct SigningKey: Sendable, Equatable {
    package let number: Int64
    package let publicKey: [UInt8]
    package let madeAt: Instant
    package let retiredAt: Instant?
    /// The number of tags in use whose certificate it signed.
    package let tags: Int64
}
