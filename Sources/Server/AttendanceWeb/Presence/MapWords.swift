import Localization

/// The localized texts of a page's script. The script replaces the placeholders.
protocol ScriptWords: Encodable {}

extension ScriptWords {
    var json: ScriptJSON { get throws { try ScriptJSON(self) } }
}

/// The texts of `map.js`.
struct MapWords: ScriptWords {
    /// One text for each state of a desk.
    struct States: Encodable { let work, pause, free, closed: String }
    struct Sessions: Encodable { let work, pause: String }

    let work = localized("map.desk.work")
    let workSince = localized("map.desk.workSince")
    let pause = localized("map.desk.pause")
    let pauseSince = localized("map.desk.pauseSince")
    /// For a desk with a person whose name the viewer may not see.
    let unnamed = [
        "work": localized("wall.desk.work"), "workSince": localized("wall.desk.workSince"),
        "pause": localized("wall.desk.pause"),
        "pauseSince": localized("wall.desk.pauseSince"),
    ]
    let you = localized("map.you")
    let nameHidden = localized("map.nameHidden")
    let free = localized("map.desk.free")
    let closed = localized("map.desk.closed")
    let title = States(
        work: localized("map.detail.name"), pause: localized("map.detail.name"), free: localized("map.free.title"),
        closed: localized("map.closed.title"))
    let detail = States(
        work: localized("map.atWork.title"), pause: localized("map.onBreak.title"), free: localized("map.detail.free"),
        closed: localized("map.detail.closed"))
    let detailSince = Sessions(work: localized("map.detail.workSince"), pause: localized("map.detail.pauseSince"))
    let hereSince = localized("map.hereSince")
    let yesterdayAt = localized("date.yesterdayAt")
    let dayAndTime = localized("date.dayAndTime")
    let team = localized("map.detail.team")
    /// The equipment of a desk.
    let has = ["monitor": localized("map.has.monitor"), "adjustable": localized("map.has.adjustable")]
    let live = localized("map.live")
    let stale = localized("map.stale")
    let redrawn = localized("map.redrawn")
    let lost = localized("now.lost")
    let away = localized("map.away")
    let back = localized("map.back")
    let signedOut = localized("map.signedOut")
    let changes = localized("map.changes")
    let found = localized("map.found")
    let noPeople = localized("map.noPeopleFound")
    let searchLost = localized("map.searchLost")
}

/// The texts of `wall.js`, which never shows names.
struct WallWords: ScriptWords {
    let work = localized("wall.desk.work")
    let workSince = localized("wall.desk.work")
    let pause = localized("wall.desk.pause")
    let pauseSince = localized("wall.desk.pause")
    let free = localized("map.desk.free")
    let closed = localized("map.desk.closed")
    let live = localized("map.stale")
    let lost = localized("now.lost")
    let away = localized("map.away")
    let signedOut = localized("wall.signedOut")
}
