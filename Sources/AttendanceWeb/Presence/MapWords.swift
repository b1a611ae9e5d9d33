import FoundationEssentials
import Localization

/// What a page's script says: the page holds it as JSON, and the script fills the placeholders in.
protocol ScriptWords: Encodable {}

extension ScriptWords {
    /// Safe within an element of the page: slashes are escaped, so that nothing in it ends the element.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

/// The words of `map.js`.
struct MapWords: ScriptWords {
    /// By the state of a desk.
    struct States: Encodable { let work, pause, free, closed: String }
    struct Sessions: Encodable { let work, pause: String }

    let work = localized("map.desk.work")
    let workSince = localized("map.desk.workSince")
    let pause = localized("map.desk.pause")
    let pauseSince = localized("map.desk.pauseSince")
    /// Of a desk whose name is not read here.
    let unnamed = [
        "work": localized("wall.desk.work"), "workSince": localized("wall.desk.workSince"),
        "pause": localized("wall.desk.pause"),
        "pauseSince": localized("wall.desk.pauseSince"),
    ]
    let somebody = localized("map.somebody")
    let free = localized("map.desk.free")
    let closed = localized("map.desk.closed")
    let title = States(
        work: localized("map.detail.name"), pause: localized("map.detail.name"), free: localized("map.free.title"),
        closed: localized("map.closed.title"))
    let detail = States(
        work: localized("map.atWork.title"), pause: localized("map.onBreak.title"), free: localized("map.detail.free"),
        closed: localized("map.detail.closed"))
    let detailSince = Sessions(work: localized("map.detail.workSince"), pause: localized("map.detail.pauseSince"))
    /// What there is at a desk.
    let has = ["monitor": localized("map.has.monitor"), "adjustable": localized("map.has.adjustable")]
    let live = localized("map.live")
    let stale = localized("map.stale")
    let redrawn = localized("map.redrawn")
    let lost = localized("map.lost")
    let away = localized("map.away")
    let back = localized("map.back")
    let signedOut = localized("map.signedOut")
    let changes = localized("map.changes")
    let found = localized("map.found")
    let nobody = localized("map.foundNobody")
    let searchLost = localized("map.searchLost")
}

/// The words of `wall.js`, which never says who.
struct WallWords: ScriptWords {
    let work = localized("wall.desk.work")
    let workSince = localized("wall.desk.work")
    let pause = localized("wall.desk.pause")
    let pauseSince = localized("wall.desk.pause")
    let free = localized("map.desk.free")
    let closed = localized("map.desk.closed")
    let live = localized("map.stale")
    let lost = localized("wall.lost")
    let away = localized("wall.away")
    let signedOut = localized("wall.signedOut")
}
