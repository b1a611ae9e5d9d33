import Attendance
import Foundation
import Testing

@Suite struct Identifiers {
    @Test(
        arguments: [
            ("7", 7), ("0", 0), ("-7", -7), ("+7", 7), ("007", 7), ("9223372036854775807", .max), ("9223372036854775808", nil),
            ("", nil), (" 7", nil), ("7.0", nil), ("0x7", nil), ("٧", nil), ("seven", nil),
        ] as [(String, Int64?)])
    func `An identifier is read from exactly the texts of a whole number`(text: String, number: Int64?) {
        #expect(PersonID(text)?.rawValue == number)
    }

    @Test(arguments: [(0, "0"), (42, "42"), (-1, "-1")] as [(PersonID, String)])
    func `An identifier is written as its number`(id: PersonID, text: String) throws {
        #expect("\(id)" == text)
        #expect(String(describing: id as Any) == text)
        #expect(try JSONEncoder().encode(id) == Data(text.utf8))
    }

    @Test func `Identifiers are ordered by number`() {
        #expect([10, 9, -1, 2].sorted() == [-1, 2, 9, 10] as [OfficeID])
    }
}
