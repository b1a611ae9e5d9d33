@testable import AttendanceWeb

import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import Testing

extension October {
    static func with<Value: Sendable>(_ body: (TestWeb) async throws -> Value) async throws -> Value {
        try await TestWeb.with { (web) async throws in
            try await addWork(to: web.office)
            return try await body(web)
        }
    }
}

extension TestWeb {
    struct Refused: Error { let answer: String }

    /// The bytes that a browser gets.
    func exported(_ address: String, as user: String = "cy") async throws -> [UInt8] {
        let response = try await send(.get, "/api/export/" + address, as: user)
        guard response.status == .ok else { throw Refused(answer: response.text) }
        return Array(response.body.readableBytesView)
    }

    /// The address of the file to which the form for exports on HR's page leads.
    /// - Parameter choices: the values of fields that are not left as they are. The form must offer them.
    func chosenExport(on page: String, _ choices: [String: String] = [:], as user: String = "cy") async throws -> String {
        let form = String(try #require(page.components(separatedBy: "action=\"\(Address.hrExport)\">").dropFirst().first))
            .components(separatedBy: "</form>")[0]
        var fields: [(String, String)] = []
        for hidden in form.matches(of: /<input type="hidden" name="([a-z]+)" value="([^"]*)">/) {
            fields.append((String(hidden.1), String(hidden.2)))
        }
        for part in form.components(separatedBy: "<select name=\"").dropFirst() {
            let name = String(part.prefix { $0 != "\"" })
            let options = part.components(separatedBy: "</select>")[0].matches(of: /<option value="([^"]*)"( selected)?>/)
            let selected = try #require(options.first { $0.2 != nil })
            let value = choices[name] ?? String(selected.1)
            try #require(options.contains { $0.1 == value }, "\(name): \(value)")
            fields.append((name, value))
        }
        // A browser also sends the field while it is hidden.
        try #require(form.contains("<input name=\"company\""))
        fields.append(("company", choices["company"] ?? ""))
        let response = try await send(.get, Address.hrExport + "?" + Address.query(fields), as: user, headers: .page)
        #expect(response.status == .seeOther, "\(response.text)")
        return try #require(response.headers[.location])
    }
}
