import Attendance
import Foundation
import TestOffice
import Testing

@Suite struct `The API document's description of a tap` {
    @Test func `The API document describes every field of a reported tap`() throws {
        let document = try String(contentsOfFile: TestOffice.checkout + "/web/openapi.yaml", encoding: .utf8)
        let schema = try #require(document.firstMatch(of: /\n    TapItem:\n((?:      .*\n)*)/)).1
        let described = schema.matches(of: /(?m)^        (\w+):/).map { String($0.1) }
        let noted = Mirror(reflecting: TapReport(id: nil, user: nil, kind: nil, at: nil, desk: nil)).children
            .compactMap(\.label).filter { !["isAtStamped", "mayLackDesk", "word"].contains($0) }
        #expect(Set(described) == Set(noted))
    }
}
