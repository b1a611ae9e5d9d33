import Attendance
import AttendanceStore
import Localization

/// A desk and its tags, for administrators.
struct DeskPage: Page {
    static let template = "pages/Tags/desk"

    struct Row {
        let tag: TagsPage.Row
        /// The time of the last tap.
        let used: String?
    }

    let navigation: Navigation
    let desk: String
    let floor: String
    let office: String
    let outOfService: String?
    let lastUse: String?
    let requiresSignature: Bool
    let tags: [Row]
    let mapAddress: String
    let sheetAddress: String
    let tagsAddress: String

    init(navigation: Navigation, _ id: DeskID, _ desk: DeskWithTags, of office: Office, namesOffices: Bool) {
        self.navigation = navigation
        self.desk = id.description
        floor = desk.floor
        self.office = office.name
        outOfService = desk.outOfService
        let clock = LocalClock(office.timeZone)
        lastUse = desk.lastUse.map { clock.dayAndTime($0.seconds) }
        requiresSignature = desk.requiresSignature
        let search = TagSearch(text: id.description)
        tags = desk.tags.map { tag, lastUse in
            Row(tag: TagsPage.Row(tag, clock, false, search), used: lastUse.map { clock.dayAndTime($0.seconds) })
        }
        let named = namesOffices ? office.name : nil
        mapAddress = Address.floor(desk.floor, desk: id.description, office: named)
        sheetAddress = Address.asking(
            Address.tagSheet, [("office", named), ("floor", desk.floor), ("desks", id.description)])
        tagsAddress = search.address()
    }
}
