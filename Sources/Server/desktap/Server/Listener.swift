import Hummingbird
import ServiceLifecycle
import WebServer

/// An HTTP server. Says in a sentence why it cannot listen.
struct Listener<Application: ApplicationProtocol>: Service {
    let application: Application
    let host: String
    let port: Int
    /// The prefix of the options that set host and port.
    var options = "--"

    func run() async throws {
        do {
            try await application.run()
        } catch {
            throw listeningProblem(error, host: host, port: port, options: options).map(CommandError.init) ?? error
        }
    }
}
