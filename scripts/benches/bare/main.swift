import Glibc
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// A Hummingbird server with one route and no middleware, as a yardstick. The arguments are the path, the body and the header
/// fields of its answer, such as `Cache-Control: no-store`. Hummingbird adds `Date` itself.
let arguments = CommandLine.arguments
guard arguments.count >= 3 else { fatalError("usage: bare PATH BODY [FIELD…]") }

let answer: Response = {
    var fields = HTTPFields()
    for argument in arguments.dropFirst(3) {
        let parts = argument.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { fatalError("not a field: \(argument)") }
        fields.append(HTTPField(name: name, value: String(parts[1].drop { $0 == " " })))
    }
    return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: arguments[2])))
}()

let router = Router()
router.get(RouterPath(arguments[1])) { _, _ in answer }

var logger = Logger(label: "bare")
logger.logLevel = .warning
let application = Application(
    router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { channel in
        print("bare listens on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
        fflush(nil)
    }, logger: logger)
try await application.runService()
