import Foundation
import NFCTag

/// What a command has to say of a tag, for people and for programs.
struct TagAnswer: Sendable {
    enum Value: Sendable {
        case text(String)
        case number(Int)
        case list([[(name: String, value: String)]])
        case none
    }

    private let fields: [(name: String, value: Value)]

    init(_ fields: [(String, Value)]) { self.fields = fields.map { (name: $0.0, value: $0.1) } }

    /// One line a field.
    var text: String {
        fields.flatMap { name, value -> [String] in
            let label = name.padding(toLength: max(10, name.count + 1), withPad: " ", startingAt: 0)
            return switch value {
            case .text(let text): [label + Self.printable(text)]
            case .number(let number): [label + String(number)]
            case .list(let items):
                items.map { item in label + item.map { "\($0.name) \(Self.printable($0.value))" }.joined(separator: "  ") }
            case .none: []
            }
        }.joined(separator: "\n")
    }

    /// One line, the fields in order of their names.
    var json: String {
        let object = fields.reduce(into: [String: Any]()) { object, field in
            switch field.value {
            case .text(let text): object[field.name] = text
            case .number(let number): object[field.name] = number
            case .list(let items):
                object[field.name] = items.map { Dictionary($0.map { ($0.name, $0.value) }) { first, _ in first } }
            case .none: object[field.name] = NSNull()
            }
        }
        let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// A tag may hold anything: no control characters reach the terminal.
    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control && $0 != "\n" ? "\u{FFFD}" : $0 }))
    }
}

extension TagAnswer {
    /// What was read.
    init(_ reading: TagReading, reader: String, records: Bool) {
        var state = "unformatted"
        var error: String?
        switch reading.content {
        case .unformatted: break
        case .empty: state = "empty"
        case .message: state = "ndef"
        case .damaged(let damage):
            state = "error"
            error = "\(damage)"
        }
        var fields: [(String, Value)] = [
            ("reader", .text(reader)), ("uid", .text("\(reading.uid)")), ("kind", .text("\(reading.kind)")),
            ("state", .text(state)), ("access", .text("\(reading.access)")), ("error", error.map { .text($0) } ?? .none),
            ("uri", reading.uri.map { .text($0) } ?? .none),
        ]
        if records, let message = reading.content.message {
            fields.append(
                (
                    "records",
                    .list(
                        message.records.map { record in
                            [
                                ("tnf", String(record.typeNameFormat.rawValue)),
                                ("type", String(decoding: record.type, as: UTF8.self)),
                                ("payload", record.payload.hexadecimal),
                            ]
                        })
                ))
        }
        self.init(fields)
    }

    /// What was written.
    init(_ writing: TagWriting, reader: String, did: String, _ more: [(String, Value)] = []) {
        self.init(
            [
                ("reader", .text(reader)), ("uid", .text("\(writing.uid)")), ("kind", .text("\(writing.kind)")),
                ("result", .text(writing.writes == 0 ? "unchanged" : did)), ("writes", .number(writing.writes)),
            ] + more)
    }
}
