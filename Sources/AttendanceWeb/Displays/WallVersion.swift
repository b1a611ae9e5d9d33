import Crypto
import FoundationEssentials

/// What a page on the wall is made of, in one word: it changes when a new release is started or the floor is drawn anew.
struct WallVersion: Sendable {
    /// The hash of the files that make the page, as this process found them when it started.
    private let release: Data

    /// - Parameter folder: `web/static`; the templates and the words lie beside it.
    init(folder: String) {
        var hash = SHA256()
        let web = folder + "/.."
        for name in ((try? FileManager.default.subpathsOfDirectory(atPath: web)) ?? []).sorted() {
            hash.update(data: Data(name.utf8))
            if let content = FileManager.default.contents(atPath: web + "/" + name) { hash.update(data: content) }
        }
        release = Data(hash.finalize())
    }

    /// The release in one word.
    var ofRelease: String { Self.word(release) }

    func of(_ plan: FloorPlan) -> String {
        let rooms = plan.rooms.map { "\($0.name) \($0.x) \($0.y) \($0.width) \($0.height) \($0.isArea)" }
        let desks = plan.desks.map { "\($0.id) \($0.transform) \($0.width) \($0.height) \($0.isClosed)" }
        let drawn = Data(([plan.viewBox, plan.picture ?? ""] + rooms + desks).joined(separator: "\n").utf8)
        return Self.word(SHA256.hash(data: release + drawn))
    }

    private static func word(_ hash: some Sequence<UInt8>) -> String {
        hash.prefix(6).map { String($0, radix: 36) }.joined(separator: "-")
    }
}
