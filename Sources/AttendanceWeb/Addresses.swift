/// Every address of the server, spelt once. The parts in braces are parameters.
package enum Address {
    package static let home = "/"
    package static let tap = "/t"
    package static let tapResult = "/t/{id}"
    package static let undo = "/t/{id}/undo"
    package static let taps = "/api/taps"
    package static let presence = "/api/presence"
    package static let presenceStream = "/api/presence/stream"
    package static let map = "/map"
    package static let floor = "/map/{floor}"
    package static let me = "/me"
    package static let myAsk = "/me/ask"
    package static let myDataJSON = "/me/data.json"
    package static let myDataCSV = "/me/data.csv"
    package static let people = "/people"
    package static let person = "/people/{user}"
    package static let askForPerson = "/people/{user}/ask"
    package static let correctPerson = "/people/{user}/correct"
    package static let requests = "/requests"
    package static let quarantine = "/quarantine"
    package static let record = "/api/records/{user}"
    package static let corrections = "/api/corrections"
    package static let requestList = "/api/requests"
    package static let approve = "/api/requests/{id}/approve"
    package static let refuse = "/api/requests/{id}/refuse"
    package static let withdraw = "/api/requests/{id}/withdraw"
    package static let quarantineList = "/api/quarantine"
    package static let release = "/api/quarantine/{id}/release"
    package static let void = "/api/quarantine/{id}/void"
    package static let signInLink = "/sign-in/{token}"
    package static let signOut = "/sign-out"
    package static let tagCertificates = "/api/tags/certificates"
    package static let tagWritten = "/api/tags/{uid}/written"
    package static let tags = "/admin/tags"
    package static let retireTag = "/admin/tags/{uid}/retire"
    package static let replaceTag = "/admin/tags/{uid}/replace"
    package static let hr = "/hr"
    package static let monthSheet = "/hr/sheet/{user}"
    package static let charts = "/hr/charts"
    package static let occupancyChart = "/hr/charts/occupancy.svg"
    package static let deskUseChart = "/hr/charts/desks.svg"
    package static let live = "/health/live"
    package static let ready = "/health/ready"
    package static let staticFiles = "/static"

    package static func signInLink(_ token: String) -> String { "/sign-in/\(token)" }
    package static func tapResult(_ id: String, notes: [String]) -> String {
        "/t/\(id)" + (notes.isEmpty ? "" : "?notes=" + notes.joined(separator: "."))
    }
    package static func undo(_ id: String) -> String { "/t/\(id)/undo" }
    package static func person(_ user: String) -> String { "/people/\(percentEncoded(user))" }
    package static func askForPerson(_ user: String) -> String { person(user) + "/ask" }
    package static func correctPerson(_ user: String) -> String { person(user) + "/correct" }
    package static func monthSheet(_ user: String) -> String { "/hr/sheet/\(percentEncoded(user))" }
    package static func approve(_ id: String) -> String { "/api/requests/\(id)/approve" }
    package static func refuse(_ id: String) -> String { "/api/requests/\(id)/refuse" }
    package static func withdraw(_ id: String) -> String { "/api/requests/\(id)/withdraw" }
    package static func release(_ id: String) -> String { "/api/quarantine/\(id)/release" }
    package static func void(_ id: String) -> String { "/api/quarantine/\(id)/void" }
    /// - Parameters:
    ///   - subject: daily or events.
    ///   - format: csv, xlsx, json or ndjson.
    package static func export(_ subject: String, _ format: String) -> String { "/api/export/\(subject).\(format)" }
    /// What stands on a tag, behind the server's own address.
    /// - Parameter office: only where a desk's name alone does not say which is meant.
    package static func tap(_ event: String, desk: String?, office: String?) -> String {
        tap + "?event=" + event + (desk.map { "&desk=" + percentEncoded($0) } ?? "")
            + (office.map { "&office=" + percentEncoded($0) } ?? "")
    }
    package static func floor(_ name: String) -> String { "/map/\(percentEncoded(name))" }

    /// Percent-encodes everything but the unreserved characters (RFC 3986, 2.3).
    package static func percentEncoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~": result.unicodeScalars.append(scalar)
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                result += "%" + (hex.count == 1 ? "0" : "") + hex
            }
        }
        return result
    }

    /// Undoes percent-encoding; nil where that gives no UTF-8.
    package static func percentDecoded(_ text: Substring) -> String? {
        if !text.utf8.contains(UInt8(ascii: "%")) { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == 2 else { return nil }
            bytes.append(UInt8(digits[0] * 16 + digits[1]))
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
