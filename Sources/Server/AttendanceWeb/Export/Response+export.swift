import AttendanceExport
import AttendanceStore
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An export as a download. Its headers state the data and rules that it was made from, because CSV has no place for
    /// metadata (RFC 4180).
    ///
    /// An interrupted download is detectable: the chunked body has no end, or fewer bytes than announced. A disconnect cancels
    /// the query.
    /// - Parameter completed: is called after the end of the body, and not for an interrupted download.
    static func download(
        _ export: Export, to context: WebContext, in slot: ExportSlot,
        completed: @escaping @Sendable () async -> Void = {}
    ) async throws -> Response {
        guard export.isWrittenBeforeSent else {
            return download(
                export.fileName(), type: export.contentType, export.stamp, warning: export.warning(), completed: completed
            ) { output in
                // Only one task writes the body.
                nonisolated(unsafe) let output = output
                try await context.whileConnected { _ = try await export.write { try await output($0) } }
                slot.end()
            }
        }
        let (file, losses) = try await context.whileConnected { try await export.spooled() }
        slot.end()
        return download(
            export.fileName(losses), type: export.contentType, export.stamp, size: file.size,
            warning: export.warning(losses), completed: completed
        ) { output in try await file.pieces { try await output($0) } }
    }

    /// A file as a download.
    /// - Parameter size: bytes; nil if unknown.
    static func download(
        _ name: String, type: String, _ stamp: ExportStamp, size: Int64? = nil, warning: String? = nil,
        completed: @escaping @Sendable () async -> Void = {},
        _ body: @escaping @Sendable (_ output: @escaping ([UInt8]) async throws -> Void) async throws -> Void
    ) -> Response {
        var headers: HTTPFields = [
            .contentType: type, .cacheControl: "no-store", .contentDisposition: "attachment; filename=\"\(name)\"",
            .ledgerHead: stamp.head.text, .asOf: stamp.asOf.rfc3339(precision: .milliseconds), .timeZones: stamp.timeZones,
        ]
        if let warning { headers[.warning] = warning }
        return Response(
            status: .ok, headers: headers, body: .pieces(size: size.map(Int.init), completed: completed, body))
    }
}

extension ResponseBody {
    /// A body that is sent while it is written.
    /// - Parameters:
    ///   - size: bytes; nil if unknown.
    ///   - completed: is called after the end, and not if it is interrupted.
    static func pieces(
        size: Int? = nil, completed: @escaping @Sendable () async -> Void = {},
        _ body: @escaping @Sendable (_ output: @escaping ([UInt8]) async throws -> Void) async throws -> Void
    ) -> ResponseBody {
        ResponseBody(contentLength: size) { writer in
            // The writer is not Sendable. Only this task uses it, one call after the other.
            nonisolated(unsafe) var output = writer
            try await body { bytes in try await output.write(ByteBuffer(bytes: bytes)) }
            try await output.finish(nil)
            await completed()
        }
    }
}

/// A file name of safe characters. Others are left out.
func safeFileName(_ name: String, _ ending: String) -> String {
    let safe = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }
    return safe.split(separator: "-").joined(separator: "-") + "." + ending
}

extension Export {
    private var isTabSeparated: Bool { request.format == .csv && layout.isTabSeparated }

    /// The suggested file name, such as `daily-2026-11.csv`, or `daily-2026-11-cp932-replaced-3.csv` if three characters were
    /// replaced: CSV has no other place where a person sees it.
    func fileName(_ losses: ExportLosses = .none) -> String {
        let replaced = request.format == .csv ? losses.replaced : 0
        let ofLayout = request.format == .csv ? layout.fileEnding : nil
        return safeFileName(
            name + (replaced > 0 ? "-replaced-\(replaced)" : ""),
            ofLayout ?? (isTabSeparated ? "tsv" : request.format.rawValue))
    }

    fileprivate var contentType: String {
        switch request.format {
        case .csv where isTabSeparated: "text/tab-separated-values; charset=\(encoding.charset)"
        case .csv: "text/csv; charset=\(encoding.charset); header=\(layout.csv?.hasHeader == false ? "absent" : "present")"
        case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        case .json: "application/json"
        case .ndjson: "application/x-ndjson"
        }
    }
}

extension HTTPField.Name {
    private static func name(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("not a field name: \(text)") }
        return name
    }

    /// The latest log record included: its sequence number and the ledger's hash at it.
    static let ledgerHead = name("DeskTap-Ledger-Head")
    /// The instant of the data (`as_of`).
    static let asOf = name("DeskTap-As-Of")
    /// The version of the time zone database.
    static let timeZones = name("DeskTap-Time-Zones")
    /// A warning about the export's content.
    static let warning = name("DeskTap-Warning")
}
