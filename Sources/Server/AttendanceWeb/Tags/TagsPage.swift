import Attendance
import AttendanceStore
import Localization

/// The list of tags, with suspicious taps above it.
struct TagsPage: Page {
    static let template = "pages/Tags/tags"

    struct Flagged {
        /// The kind of suspicion, in a few words.
        let title: String
        let place: String
        let sentence: String
        let isGrave: Bool
    }

    struct Row {
        let uid: String
        let place: String
        /// The page of the tag's desk; nil for a tag for any desk.
        let deskAddress: String?
        let event: String
        let office: String?
        let issued: String
        let state: String
        let sentence: String
        /// Whether phones ask for a touch at the tag.
        let lacksWord: Bool
        let retireAddress: String
        let replaceAddress: String
        /// What a refused form of this tag contained.
        let typed: Typed?
    }

    /// A refused form of a tag: to retire it, or to replace it by another one.
    struct Typed {
        let tag: UID
        /// Of the other tag.
        var uid: String?
        var retireWhy, replaceWhy: String?
    }

    let navigation: Navigation
    let flagged: [Flagged]
    let address = Address.tags
    let sheetAddress = Address.tagSheet
    let writingAddress = Address.tagWriting
    let searched: String?
    let inUse: [Row]
    /// Such as `201 to 400 of 3012`.
    let count: String
    let previous: String?
    let next: String?
    let retired: [Row]
    /// The number of retired tags not shown; nil instead of 0.
    let moreRetired: Int64?
    let problem: String?

    init(
        navigation: Navigation, _ search: TagSearch, inUse: (tags: [RegisteredTag], total: Int64),
        retired: (tags: [RegisteredTag], total: Int64), flagged: [FlaggedTaps], offices: [Office], problem: String?,
        typed: Typed?
    ) {
        self.navigation = navigation
        self.problem = problem
        let clocks = Dictionary(uniqueKeysWithValues: offices.map { ($0.id, LocalClock($0.timeZone)) })
        let hasSeveralOffices = offices.count > 1
        func clock(_ office: OfficeID) -> LocalClock { clocks[office] ?? LocalClock(nil) }
        self.flagged = flagged.map { Flagged($0, clock($0.office), hasSeveralOffices) }
        func rows(_ tags: [RegisteredTag]) -> [Row] {
            tags.map { Row($0, clock($0.place.office), hasSeveralOffices, search, typed) }
        }
        searched = search.text.isEmpty ? nil : search.text
        self.inUse = rows(inUse.tags)
        let before = search.page * TagSearch.rows
        let last = before + Int64(inUse.tags.count)
        count =
            last - before == inUse.total
            ? "\(inUse.total)"
            : localized("tag.range", ["first": "\(before + 1)", "last": "\(last)", "total": "\(inUse.total)"])
        previous = search.page > 0 ? search.address(page: search.page - 1) : nil
        next = last < inUse.total ? search.address(page: search.page + 1) : nil
        self.retired = rows(retired.tags)
        let hidden = retired.total - Int64(retired.tags.count)
        moreRetired = hidden > 0 ? hidden : nil
    }
}

extension TagsPage.Flagged {
    init(_ taps: FlaggedTaps, _ clock: LocalClock, _ hasSeveralOffices: Bool) {
        isGrave = taps.flag == .copied
        title = localized("tag.flag.\(taps.flag.rawValue)")
        place = [taps.desk, localized("tag.event.\(taps.kind.rawValue)"), hasSeveralOffices ? taps.officeName : nil]
            .compactMap { $0 }.localizedList("record.separator")
        var what =
            taps.uid.map { localized("tag.readAs", ["uid": $0.description]) }
            ?? localized(taps.reader == nil ? "tag.byPhone" : "tag.readWithout")
        if let reader = taps.reader { what = localized("tag.atReader", ["what": what, "reader": reader]) }
        if taps.count != 1 { what = localized("tag.times", ["what": what, "count": "\(taps.count)"]) }
        sentence = localized(
            "tag.tapped",
            [
                "date": clock.date(taps.latest.seconds).short, "time": clock.time(taps.latest.seconds), "what": what,
                "advice": localized("tag.advice.\(taps.flag.rawValue)"),
            ])
    }
}

extension TagsPage.Row {
    init(
        _ tag: RegisteredTag, _ clock: LocalClock, _ hasSeveralOffices: Bool, _ search: TagSearch,
        _ typed: TagsPage.Typed? = nil
    ) {
        self.typed = typed?.tag == tag.uid ? typed : nil
        uid = tag.uid.description
        place = tag.place.desk?.description ?? localized("tag.anyDesk")
        deskAddress = tag.place.desk.map {
            Address.adminDesk($0.description, office: hasSeveralOffices ? tag.place.officeName : nil)
        }
        event = localized("tag.event.\(tag.place.kind.rawValue)")
        office = hasSeveralOffices ? tag.place.officeName : nil
        issued = tag.issued?.description ?? clock.date(tag.madeAt.seconds).description
        state =
            switch tag.state {
            case .retired: localized("tag.state.retired")
            case .issued: localized("tag.state.notWritten")
            case .written where tag.isKeyRetired: localized("tag.state.keyRetired")
            case .written where tag.masterKey != nil: localized("tag.state.signing")
            case .written where tag.key == nil: localized("tag.state.uidOnly")
            case .written: localized("tag.state.certified")
            }
        sentence =
            switch tag.state {
            case .retired:
                localized(
                    tag.successor == nil || tag.successor == tag.uid ? "tag.retiredOn" : "tag.replacedBy",
                    [
                        "date": tag.retiredAt.map { clock.date($0.seconds).short } ?? "",
                        "why": tag.why.map(TagRetirement.words) ?? "",
                        "successor": tag.successor?.description ?? "",
                    ])
            case .issued where tag.key == nil: localized("tag.state.uidOnly")
            case .issued: ""
            case .written where tag.isKeyRetired: localized("tag.signedByRetired", ["key": "\(tag.key ?? tag.masterKey ?? 0)"])
            case .written: tag.writtenAt.map { localized("tag.written", ["date": clock.date($0.seconds).short]) } ?? ""
            }
        lacksWord = tag.lacksWord
        retireAddress = search.address(Address.path(Address.retireTag, uid))
        replaceAddress = search.address(Address.path(Address.replaceTag, uid))
    }
}

extension TagRetirement {
    /// A stored reason for display: one of the server localized, a person's own text unchanged.
    fileprivate static func words(_ kept: String) -> String {
        TagRetirement(rawValue: kept).map { localized("tag.retirement.\($0)") } ?? kept
    }
}
