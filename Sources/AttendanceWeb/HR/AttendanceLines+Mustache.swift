import Mustache

// Without these conformances, templates read every field of a page's thousand lines by reflection.

extension AttendancePage.Line: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "id": id
        case "user": user
        case "name": self.name
        case "recordAddress": recordAddress
        case "sheetAddress": sheetAddress
        case "openAddress": openAddress
        case "isOpen": isOpen
        case "worked": worked
        case "pause": pause
        case "unconfirmed": unconfirmed
        case "days": days
        case "flags": flags
        case "rows": rows
        default: nil
        }
    }
}

extension AttendancePage.DayLine: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "name": self.name
        case "user": user
        case "date": date
        case "dayAddress": dayAddress
        case "span": span
        case "pause": pause
        case "worked": worked
        case "office": office
        case "flags": flags
        case "uncountedSince": uncountedSince
        case "fixes": fixes
        case "others": others
        default: nil
        }
    }
}
