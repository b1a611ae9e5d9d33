package import Attendance
import Crypto
import Foundation
import Postgres

/// A key that signs the certificates of tags, or did.
package struct SigningKey: Sendable, Equatable {
    package let number: Int64
    package let publicKey: [UInt8]
    package let madeAt: Instant
    package let retiredAt: Instant?
    /// How many tags in use have a certificate by it.
    package let tags: Int64
}
