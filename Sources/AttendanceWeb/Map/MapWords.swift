import FoundationEssentials

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

    let work = say("map.desk.work")
    let workSince = say("map.desk.workSince")
    let pause = say("map.desk.pause")
    let pauseSince = say("map.desk.pauseSince")
    /// Of a desk whose name is not read here.
    let unnamed = [
        "work": say("wall.desk.work"), "workSince": say("wall.desk.workSince"), "pause": say("wall.desk.pause"),
        "pauseSince": say("wall.desk.pauseSince"),
    ]
    let somebody = say("map.somebody")
    let free = say("map.desk.free")
    let closed = say("map.desk.closed")
    let title = States(
        work: say("map.detail.name"), pause: say("map.detail.name"), free: say("map.free.title"),
        closed: say("map.closed.title"))
    let detail = States(
        work: say("map.atWork.title"), pause: say("map.onBreak.title"), free: say("map.detail.free"),
        closed: say("map.detail.closed"))
    let detailSince = Sessions(work: say("map.detail.workSince"), pause: say("map.detail.pauseSince"))
    /// What there is at a desk.
    let has = ["monitor": say("map.has.monitor"), "adjustable": say("map.has.adjustable")]
    let live = say("map.live")
    let stale = say("map.stale")
    let redrawn = say("map.redrawn")
    let lost = say("map.lost")
    let away = say("map.away")
    let back = say("map.back")
    let signedOut = say("map.signedOut")
    let changes = say("map.changes")
    let found = say("map.found")
    let nobody = say("map.foundNobody")
    let searchLost = say("map.searchLost")
}

/// The words of `wall.js`, which never says who.
struct WallWords: ScriptWords {
    let work = say("wall.desk.work")
    let workSince = say("wall.desk.work")
    let pause = say("wall.desk.pause")
    let pauseSince = say("wall.desk.pause")
    let free = say("map.desk.free")
    let closed = say("map.desk.closed")
    let live = say("map.stale")
    let lost = say("wall.lost")
    let away = say("wall.away")
    let signedOut = say("wall.signedOut")
}
