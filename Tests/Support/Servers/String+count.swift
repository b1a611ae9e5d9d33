import Foundation

extension String {
    /// The number of occurrences of `part`.
    package func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
