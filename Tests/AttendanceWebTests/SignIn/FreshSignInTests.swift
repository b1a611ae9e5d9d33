@testable import AttendanceWeb

import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Fresh sign-in` {
    private func post(
        _ web: TestWeb, _ address: String, _ body: String = "", cookie: String, isPage: Bool = true
    ) async throws -> TestResponse {
        var headers: HTTPFields = isPage ? .page : [:]
        headers[.contentType] = "application/x-www-form-urlencoded"
        headers[.cookie] = cookie
        return try await web.send(.post, address, headers: headers, body: body)
    }

    private static let workingTime = """
        from=2026-12-01&time_zone=Asia%2FTokyo&day_boundary=05%3A00&attribution=session_start&max_session_hours=16&\
        repeat_window_seconds=300&late_after_minutes=15&future_tolerance_seconds=120&max_age_days=31
        """

    private static let officeSettings = "name=Pier&names=office&missing_end_at=20:00&quiet_from=21:00&quiet_to=07:00"

    /// The steps that need a fresh sign-in: the address, the form, and the page to which the sign-in returns.
    static let steps = [
        ("/admin/people/ada/sign-in-link", "", "/admin/people/ada"),
        ("/admin/people", "do=links&person-1=yes", "/admin/people"),
        ("/admin/people", "do=team&person-1=yes&team=1", "/admin/people"),
        ("/admin/people/ada", "display_name=Ada&role=administrator", "/admin/people/ada"),
        ("/admin/people", "user_name=mal&display_name=Mal&role=administrator", "/admin/people"),
        ("/admin/readers", "name=back+door", "/admin/readers"), ("/admin/readers/1/rotate", "", "/admin/readers"),
        ("/admin/displays", "name=Lobby&floor=1", "/admin/displays"), ("/admin/displays/1/link", "", "/admin/displays"),
        ("/admin/import", "kind=people&do=import&csv=user_name%2Cdisplay_name%0Amal%2CMal", "/admin/import"),
        ("/admin/import", "kind=people&do=check&csv=user_name%2Cdisplay_name%0Amal%2CMal", "/admin/import"),
        ("/admin/offices/1", officeSettings, "/admin/offices/1"),
        ("/admin/offices/1/time", workingTime, "/admin/offices/1/time"),
        ("/admin/offices/1/taps", "reader=yes&proof=none", "/admin/offices/1/taps"),
        ("/admin/retention/1", "time_months=12&place_days=90&log_months=24&sure=yes", "/admin/retention/1"),
        (
            "/admin/working-time/holidays/calendar", "calendar=Company&date=2026-12-24&name=Closed&do=add",
            "/admin/working-time/holidays/calendar"
        ),
        (
            "/admin/working-time/holidays/import", "name=Company&csv=2026-12-24,Closed&do=check",
            "/admin/working-time/holidays/import"
        ),
        (
            "/admin/working-time", "name=Full+time&hours=8&day-1=yes&from=2026-11-01&office-1=yes&office-2=yes",
            "/admin/working-time"
        ),
        ("/me/password", "new=correct+horse+battery+staple", "/me/password"),
        ("/admin/teams/1/managers", "user=ada", "/admin/teams"), ("/admin/teams/1/members", "user=ada", "/admin/teams"),
        ("/admin/people/ada", "display_name=Ada&team=1", "/admin/people/ada"),
        ("/admin/people/ada", "display_name=Ada&office=2", "/admin/people/ada"),
        ("/admin/people/ada/badges", "reader=front+door", "/admin/people/ada"),
        ("/admin/people/bo/return", "", "/admin/people/bo"), ("/admin/people/bo/erase-name", "", "/admin/people/bo"),
    ]

    /// The forms of administrators that need no fresh sign-in: they give nobody access.
    private static let harmless: Set<String> = [
        Address.adminWithdrawLinks, Address.adminEndDevice, Address.adminEndDevices, Address.adminLeave,
        Address.adminRevokeKeys, Address.adminRemoveBadge, Address.adminTeams, Address.adminRenameTeam,
        Address.adminRemoveMember, Address.adminRemoveManager, Address.adminOffices, Address.adminRevokeReader,
        Address.adminRevokeDisplay,
        Address.adminFloors, Address.adminRenameFloor, Address.adminMoveFloor, Address.adminRemoveFloor, Address.adminFloor,
        Address.adminPublishFloor, Address.adminDiscardDraft, Address.adminFloorFile, Address.adminFloorPicture, Address.admin,
        Address.adminTestMail, Address.chairSides, Address.adminHold,
        Address.retireTag, Address.replaceTag, Address.adminImportFile,
    ]
    /// Those that need it for some contents only. ``steps`` has such contents.
    private static let byContent: Set<String> = [Address.adminPerson, Address.adminPeople, Address.adminOfficeRetention]

    @Test func `The table of routes says of each form of administrators whether it needs a fresh sign-in`() async throws {
        try await TestWeb.with { (web) async throws in
            let forms = webRoutes(web.services).entries.filter { $0.method != .get }
            func addresses(_ permission: Permission) -> Set<String> {
                Set(forms.filter { if case .permission(permission) = $0.permission { true } else { false } }.map(\.address))
            }
            #expect(addresses(.administer) == Self.harmless.union(Self.byContent))
            // Each of the others refuses an old session and a program's key, whatever the body is, and changes nothing.
            let lea = try await web.office.store.people.person(userName: "lea").id
            let key = try await web.office.store.personalKeys.addKey(for: lea, now: web.clock.now())
            let old = try await web.cookie("lea")
            web.clock.advance(by: FreshSignIn.lifetime + .seconds(1))
            let dump =
                "select (select count(*) from admin_log)::text || (select count(*) from sign_in_link) || (select count(*) from reader)"
            let before = try await web.office.value(dump)
            for template in addresses(.giveAccess) {
                let address = try Authorization.address(template, UUID(), UUID())
                for body in ["", "x=1", "{", #"{"user":"ada"}"#] {
                    // Within the limit for writes of a person.
                    web.clock.advance(by: .seconds(2))
                    let refused = try await post(web, address, body, cookie: old, isPage: false)
                    #expect((refused.status, refused.json["reason"]) == (.forbidden, "fresh_sign_in_needed"), "\(address)")
                    let byKey = try await web.send(.post, address, key: key, body: body)
                    #expect((byKey.status, byKey.json["reason"]) == (.forbidden, "browser_needed"), "\(address)")
                }
            }
            #expect(addresses(.giveAccess).count == 25)
            #expect(try await web.office.value(dump) == before)
        }
    }

    @Test(arguments: steps)
    func `A fresh sign-in is needed for steps that could give another person access or delete records`(
        address: String, form: String, place: String
    ) async throws {
        try await TestWeb.with { (web) async throws in
            _ = try await web.office.store.readers.addReader(name: "front door")
            try await web.office.store.displays.addDisplay(name: "Hall", floor: "6F", of: web.office.office)
            if form.contains("office=2") {
                _ = try await web.office.store.offices.addOffice(name: "Second Office", timeZone: "Asia/Tokyo")
            }
            _ = try await web.office.store.teams.addTeam("Design", in: web.office.office)
            let bo = try await web.office.store.people.person(userName: "bo").id
            try await web.office.store.people.leave(bo, at: web.clock.now(), by: .command, now: web.clock.now())
            let old = try await web.cookie("lea")
            web.clock.advance(by: FreshSignIn.lifetime + .seconds(1))
            let count = """
                select concat_ws(
                    ' ', (select count(*) from admin_log), (select count(*) from configuration_log),
                    (select count(*) from office_settings), (select count(*) from hours_fact))
                """
            let before = try await web.office.value(count)
            let refused = try await post(web, address, form, cookie: old, isPage: false)
            #expect((refused.status, refused.json["reason"]) == (.forbidden, "fresh_sign_in_needed"), "\(refused.text)")
            // Browsers say on which page the form is. Without it, the address of the form is enough.
            for referer in [nil, TestWeb.publicURL + place + "?state=new"] {
                var headers = HTTPFields.page
                headers[.contentType] = "application/x-www-form-urlencoded"
                headers[.cookie] = old
                headers[.referer] = referer
                let page = try await web.send(.post, address, headers: headers, body: form)
                #expect(page.status == .seeOther)
                let back = Address.percentEncoded(place + (referer == nil ? "" : "?state=new"))
                #expect(page.headers[.location] == "/sign-in?to=\(back)&again=yes")
            }
            #expect(try await web.office.value(count) == before)
            let done = try await post(web, address, form, cookie: try await web.cookie("lea"))
            #expect([200, 303].contains(done.status.code), "\(done.text)")
            #expect(done.headers[.location]?.hasPrefix("/sign-in") != true)
            // Each of them leaves an entry that names its author; a check of a file changes nothing.
            let isChanged = try await web.office.value(count) != before
            #expect(isChanged == !form.contains("do=check"), "\(address)")
        }
    }

    @Test func `A fresh sign-in is not needed for other steps, and not replaced by a key or a phone's code`() async throws {
        try await TestWeb.with { (web) async throws in
            let store = web.office.store
            let lea = try await store.people.person(userName: "lea").id
            let old = try await web.cookie("lea")
            web.clock.advance(by: FreshSignIn.lifetime + .seconds(60))
            for (address, form) in [
                ("/admin/people/ada", "display_name=Ada+B.&role=employee"), ("/admin/people", "user_name=emi&display_name=Emi"),
                ("/admin/teams", "name=Design"), ("/admin/people/emi/leave", "last_day=2026-11-20"),
                ("/admin/people/ada/devices/end-all", ""),
            ] {
                let done = try await post(web, address, form, cookie: old)
                #expect(done.status == .seeOther && done.headers[.location]?.hasPrefix("/sign-in") == false, "\(address)")
            }
            let key = try await store.personalKeys.addKey(for: lea, now: web.clock.now())
            let byKey = try await web.send(
                .post, "/admin/people/ada", key: key, headers: [.contentType: "application/x-www-form-urlencoded"],
                body: "display_name=Ada&role=administrator")
            #expect(byKey.json["reason"] == "browser_needed")
            // A code shown by an old session gives no fresh sign-in.
            let code = try await post(web, "/me/devices/phone", cookie: old).text
            let link = try #require(code.firstMatch(of: /id="code-link">https:\/\/[^\/]+([^<]+)</)).output.1
            let phone = try #require(try await post(web, String(link), cookie: "").cookie(web.services.cookies.session.name))
            #expect(try await post(web, "/admin/people/ada/sign-in-link", cookie: phone).status == .seeOther)
            #expect(try await store.people.person(userName: "ada").role == .employee)
        }
    }

    @Test func `The import page says beforehand that a check needs a fresh sign-in`() async throws {
        try await TestWeb.with { (web) async throws in
            var headers = HTTPFields.page
            headers[.cookie] = try await web.cookie("lea")
            let sentence = "Sign in before you choose a file."
            #expect(try await !web.send(.get, Address.adminImport, headers: headers).text.contains(sentence))
            web.clock.advance(by: FreshSignIn.lifetime + .seconds(1))
            let page = try await web.send(.get, Address.adminImport, headers: headers)
            #expect(page.text.contains(sentence) && page.text.contains("again=yes\">Sign in again</a>"))
        }
    }

    @Test func `A new administrator without a password learns that one is needed, and sees no field for it`() async throws {
        try await TestWeb.with { (web) async throws in
            let lea = try await web.cookie("lea")
            let promoted = try await post(web, "/admin/people/ada", "display_name=Ada&role=administrator", cookie: lea)
            #expect(promoted.headers.contains { $0.value.contains("desktap-done=administratorNeedsPassword") })
            var headers = HTTPFields.page
            headers[.cookie] = try await web.cookie("ada")
            func again() async throws -> String {
                try await web.send(.get, Address.signInAgain(to: Address.adminReaders), headers: headers).text
            }
            #expect(try await again().contains("Then set a password under"))
            #expect(try await !again().contains("type=\"password\""))
            let ada = try await web.office.store.people.person(userName: "ada").id
            let hash = try await web.services.passwords.hash(of: Password("correct horse battery staple"), for: ada)
            try await web.office.store.passwords.setPasswordHash(hash, of: ada, now: web.clock.now())
            #expect(try await again().contains("type=\"password\""))
            // The message is for a new administrator only.
            let renamed = try await post(web, "/admin/people/ada", "display_name=Ada+B.&role=administrator", cookie: lea)
            #expect(renamed.headers.contains { $0.value.contains("desktap-done=changesSaved") })
        }
    }

    @Test func `A fresh sign-in returns to the page that needs it`() async throws {
        try await TestWeb.with { (web) async throws in
            let lea = try await web.office.store.people.person(userName: "lea")
            let hash = try await web.services.passwords.hash(of: Password("correct horse battery staple"), for: lea.id)
            try await web.office.store.passwords.setPasswordHash(hash, of: lea.id, now: web.clock.now())
            let old = try await web.cookie("lea")
            var headers = HTTPFields.page
            headers[.cookie] = old
            // Without `again` a signed-in person is redirected at once.
            #expect(try await web.send(.get, "/sign-in?to=%2Fme", headers: headers).headers[.location] == "/me")
            let page = try await web.send(.get, Address.signInAgain(to: Address.adminReaders), headers: headers)
            #expect(
                page.status == .ok && page.text.contains("Sign in again to do this.")
                    && page.text.contains("desktap person link"))
            // Only the password is asked for, also after a wrong one.
            let wrong = try await post(web, "/sign-in", "user=lea&password=wrong&to=%2Fadmin%2Freaders", cookie: old)
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("Wrong user name or password."))
            for text in [page.text, wrong.text] {
                #expect(text.contains("User name <strong>lea</strong>") && !text.contains("<label>User name"))
                #expect(text.contains("name=\"user\" value=\"lea\"") && text.contains("autofocus"))
            }
            web.clock.advance(by: FreshSignIn.lifetime + .seconds(1))
            // User names ignore case.
            let answer = try await post(
                web, "/sign-in", "user=LEA&password=correct+horse+battery+staple&to=%2Fadmin%2Freaders", cookie: old)
            #expect(answer.headers[.location] == "/admin/readers")
            let fresh = try #require(answer.cookie(web.services.cookies.session.name))
            #expect(try await post(web, "/admin/readers", "name=x", cookie: fresh).status == .ok)
            // As seen by a server process with an emptied cache.
            web.services.access.invalidate()
            #expect(try await post(web, "/admin/readers", "name=y", cookie: old).status == .unauthorized)
        }
    }
}
