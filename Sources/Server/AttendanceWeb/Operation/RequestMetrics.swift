import Daemon
import HTTPTypes
import Hummingbird
import Synchronization

/// The durations of requests until the response begins, as OpenTelemetry defines `http.server.request.duration`. Without event
/// streams, which last as long as their viewer looks.
final class RequestMetrics: Sendable {
    fileprivate struct Series: Hashable {
        let method: String
        /// The route's address with names in place of its parameters; nil: no route, or a static file.
        let route: String?
        let status: Int
    }

    private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
    private static let methods: [HTTPRequest.Method] = [.get, .post, .head, .put, .patch, .delete, .options]

    private let series = Mutex<[Series: Histogram.Values]>([:])

    /// - Parameter start: when the request arrived.
    func record(_ request: Request, _ response: Response, _ context: WebContext, since start: ContinuousClock.Instant) {
        if request.method == .get, response.headers[.contentType] == "text/event-stream" { return }
        let method = Self.methods.contains(request.method) ? request.method.rawValue : "_OTHER"
        let one = Series(method: method, route: context.endpointPath, status: response.status.code)
        let seconds = start.duration(to: .now) / .seconds(1)
        series.withLock { $0[one, default: Histogram.Values(bounds: Self.bounds)].record(seconds, bounds: Self.bounds) }
    }

    func add(to text: inout MetricsText) {
        let name = "http_server_request_duration_seconds"
        text.begin(name, .histogram, "Time from the arrival of a request to the beginning of its response.")
        for (one, values) in series.withLock({ $0 }).sorted(by: { $0.key.name < $1.key.name }) {
            text.add(
                name, values, bounds: Self.bounds,
                [
                    "http_request_method": one.method, "http_route": one.route ?? "",
                    "http_response_status_code": "\(one.status)",
                ])
        }
    }
}

extension RequestMetrics.Series {
    fileprivate var name: String { "\(route ?? "") \(method) \(status)" }
}
