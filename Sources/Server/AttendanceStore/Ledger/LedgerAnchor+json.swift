import Attendance
package import Foundation

/// The anchor's file: one JSON object. Bytes are hexadecimal digits.
extension LedgerAnchor {
    package enum FileError: Error, Sendable, Equatable {
        /// It is not an anchor, or an anchor of a later version of DeskTap.
        case unreadable
    }

    private struct File: Codable {
        struct Month: Codable {
            var office: Int64
            var first: String
            var workedSeconds: Int64
            var digest: String
        }

        /// The version of this layout.
        var anchor = 1
        var madeAt: String
        var ledgerHead: String
        var program: String
        var schema: Int
        var secretFingerprint: String
        var signingKeys: Int
        var timeZones: String
        var months: [Month]
        var openSessions: String
        var signature: String
    }

    package init(json: Data) throws(FileError) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let file = try? decoder.decode(File.self, from: json), file.anchor == 1,
            let madeAt = Instant(rfc3339: file.madeAt), let head = LedgerCheckpoint(file.ledgerHead),
            let secret = [UInt8](hexadecimal: file.secretFingerprint),
            let openSessions = [UInt8](hexadecimal: file.openSessions),
            let signature = [UInt8](hexadecimal: file.signature)
        else { throw .unreadable }
        var months: [RecordDigest.Month] = []
        for month in file.months {
            guard let first = CivilDate(text: month.first), let digest = [UInt8](hexadecimal: month.digest) else {
                throw .unreadable
            }
            months.append(
                RecordDigest.Month(
                    office: OfficeID(month.office), first: first, workedSeconds: month.workedSeconds, digest: digest))
        }
        self.init(
            madeAt: madeAt, head: head, program: file.program, schema: file.schema, secret: secret,
            signingKeys: file.signingKeys, timeZones: file.timeZones,
            record: RecordDigest(months: months, openSessions: openSessions), signature: signature)
    }

    /// Ends with a line break.
    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let months = record.months.map { month in
            File.Month(
                office: month.office.rawValue, first: "\(month.first)", workedSeconds: month.workedSeconds,
                digest: month.digest.hexadecimal.lowercased())
        }
        return try encoder.encode(
            File(
                madeAt: madeAt.rfc3339(precision: .milliseconds), ledgerHead: head.text, program: program,
                schema: schema, secretFingerprint: secret.hexadecimal.lowercased(), signingKeys: signingKeys,
                timeZones: timeZones, months: months,
                openSessions: record.openSessions.hexadecimal.lowercased(),
                signature: signature.hexadecimal.lowercased())) + Data("\n".utf8)
    }
}
