package import Attendance
package import AttendanceStore
package import WebServer

extension ClientCertificate {
    package var fingerprint: CertificateFingerprint { CertificateFingerprint(ofDER: der) }
    package var end: Instant { Instant(millisecondsSince1970: notAfter * 1000) }
}
