import Attendance
import Daemon
import Foundation
import Messaging

extension Settings {
    static let reminderNames: Set = ["mail-server", "mail-password-file", "mail-from", "push-services", "push-contact"]

    /// The server that sends e-mail; nil: none.
    var mailServer: MailServer? {
        get throws {
            guard let url = text("mail-server") else {
                for name in ["mail-from", "mail-password-file"] where text(name) != nil {
                    throw CommandError("The setting '\(name)' needs 'mail-server', which is not set.")
                }
                return nil
            }
            guard let sender = text("mail-from") else {
                throw CommandError("The setting 'mail-server' needs 'mail-from': the address from which e-mail is sent.")
            }
            guard let from = MailAddress(sender) else {
                throw CommandError(
                    "The setting 'mail-from' is not an e-mail address without a name, such as desktap@example.com: '\(sender)'."
                )
            }
            let (password, clientHost) = (try mailPassword, URL(string: try publicURL)?.host())
            do throws(MailServerError) {
                return try MailServer(url: url, password: password, from: from, clientHost: clientHost)
            } catch {
                throw CommandError("The setting 'mail-server': \(error)")
            }
        }
    }

    /// nil: the mail server needs none.
    private var mailPassword: String? {
        get throws { try text("mail-password-file").map { try secret(in: $0, namedBy: "mail-password-file") } }
    }

    /// The push services to which the server may connect.
    var pushServices: PushServices {
        get throws {
            guard let list = text("push-services") else { return .wellKnown }
            let hosts = list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard hosts.allSatisfy({ $0.wholeMatch(of: /(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?/) != nil }) else {
                throw CommandError(
                    "The setting 'push-services' is not a list of host names, such as push.example.com,*.example.net: '\(list)'."
                )
            }
            return PushServices(hosts: hosts)
        }
    }

    /// The address at which operators of push services reach the administrators.
    var pushContact: String {
        get throws { try text("push-contact") ?? text("mail-from").map { "mailto:" + $0 } ?? publicURL }
    }
}
