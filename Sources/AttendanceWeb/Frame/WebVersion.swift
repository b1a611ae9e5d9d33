import Crypto
import FoundationEssentials

/// The version of a wall page. It changes with a new release and with each change of the floor's drawing.
struct WallVersion: Sendable {
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

    /// The version of the release alone.
    var ofRelease: String { Self.word(release) }

    func of(_ plan: FloorPlan) -> String {
        let rooms = plan.rooms.map { "\($0.name) \($0.x) \($0.y) \($0.width) \($0.height) \($0.isArea)" }
        let desks = plan.desks.map { "\($0.id) \($0.transform) \($0.width) \($0.height) \($0.isClosed)" }
        let drawn = Data(([plan.floor, plan.viewBox, plan.picture ?? ""] + rooms + desks).joined(separator: "\n").utf8)
        return Self.word(SHA256.hash(data: release + drawn))
    }

    private static func word(_ hash: some Sequence<UInt8>) -> String {
        hash.prefix(6).map { String($0, radix: 36) }.joined(separator: "-")
    }
}
