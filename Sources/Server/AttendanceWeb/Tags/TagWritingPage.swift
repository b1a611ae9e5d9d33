import Attendance
import AttendanceStore
import Localization

/// The page that writes the tags of a floor with a phone, and the office's tags for pause and end.
struct TagWritingPage: Page {
    static let template = "pages/Tags/tag-writing"

    struct Tag {
        /// Such as `6F-A3, start`.
        let name: String
        /// Without the word, which the tag gets when it is registered.
        let address: String
        let isWritten: Bool
        /// Of the written tags, separated by spaces.
        let uids: String
    }

    /// The texts of `write.js`.
    private struct ScriptTexts: ScriptWords {
        let all = localized("tagWriting.all")
        let away = localized("tagWriting.away")
        let check = localized("tagWriting.check")
        let done = localized("tag.state.written")
        let failed = localized("tagWriting.failed")
        let lock = localized("tagWriting.locking")
        let damaged = localized("tagWriting.damaged")
        let notAllowed = localized("tagWriting.notAllowed")
        let notLocked = localized("tagWriting.notLocked")
        let notWritten = localized("tagWriting.notWritten")
        let other = localized("tagWriting.other")
        let otherLocked = localized("tagWriting.otherLocked")
        let present = localized("tagWriting.present")
        let says = localized("tagWriting.says")
        let stopped = localized("tagWriting.stopped")
        let used = localized("tagWriting.used")
        let write = localized("tagWriting.write")
    }

    let navigation: Navigation
    let office: String
    let offices: [Choice]
    let floors: [Choice]
    let hasFloor: Bool
    let tags: [Tag]
    let certificates = Address.tagCertificates
    let words: ScriptJSON

    init(
        navigation: Navigation, _ choice: FloorChoice, desks: [String], written: [TagPlace: [UID]], publicURL: String
    ) throws {
        self.navigation = navigation
        let office = choice.office
        self.office = office.name
        offices = choice.officeChoices
        floors = choice.floorChoices
        hasFloor = choice.floor != nil
        let places = desks.compactMap { DeskID($0) }.map { (TapKind.start, Optional($0)) } + [(.pause, nil), (.end, nil)]
        tags = places.map { kind, desk in
            let event = localized("tag.event.\(kind.rawValue)")
            let name = desk?.description ?? localized("tag.anyDesk")
            let uids = written[TagPlace(office: office.id, officeName: office.name, kind: kind, desk: desk)] ?? []
            return Tag(
                name: [name, event].localizedList("record.separator"),
                address: publicURL
                    + Address.tap(kind.rawValue, desk: desk?.description, office: choice.namesOffices ? office.name : nil),
                isWritten: !uids.isEmpty, uids: uids.map(\.description).joined(separator: " "))
        }
        words = try ScriptTexts().json
    }
}
