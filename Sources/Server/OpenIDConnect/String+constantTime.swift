import Crypto
import FoundationEssentials

extension String {
    /// Compares secrets. The duration does not reveal how many characters are equal.
    func equalsInConstantTime(_ other: String) -> Bool {
        SHA256.hash(data: Data(utf8)) == SHA256.hash(data: Data(other.utf8))
    }
}
