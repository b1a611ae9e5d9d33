import Attendance
import Foundation
import NFCTag
import ReaderAgent

/// The output of a tag command, as text or as JSON.
struct TagOutput: Sendable {
    enum Value: Sendable {
        /// Nil is `null` in JSON and omitted in text.
        case text(String?)
        case number(Int)
        case records([NDEFRecord])
        /// One line each in text, one string in JSON.
        case lines([String])
    }

    private let fields: [(name: String, value: Value)]

    init(_ fields: [(String, Value)]) { self.fields = fields.map { (name: $0.0, value: $0.1) } }

    /// The output as text, one line per field.
    var text: String {
        fields.flatMap { name, value -> [String] in
            let label = name.padding(toLength: max(10, name.count + 1), withPad: " ", startingAt: 0)
            return switch value {
            case .text(let text): text.map { [label + $0.printable] } ?? []
            case .number(let number): [label + String(number)]
            case .records(let records):
                records.map { record in
                    label + "tnf \(record.typeNameFormat.rawValue)  type "
                        + String(decoding: record.type, as: UTF8.self).printable
                        + "  payload \(record.payload.hexadecimal)"
                }
            case .lines(let lines): [label] + lines
            }
        }.joined(separator: "\n")
    }

    /// The output as one line of JSON, with sorted keys.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

}

extension TagOutput: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        for (name, value) in fields {
            let key = Key(stringValue: name)
            switch value {
            case .text(let text): try object.encode(text, forKey: key)
            case .number(let number): try object.encode(number, forKey: key)
            case .records(let records): try object.encode(records.map(TagInspection.Record.init), forKey: key)
            case .lines(let lines): try object.encode(lines.joined(), forKey: key)
            }
        }
    }
}

extension TagOutput {
    /// The output for a tag that was read.
    init(_ reading: TagReading, reader: String, records: Bool) {
        let inspection = TagInspection(of: reading.content)
        let certificate = reading.certificate.map { payload in
            do throws(TagCertificateError) {
                let certificate = try TagCertificate(payload: payload)
                return "key \(certificate.key), issued \(certificate.issued)"
            } catch {
                return "\(error)"
            }
        }
        self.init(
            [
                ("reader", .text(reader)), ("uid", .text("\(reading.uid)")), ("kind", .text("\(reading.kind)")),
                ("state", .text(inspection.state.rawValue)), ("access", .text("\(reading.access)")),
                ("error", .text(inspection.error)), ("uri", .text(reading.uri)),
                ("text", .text(reading.text?.text)), ("language", .text(reading.text?.language)),
                ("certificate", .text(certificate)),
            ] + (records ? [("records", .records(inspection.records))] : []))
    }

    /// The output for a tag that was written.
    init(_ writing: TagWriteResult, reader: String, did: String, _ more: [(String, Value)] = []) {
        self.init(
            [
                ("reader", .text(reader)), ("uid", .text("\(writing.uid)")), ("kind", .text("\(writing.kind)")),
                ("result", .text(writing.writes == 0 ? "unchanged" : did)), ("writes", .number(writing.writes)),
                ("note", .text(writing.note?.description)),
            ] + more)
    }
}
