import AttendanceStore
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A CSV file that is streamed. What it was made of and by stands in its headers and, as far as it tells one file from
    /// another, in its name: a line of the file itself would be no row (RFC 4180).
    static func csv(
        named name: String, _ stamp: ExportStamp,
        _ body: @escaping @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void
    ) -> Response {
        download(named: name, "csv", type: "text/csv; charset=utf-8; header=present", stamp, body)
    }

    /// A file to be kept, with what it was made of and by.
    static func download(
        named name: String, _ ending: String, type: String, _ stamp: ExportStamp,
        _ body: @escaping @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void
    ) -> Response {
        // The hash is long; its beginning tells one file from another.
        let safe = "\(name)-at-\(stamp.head.text.dropLast(48).replacing(":", with: "-"))"
            .filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }
        return Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(safe).\(ending)\"", .ledgerHead: stamp.head.text,
                .asOf: stamp.asOf.rfc3339(precision: .milliseconds), .timeZones: stamp.timeZones,
            ],
            // If it breaks off, the chunked body has no end: a broken download is seen to be one.
            body: ResponseBody { writer in
                // The writer is not marked as safe to send; this task alone uses it, one call after the other.
                nonisolated(unsafe) var output = writer
                try await body { bytes in try await output.write(ByteBuffer(bytes: bytes)) }
                try await output.finish(nil)
            })
    }
}

extension HTTPField.Name {
    private static func name(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("no field name: \(text)") }
        return name
    }

    /// The latest record of the log that an export holds: its number and the ledger's hash there.
    static let ledgerHead = name("DeskTap-Ledger-Head")
    /// The instant that an export was asked for.
    static let asOf = name("DeskTap-As-Of")
    /// The version of the time zone database by which an export was made.
    static let timeZones = name("DeskTap-Time-Zones")
}
