import Attendance
import Postgres

extension AttendanceStore {
    /// Drops what was concluded of people's presence and of desks, and derives it anew from the log: all or nothing. Taps wait
    /// meanwhile.
    /// - Parameter progress: told now and then how many people are done.
    /// - Returns: how many people there are.
    @discardableResult
    package func rebuild(progress: (Int) -> Void = { _ in }) async throws -> Int {
        try await pool.withTransaction { connection in
            try await connection.execute("set local statement_timeout = 0", named: "take as long as needed")
            let seq = try await connection.query("lock_log")[0].get(0, as: Int64.self)
            try await connection.query("forget_presence")
            let clocks = try OfficeClocks(try await connection.query("office_settings"))
            var derivation = PresenceDerivation(connection, clocks.calendars)
            for desks in try await connection.query("desks_ever_started_at").map({ try $0.deskIfPresent(0) }).chunks(of: 64) {
                try await derivation.deriveClaims(at: Set(desks.compactMap(\.self)))
            }
            var (last, count): (Int64, Int) = (0, 0)
            while true {
                let people = try await connection.query("all_people", last, Int64(64))
                guard let end = people.last else { break }
                try await derivation.derive(Set(try people.map { try $0.get(0, as: Int64.self) }))
                last = try end.get(0)
                count += people.count
                progress(count)
            }
            // Whoever shows presence reads all of it again.
            try await connection.query("notify", TapTransaction.presenceChannel, PresencePayload.everybody(seq: seq).text)
            return count
        }
    }
}

extension Array {
    func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
