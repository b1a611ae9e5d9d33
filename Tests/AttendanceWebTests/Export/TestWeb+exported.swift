import HummingbirdTesting
import TestOffice

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
}
