import HTTPTypes
import Hummingbird
import WebServer

/// Extends the scope of the service worker, which stores taps while a phone is offline, to the addresses of tags outside its own
/// folder (Service Workers, "Service-Worker-Allowed"). It controls no other page.
enum TapWorkerScope {
    static func extend(_ response: inout Response, _ request: Request) {
        if request.uri.path == Address.tapWorker { response.headers.set("Service-Worker-Allowed", to: Address.tap) }
    }
}
