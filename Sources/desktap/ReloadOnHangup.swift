import AttendanceWeb
import ServiceLifecycle
import UnixSignals
import WebServer

/// Has the certificate read again on SIGHUP, as `systemctl reload` and certificate programs ask for it.
struct ReloadOnHangup: Service {
    let certificate: TLSCertificate

    func run() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            certificate.reload(always: true)
        }
    }
}
