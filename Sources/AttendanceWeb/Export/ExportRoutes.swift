import AttendanceExport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What HR takes away.
struct ExportRoutes {
    let services: WebServices

    func add(to routes: inout Routes) {
        for subject in ExportRequest.Subject.allCases {
            for format in ExportRequest.Format.allCases {
                routes.get(Address.export(subject.rawValue, format.rawValue), .export) { request, context in
                    let wanted = try ExportRequest(subject, format, query: request.uri.query)
                    // Before the access is noted: an export that is refused leaves no trace.
                    let slot = try services.beginExport()
                    let export = try await services.exporter.export(wanted, by: try context.person(), now: services.now())
                    return try await .download(export, to: context, in: slot)
                }
            }
        }
    }
}

extension WebServices {
    var exporter: Exporter { Exporter(store: store, zones: zones, layouts: layouts, logger: logger) }
}
