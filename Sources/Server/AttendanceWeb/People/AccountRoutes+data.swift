import Attendance
import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// A person's data: all of it in a file, a legal hold, and erasure on request. Hours are erased by their retention only.
extension AccountRoutes {
    /// All data about the person as JSON, for the person who asked for it. The access is logged with its purpose.
    func data(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, _, fields in
            let purpose = try requiredSentence(fields, "purpose")
            let slot = try slots.begin(for: try context.person().id)
            let (viewer, now) = (try context.person(), context.now)
            let data = try await store.personData.data(of: account.person, asOf: now, zones: zones)
            let today = CivilDate(daysSince1970: now.seconds / 86_400)
            let days = data.record.rows.map(\.key.date)
            try await store.audit.log(
                viewer, sees: account.person.id, of: (days.first ?? today)...max(days.last ?? today, today), purpose: purpose,
                now: now)
            return .file(
                .download(safeFileName("record-\(account.person.userName)", "json"), type: "application/json", data.stamp) {
                    output in
                    try await data.writeJSON { try await output($0) }
                    slot.end()
                })
        }
    }

    func hold(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, _, fields in
            let reason = try requiredSentence(fields, "reason")
            try await store.legalHolds.hold(account.person.id, reason: reason, by: try context.person().id, now: context.now)
            return .done(.legalHoldSet, at: "#data")
        }
    }

    func releaseHold(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, _, _ in
            try requireOther(account, context)
            guard try await store.legalHolds.releaseHold(on: account.person.id, now: context.now) else {
                throw WebError(.conflict, localized("data.noHold"))
            }
            return .done(.legalHoldReleased, at: "#data")
        }
    }

    func erasePlaces(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, _, _ in
            try requireOther(account, context)
            try await requireNoHold(account)
            _ = try await store.retention.erasePlaces(
                of: account.person.id, before: context.now, by: try context.person().id, now: context.now)
            return .done(.erased)
        }
    }

    func eraseName(_ request: Request, _ context: WebContext) async throws -> Response {
        try await carryOut(request, context) { account, author, _ in
            try await requireNoHold(account)
            guard let pseudonym = try await store.retention.eraseName(of: account.person.id, by: author, now: context.now)
            else { throw WebError(.conflict, localized("data.worksHere")) }
            return .done(.erased, of: pseudonym)
        }
    }

    /// A person cannot end their own hold, or erase their own desks.
    private func requireOther(_ account: Account, _ context: WebContext) throws {
        if try context.person().id == account.person.id { throw StoreError.ownAccount }
    }

    private func requireNoHold(_ account: Account) async throws {
        if try await store.legalHolds.legalHold(on: account.person.id) != nil {
            throw WebError(.conflict, localized("data.underHold"))
        }
    }

    private func requiredSentence(_ fields: BodyFields, _ name: String) throws(WebError) -> String {
        guard let text = try fields.sentence(name) else {
            throw .badRequest(localized("correction.sayWhy"), reason: .incomplete)
        }
        return text
    }
}
