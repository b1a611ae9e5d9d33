import Attendance
import CCurl

/// The transfer of one message to a mail server with libcurl. Used by one thread.
final class MailTransfer {
    private let message: [UInt8]
    private let isCancelled: BlockingCall.Cancellation
    private var sentCount = 0
    /// The verb of the last command before QUIT, and the last line of the server's answer to it.
    private var command = ""
    private var answer = ""
    private var isQuitting = false

    init(_ message: [UInt8], isCancelled: BlockingCall.Cancellation) {
        self.message = message
        self.isCancelled = isCancelled
    }

    /// Blocks until the server has answered.
    func run(to recipient: MailAddress, through server: MailServer) -> Result<Void, DeliveryError> {
        guard Self.isInitialized, let handle = curl_easy_init() else {
            return .failure(.unavailable("libcurl cannot be initialized"))
        }
        defer { curl_easy_cleanup(handle) }
        let recipients = curl_slist_append(nil, "<\(recipient.text)>")
        defer { curl_slist_free_all(recipients) }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CURL_ERROR_SIZE)) { problem in
            problem.initialize(repeating: 0)
            let codes =
                connection(handle, server) + [
                    desktap_curl_set_text(handle, CURLOPT_MAIL_FROM, "<\(server.from.text)>"),
                    desktap_curl_set_recipients(handle, recipients),
                    desktap_curl_set_number(handle, CURLOPT_UPLOAD, 1),
                    desktap_curl_set_number(handle, CURLOPT_INFILESIZE, message.count),
                    desktap_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, problem.baseAddress),
                ] + callbacks(handle)
            if let wrong = codes.first(where: { $0 != CURLE_OK }) { return .failure(.unavailable(Self.text(of: wrong))) }
            let code = curl_easy_perform(handle)
            guard code != CURLE_OK else { return .success(()) }
            let detail = problem.baseAddress.map { String(cString: $0) } ?? ""
            return .failure(error(code, detail, status: desktap_curl_response_code(handle), server))
        }
    }

    private func connection(_ handle: UnsafeMutableRawPointer, _ server: MailServer) -> [CURLcode] {
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        let scheme = server.encryption == .implicit ? "smtps" : "smtp"
        let encryption = server.encryption == .startTLSIfOffered ? CURLUSESSL_TRY : CURLUSESSL_ALL
        let texts = [(CURLOPT_CAINFO, server.caFile), (CURLOPT_USERNAME, server.user), (CURLOPT_PASSWORD, server.password)]
        return texts.compactMap { option, text in text.map { desktap_curl_set_text(handle, option, $0) } } + [
            // libcurl takes the name for EHLO from the path.
            desktap_curl_set_text(
                handle, CURLOPT_URL, "\(scheme)://\(host):\(server.port)/\(Self.percentEncoded(server.clientName))"),
            desktap_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps"),
            // The variables of the environment are for web requests.
            desktap_curl_set_text(handle, CURLOPT_PROXY, ""),
            desktap_curl_set_number(handle, CURLOPT_USE_SSL, Int(encryption.rawValue)),
            desktap_curl_set_number(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            desktap_curl_set_number(handle, CURLOPT_SSL_VERIFYPEER, 1),
            desktap_curl_set_number(handle, CURLOPT_SSL_VERIFYHOST, 2),
            // A name look-up that hangs does not hold up a cancellation.
            desktap_curl_set_number(handle, CURLOPT_QUICK_EXIT, 1),
            // No signals, which belong to the whole process.
            desktap_curl_set_number(handle, CURLOPT_NOSIGNAL, 1),
            desktap_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT, 10),
            desktap_curl_set_number(handle, CURLOPT_TIMEOUT, 60),
            // The limit also of the answer to QUIT, which the other limits leave out. With this handle, not with the cleanup,
            // which would ignore the limit and a cancellation.
            desktap_curl_set_number(handle, CURLOPT_SERVER_RESPONSE_TIMEOUT, 60),
            desktap_curl_set_number(handle, CURLOPT_FORBID_REUSE, 1),
        ]
    }

    /// Valid during `run`, which keeps this object alive.
    private func callbacks(_ handle: UnsafeMutableRawPointer) -> [CURLcode] {
        let context = Unmanaged.passUnretained(self).toOpaque()
        return [
            desktap_curl_set_pointer(handle, CURLOPT_READDATA, context),
            desktap_curl_set_read(handle) { buffer, size, count, context in
                guard let buffer, let context else { return 0 }
                return MailTransfer.at(context).read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
            },
            desktap_curl_set_pointer(handle, CURLOPT_XFERINFODATA, context),
            // libcurl calls it at least once a second.
            desktap_curl_set_progress(handle) { context, _, _, _, _ in
                guard let context else { return 0 }
                return MailTransfer.at(context).isCancelled.isSet ? 1 : 0
            },
            desktap_curl_set_number(handle, CURLOPT_NOPROGRESS, 0),
            desktap_curl_set_pointer(handle, CURLOPT_DEBUGDATA, context),
            desktap_curl_set_debug(handle) { _, kind, data, count, context in
                guard let data, let context else { return 0 }
                let bytes = UnsafeRawBufferPointer(start: data, count: count)
                if kind == CURLINFO_HEADER_OUT { MailTransfer.at(context).sent(bytes) }
                if kind == CURLINFO_HEADER_IN { MailTransfer.at(context).received(bytes) }
                return 0
            },
            // Without it, the function above is not called.
            desktap_curl_set_number(handle, CURLOPT_VERBOSE, 1),
        ]
    }

    private static func at(_ context: UnsafeMutableRawPointer) -> MailTransfer {
        Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = message[sentCount...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        sentCount += part.count
        return part.count
    }

    /// Notes only the verb, because the rest may be a password.
    private func sent(_ line: UnsafeRawBufferPointer) {
        let verb = String(decoding: line.prefix(4), as: UTF8.self)
        if verb == "QUIT" { isQuitting = true } else { command = verb }
    }

    private func received(_ line: UnsafeRawBufferPointer) {
        guard !isQuitting else { return }
        answer = String(decoding: line.prefix(200).filter { (0x20...0x7E).contains($0) }, as: UTF8.self)
    }

    private func error(_ code: CURLcode, _ detail: String, status: Int, _ server: MailServer) -> DeliveryError {
        if isCancelled.isSet { return .unavailable("cancelled") }
        // The server's answer, not the network, ended the transfer: to MAIL, RCPT or DATA, to the text, to AUTH.
        let isAnswer = [CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_LOGIN_DENIED].contains(code) && status >= 400
        guard isAnswer else { return .unavailable("\(server): \(detail.isEmpty ? Self.text(of: code) : detail)") }
        guard status >= 500, ["RCPT", "DATA"].contains(command), MailReply(answer).isAboutMessage else {
            return .unavailable("\(server) answered: \(answer)")
        }
        // Only the codes, such as "550 5.1.1": the rest may contain parts of the recipient's address.
        return .refused("\(server) answered: \(MailReply(answer).codes)")
    }

    /// Only letters, digits, dots and hyphens remain.
    private static func percentEncoded(_ name: String) -> String {
        name.replacing("[", with: "%5B").replacing("]", with: "%5D").replacing(":", with: "%3A")
    }

    private static func text(of code: CURLcode) -> String { String(cString: curl_easy_strerror(code)) }

    /// Once per process.
    private static let isInitialized = desktap_curl_initialize() == CURLE_OK
}
