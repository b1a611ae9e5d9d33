import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The start page of the administration (`/admin`): the steps to the first tap, then what there is.
struct OverviewRoutes {
    let store: AttendanceStore
    let pages: Pages
    let publicURL: String
    let provider: IdentityProvider?

    func page(_ request: Request, _ context: WebContext) async throws -> Response { try await page(context) }

    /// Adds a floor with desks in rows to the viewer's office.
    func addFloor(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = try context.person()
        let form = NewFloorForm(try await BodyFields(of: request))
        return try await request.performingAction {
            try await store.floors.addFloor(try form.layout(), to: viewer.office)
            return .redirect(Address.admin, done: .floorAdded)
        } orShowing: { problem in
            try await page(context, problem: problem, typed: form)
        }
    }

    private func page(
        _ context: WebContext, problem: WebError? = nil, typed: NewFloorForm = NewFloorForm()
    ) async throws -> Response {
        let viewer = try context.person()
        let state = try await store.setupState(now: context.now)
        let desk = state.hasTap ? nil : try await store.floors.usableDeskNames(of: viewer.office).first?.desk
        let hasPassword = try await store.passwords.passwordHash(of: viewer.id) != nil
        let page = OverviewPage(
            navigation: try await Navigation(for: viewer, at: Address.admin, store), state,
            office: try await store.offices.offices().first { $0.id == viewer.office }, desk: desk,
            provider: provider?.settings.name, hasPassword: hasPassword, publicURL: publicURL, problem: problem?.sentence,
            typed: typed)
        return try pages.render(page, problem: problem)
    }
}

/// The form for a floor whose desks are placed in rows, as typed.
struct NewFloorForm: Sendable {
    let name: String
    let desks: String

    init() { (name, desks) = ("", "10") }

    init(_ fields: BodyFields) { (name, desks) = (fields["name"] ?? "", fields["desks"] ?? "") }

    /// - Throws: ``WebError`` for a name without a Latin letter or digit, or a wrong number.
    func layout() throws(WebError) -> FloorLayout {
        let prefix = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
        guard let name = PersonName(name)?.text, name.unicodeScalars.count <= 64, let prefix = DeskID(String(prefix.prefix(24)))
        else { throw .badRequest(localized("floors.badPrefix"), reason: .badName) }
        guard let count = Int(desks), FloorLayout.deskCount.contains(count) else {
            let most = ["most": "\(FloorLayout.deskCount.upperBound)"]
            throw .badRequest(localized("floors.badCount", most), reason: .badDesk)
        }
        return FloorLayout(floor: name, desks: count, prefix: prefix)
    }
}
