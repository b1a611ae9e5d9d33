import Crypto
import FoundationEssentials

/// The version of the files in `web`. It changes with a new release.
struct WebVersion: Sendable {
    /// The hash of all files in `web` when this process started.
    private let release: Data

    /// - Parameter web: the path of `web`.
    init(web: String) {
        var hash = SHA256()
        for name in ((try? FileManager.default.subpathsOfDirectory(atPath: web)) ?? []).sorted() {
            hash.update(data: Data(name.utf8))
            if let content = FileManager.default.contents(atPath: web + "/" + name) { hash.update(data: content) }
        }
        release = Data(hash.finalize())
    }

    var text: String { Self.word(release) }

    /// The version of a page with what is drawn on it.
    func with(_ drawn: Data) -> String { Self.word(SHA256.hash(data: release + drawn)) }

    private static func word(_ hash: some Sequence<UInt8>) -> String {
        hash.prefix(6).map { String($0, radix: 36) }.joined(separator: "-")
    }
}
