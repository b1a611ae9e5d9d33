import AttendanceExport
import AttendanceStore
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An export as a file to be kept. What it was made of and by stands in its headers, because a line of a CSV that is no row is no
    /// CSV (RFC 4180), and as far as it tells one file from another, in its name.
    ///
    /// A download that breaks off has no end of its chunked body, or less than its length: it is seen to be broken. Whoever goes away
    /// ends the query.
    static func download(
        _ export: Export, to context: WebContext, in slot: ConcurrencyLimiter.Slot
    ) async throws -> Response {
        guard export.isWrittenBeforeSent else {
            return download(export.fileName, type: export.contentType, export.stamp, warning: export.warning) { output in
                // The body is written by one task alone.
                nonisolated(unsafe) let output = output
                try await context.whileConnected { try await export.write { try await output($0) } }
                withExtendedLifetime(slot) {}
            }
        }
        let file = try await context.whileConnected { try await export.spooled() }
        return download(
            export.fileName, type: export.contentType, export.stamp, size: file.size, warning: export.warning
        ) { output in try await file.pieces { try await output($0) } }
    }

    /// A file to be kept.
    /// - Parameter size: in bytes, where it is known.
    static func download(
        _ name: String, type: String, _ stamp: ExportStamp, size: Int64? = nil, warning: String? = nil,
        _ body: @escaping @Sendable (_ output: @escaping ([UInt8]) async throws -> Void) async throws -> Void
    ) -> Response {
        var headers: HTTPFields = [
            .contentType: type, .cacheControl: "no-store", .contentDisposition: "attachment; filename=\"\(name)\"",
            .ledgerHead: stamp.head.text, .asOf: stamp.asOf.rfc3339(precision: .milliseconds), .timeZones: stamp.timeZones,
        ]
        if let warning { headers[.warning] = warning }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(contentLength: size.map(Int.init)) { writer in
                // The writer is not marked as safe to send; this task alone uses it, one call after the other.
                nonisolated(unsafe) var output = writer
                try await body { bytes in try await output.write(ByteBuffer(bytes: bytes)) }
                try await output.finish(nil)
            })
    }
}

extension ExportStamp {
    /// What a file of this name and ending is called. The hash is long; its beginning tells one file from another.
    func fileName(_ name: String, _ ending: String) -> String {
        let safe = "\(name)-at-\(head.text.dropLast(48).replacing(":", with: "-"))"
            .filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }
        return safe + "." + ending
    }
}

extension Export {
    private var isTabSeparated: Bool { request.format == .csv && layout.isTabSeparated }

    /// What the file should be called.
    var fileName: String { stamp.fileName(name, isTabSeparated ? "tsv" : request.format.rawValue) }

    fileprivate var contentType: String {
        switch request.format {
        case .csv where isTabSeparated: "text/tab-separated-values; charset=\(request.preset.charset)"
        case .csv: "text/csv; charset=\(request.preset.charset); header=present"
        case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        case .json: "application/json"
        case .ndjson: "application/x-ndjson"
        }
    }
}

extension HTTPField.Name {
    private static func name(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("no field name: \(text)") }
        return name
    }

    /// The latest record of the log that an export holds: its number and the ledger's hash there.
    static let ledgerHead = name("DeskTap-Ledger-Head")
    /// The instant for which an export was made.
    static let asOf = name("DeskTap-As-Of")
    /// The version of the time zone database by which an export was made.
    static let timeZones = name("DeskTap-Time-Zones")
    /// What whoever takes an export away has to be told.
    static let warning = name("DeskTap-Warning")
}
