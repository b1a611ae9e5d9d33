import AttendanceWeb
import ServiceLifecycle
import UnixSignals
import WebServer

/// Reloads the certificate on SIGHUP, which `systemctl reload` and certificate clients send.
struct ReloadOnHangup: Service {
    /// nil: SIGHUP has no effect.
    let certificate: TLSCertificate?

    func run() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            certificate?.reload(always: true)
        }
    }
}
