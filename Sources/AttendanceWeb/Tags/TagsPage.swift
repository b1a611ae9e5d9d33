import Attendance
import AttendanceStore

/// The tags, and taps whose tag was odd on top.
struct TagsPage: Page {
    static let template = "pages/tags"

    struct Flagged {
        /// What happened, in two words.
        let title: String
        let place: String
        let sentence: String
        let isGrave: Bool
    }

    struct Row {
        let uid: String
        let place: String
        let event: String
        let office: String?
        let issued: String
        let state: String
        let sentence: String
        let retireAddress: String
        let replaceAddress: String
    }

    let navigation: Navigation
    let flagged: [Flagged]
    let address = Address.tags
    let searched: String?
    let inUse: [Row]
    /// Such as `201 to 400 of 3012`.
    let count: String
    let previous: String?
    let next: String?
    let retired: [Row]
    /// How many retired ones are not shown.
    let moreRetired: Int64?
    let problem: String?

    init(
        navigation: Navigation, _ search: TagSearch, inUse: (tags: [RegisteredTag], total: Int64),
        retired: (tags: [RegisteredTag], total: Int64), flagged: [FlaggedTaps], offices: [Office], problem: String?
    ) {
        self.navigation = navigation
        self.problem = problem
        let clocks = Dictionary(uniqueKeysWithValues: offices.map { ($0.id, LocalClock($0.timeZone)) })
        let hasSeveralOffices = offices.count > 1
        func clock(_ office: Int64) -> LocalClock { clocks[office] ?? LocalClock(nil) }
        self.flagged = flagged.map { Flagged($0, clock($0.office), hasSeveralOffices) }
        func rows(_ tags: [RegisteredTag]) -> [Row] {
            tags.map { Row($0, clock($0.place.office), hasSeveralOffices, search) }
        }
        searched = search.text.isEmpty ? nil : search.text
        self.inUse = rows(inUse.tags)
        let before = search.page * TagSearch.rows
        let last = before + Int64(inUse.tags.count)
        count = last - before == inUse.total ? "\(inUse.total)" : "\(before + 1) to \(last) of \(inUse.total)"
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
        title =
            switch taps.flag {
            case .copied: "Copied tag"
            case .retired: "Retired tag"
            case .mismatch: "Tag at another place"
            case .unknown: "Unknown tag"
            }
        place = [taps.desk, taps.kind.rawValue, hasSeveralOffices ? taps.officeName : nil].compactMap { $0 }.joined(
            separator: ", ")
        let uid = taps.uid.map { "read as UID \($0)" } ?? "read without a UID"
        let reader = taps.reader.map { " at reader \($0)" } ?? ""
        let often = taps.count == 1 ? "" : ", \(taps.count) times"
        let advice =
            switch taps.flag {
            case .copied:
                "Its certificate was made for another tag, or not here. Look at the desk: what lies there is no tag of yours."
            case .retired: "It was taken out of use and is still tapped. Take it away."
            case .mismatch: "Its address says something else than what it was made for. Write it anew."
            case .unknown: "It was never registered. Provision it, or take it away."
            }
        sentence = "\(clock.date(taps.latest.seconds)) \(clock.time(taps.latest.seconds)), \(uid)\(reader)\(often). \(advice)"
    }
}

extension TagsPage.Row {
    init(_ tag: RegisteredTag, _ clock: LocalClock, _ hasSeveralOffices: Bool, _ search: TagSearch) {
        uid = tag.uid.description
        place = tag.place.desk?.description ?? "Any desk"
        event = tag.place.kind.rawValue
        office = hasSeveralOffices ? tag.place.officeName : nil
        issued = tag.issued?.description ?? clock.date(tag.madeAt.seconds).description
        state =
            switch tag.state {
            case .retired: "retired"
            case .issued: "not written yet"
            case .written where tag.key == nil: "UID only"
            case .written where tag.isKeyRetired: "key retired"
            case .written: "certified"
            }
        sentence =
            switch tag.state {
            case .retired:
                "\(tag.retiredAt.map { "\(clock.date($0.seconds))" } ?? ""): \(tag.why ?? "")\(tag.successor.map { " Replaced by \($0)." } ?? "")"
            case .issued where tag.key == nil: "Known by its UID alone"
            case .issued: ""
            case .written where tag.isKeyRetired: "Signed by key \(tag.key ?? 0), which is retired: write it anew"
            case .written: tag.writtenAt.map { "Written \(clock.date($0.seconds))" } ?? ""
            }
        retireAddress = search.address(Address.retireTag.replacing("{uid}", with: uid))
        replaceAddress = search.address(Address.replaceTag.replacing("{uid}", with: uid))
    }
}
