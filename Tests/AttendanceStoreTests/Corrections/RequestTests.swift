import Attendance
import AttendanceStore
import Foundation
import Postgres
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)), .timeLimit(.minutes(10)))
struct `Correction requests` {
    /// Ada tapped a start at noon; Bo manages her.
    private struct Story {
        let office: TestOffice
        let ada, bo, cy: Person
        let tap = UUID()
        var store: AttendanceStore { office.store }

        static let noon = TestOffice.noon

        static func with(_ body: (Story) async throws -> Void) async throws {
            try await TestOffice.with { office in
                let store = office.store
                let story = Story(
                    office: office, ada: try await store.people.person(userName: "ada"),
                    bo: try await store.people.person(userName: "bo"),
                    cy: try await store.people.person(userName: "cy"))
                let team = try await store.teams.addTeam("Design", in: office.office)
                try await store.people.assign([story.ada.id], to: team)
                try await store.people.setManager(story.bo.id, of: team, to: true)
                try await office.withRecorder { (recorder) async throws in
                    _ = try await recorder.record([TestOffice.submission("ada", .start, desk: "6F-A1", id: story.tap)])
                }
                try await body(story)
            }
        }

        func record(_ change: Correction.Change, _ id: UUID = UUID(), reason: String = "A slip") -> LogRecord {
            .correction(
                Correction(
                    id: id, target: tap, change: change, justification: Justification(author: "ada", reason: reason)))
        }

        func end(at instant: Instant, _ id: UUID = UUID()) -> LogRecord {
            .add(
                Tap(id: id, user: "ada", kind: .end, at: instant, desk: nil),
                Justification(author: "ada", reason: "Forgot to tap"))
        }

        func ask(_ record: LogRecord, at instant: Instant = noon + .seconds(7200)) async throws -> CorrectionRequest {
            let outcome = try await store.requests.ask(record, atSent: nil, by: ada, for: ada, now: instant)
            guard case .asked(let request, _) = outcome else {
                Issue.record("\(outcome)")
                throw InstallationError.logMoved
            }
            return request
        }

        /// Ada asks for a whole day, from 9:00 to 17:00 with a break at noon or without one.
        /// - Parameter days: before the day of her tap.
        func askForDay(
            _ days: Int64, withBreak: Bool = true, desk: DeskID? = nil, at instant: Instant = noon + .seconds(7200)
        ) async throws -> (ids: [UUID], outcome: RequestOutcome) {
            let (ids, start) = (UUID().idsOfDay, Story.noon - .seconds(days * 86_400 + 3 * 3600))
            var taps = [
                Tap(id: ids[0], user: "ada", kind: .start, at: start, desk: desk),
                Tap(id: ids[3], user: "ada", kind: .end, at: start + .seconds(8 * 3600), desk: nil),
            ]
            if withBreak {
                taps.insert(Tap(id: ids[1], user: "ada", kind: .pause, at: start + .seconds(3 * 3600), desk: nil), at: 1)
                taps.insert(Tap(id: ids[2], user: "ada", kind: .start, at: start + .seconds(4 * 3600), desk: desk), at: 2)
            }
            let why = Justification(author: "ada", reason: "Business trip")
            let day = WholeDay(taps.map { CorrectionSubmission(.add($0, why), receivedAt: instant) })
            let outcome = try await store.requests.ask(day, by: ada, for: ada, now: instant, zones: try .system())
            return (ids, outcome)
        }

        /// Bo rejects a request, or the whole day that was sent with it.
        func refuse(_ id: UUID, wholeDay: Bool, at instant: Instant) async throws {
            let outcome = try await store.requests.refuse(
                id, wholeDay: wholeDay, by: bo, comment: "No", now: instant, zones: try .system())
            if case .decided = outcome { return }
            Issue.record("\(outcome)")
        }

        /// The states of these requests, such as `open refused`; `-` if there is none.
        func states(_ ids: [UUID]) async throws -> String {
            var states: [String] = []
            for id in ids { states.append(try await store.requests.request(id)?.state.rawValue ?? "-") }
            return states.joined(separator: " ")
        }

        /// The people whom Bo manages.
        var reach: PeopleScope { PeopleScope(of: bo.id, ofTeams: true, all: false) }

        /// The corrections in the log: type, author and reason.
        var log: String? {
            get async throws {
                try await office.value(
                    """
                    select string_agg(concat_ws(' ', type, user_name, said), '; ' order by seq) from (
                        select type, author_id, reason as said, seq from event where type = 'add'
                        union all select type, author_id, reason, seq from correction) as one
                      join person on person.id = author_id
                    """)
            }
        }
    }

    private let later = TestOffice.noon + .seconds(7300)

    @Test func `A requester can have at most twenty open requests for one person`() async throws {
        try await Story.with { story in
            func ask(as requester: Person, for person: Person) async throws -> RequestOutcome {
                let noon = Story.noon
                let tap = Tap(id: UUID(), user: person.userName, kind: .end, at: noon + .seconds(60), desk: nil)
                let why = Justification(author: requester.userName, reason: "Forgot")
                return try await story.store.requests.ask(
                    .add(tap, why), atSent: nil, by: requester, for: person, now: noon + .seconds(7200))
            }
            let outcomes = try await withThrowingTaskGroup(of: RequestOutcome.self) { group in
                for _ in 1...24 { group.addTask { try await ask(as: story.ada, for: story.ada) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .tooManyOpen } == 4)
            // Her manager's requests count separately, and a withdrawn request no longer counts.
            guard case .asked = try await ask(as: story.bo, for: story.ada) else { throw InstallationError.logMoved }
            let first = try #require(
                try await story.store.requests.requests(of: story.ada.id).first { $0.askerID == story.ada.id })
            _ = try await story.store.requests.withdraw(first.id, by: story.ada, now: Story.noon + .seconds(7201))
            guard case .asked = try await ask(as: story.ada, for: story.ada) else { throw InstallationError.logMoved }
            #expect(try await ask(as: story.ada, for: story.ada) == .tooManyOpen)
        }
    }

    @Test func `Twenty whole days can wait, and all of them are listed`() async throws {
        try await Story.with { story in
            for day: Int64 in 1...20 {
                guard case .asked = try await story.askForDay(day).outcome else { throw InstallationError.logMoved }
            }
            #expect(try await story.askForDay(21).outcome == .tooManyOpen)
            for limit: Int64 in [RequestStore.requestsOfPerson, 20] {
                let requests = try await story.store.requests.requests(of: story.ada.id, limit: limit)
                #expect(requests.count == 80 && requests.byDay.count == 20)
            }
            #expect(try await story.store.requests.countRequestsToDecide(within: story.reach).open == 20)
        }
    }

    /// Regression: the parts of a day looked like a day, and a day of which a part was decided could not be decided any more.
    @Test func `A part of a day is no day: its requests are listed and decided one by one`() async throws {
        try await Story.with { story in
            func listed() async throws -> [Int] {
                try await story.store.requests.requestsToDecide(within: story.reach).requests.byDay.map(\.count)
            }
            let ids = try await story.askForDay(1).ids
            #expect(try await listed() == [4])
            try await story.refuse(ids[1], wholeDay: false, at: later)
            #expect(try await listed() == [1, 1, 1])
            try await story.refuse(ids[0], wholeDay: true, at: later)
            #expect(try await story.states(ids) == "refused refused open open")
            // A start and an end, but those of the afternoon.
            #expect(try await listed() == [1, 1])
            #expect(try await story.store.requests.countRequestsToDecide(within: story.reach).open == 2)
            try await story.refuse(ids[3], wholeDay: true, at: later)
            #expect(try await story.states(ids) == "refused refused open refused")
            // Without its break, a day remains a day.
            let others = try await story.askForDay(2, at: Story.noon + .seconds(7260)).ids
            for id in others[1...2] { try await story.refuse(id, wholeDay: false, at: later) }
            #expect(try await listed() == [1, 2])
            try await story.refuse(others[0], wholeDay: true, at: later)
            #expect(try await story.states(others) == "refused refused refused refused")
        }
    }

    @Test func `A whole day is on one page`() async throws {
        try await Story.with { story in
            let ids = try await story.askForDay(1).ids
            try await story.refuse(ids[0], wholeDay: true, at: later)
            try await story.office.execute(
                """
                insert into correction_request (id, asker_id, person_id, type, kind, at, at_sent, reason, asked_at, log_seq, state,
                                                decider_id, decided_at)
                select gen_random_uuid(), \(story.ada.id), \(story.ada.id), 'add', 'end', '2026-11-20 04:00+00', 'then', n::text,
                       '2026-11-20 05:00+00', 1, 'approved', \(story.bo.id),
                       case when n <= 48 then '2026-11-20 07:00+00'::timestamptz else '2026-11-18 07:00+00' end
                           - n * interval '1 second'
                  from generate_series(1, 50) n
                """)
            let requests = story.store.requests
            let first = try await requests.decidedRequests(within: story.reach)
            #expect(first.requests.count == 52 && first.hasMore && first.requests.byDay.last?.map(\.id) == ids)
            let second = try await requests.decidedRequests(within: story.reach, page: 1)
            #expect(second.requests.map(\.reason) == ["49", "50"] && !second.hasMore)
            let new = try await requests.newDecisions(for: story.ada.id, now: later + .seconds(7200))
            #expect(new.count == 52 && new.byDay.count == 49)
        }
    }

    @Test func `Requests that were not sent as a day, and entries that are decided later, count for themselves`() async throws {
        try await Story.with { story in
            let requests = story.store.requests
            let ids = UUID().idsOfDay
            for (id, seconds) in zip(ids, [60, 120] as [Int64]) {
                _ = try await story.ask(story.end(at: Story.noon + .seconds(seconds), id))
            }
            #expect(try await requests.countRequestsToDecide(within: story.reach).open == 2)
            let day = try await story.askForDay(1, withBreak: false).ids
            #expect(try await requests.countRequestsToDecide(within: story.reach).open == 3)
            func new() async throws -> Int64 {
                try await requests.countNewDecisions(for: story.ada.id, now: later + .seconds(120))
            }
            try await story.refuse(day[0], wholeDay: false, at: later)
            #expect(try await new() == 1)
            try await requests.setDecisionsSeen(by: story.ada.id, until: later)
            try await story.refuse(day[3], wholeDay: false, at: later + .seconds(60))
            #expect(try await new() == 1)
            #expect(try await requests.newDecisions(for: story.ada.id, now: later + .seconds(120)).map(\.id) == [day[3]])
        }
    }

    @Test func `A whole day follows the longest session of the office of its desk`() async throws {
        try await Story.with { story in
            let store = story.store
            let other = try await store.offices.addOffice(name: "Hill Office", timeZone: TestOffice.timeZone)
            let desk = try #require(DeskID("9F-A1"))
            try await store.floors.addFloor(
                Floor(name: "9F", width: 100, height: 100), position: 0, rooms: [],
                desks: [(id: desk, x: Int64(0), y: Int64(0))],
                to: other)
            var change = OfficeSettingsChange()
            change.maximumSession = .some(.seconds(4 * 3600))
            try await store.officeSettings.change(
                change, of: other, from: try #require(CivilDate(text: "2026-11-01")), by: nil, now: Story.noon,
                zones: try .system())
            guard case .contradictory(let preview) = try await story.askForDay(1, desk: desk).outcome,
                case .afterDeadline = preview.contradiction
            else {
                Issue.record("not compared with the office of the desk")
                return
            }
            guard case .asked = try await story.askForDay(1).outcome else {
                Issue.record("not asked")
                return
            }
        }
    }

    @Test func `The list of requests to decide has pages of 200`() async throws {
        try await Story.with { story in
            try await story.office.execute(
                """
                insert into correction_request (id, asker_id, person_id, type, kind, at, at_sent, reason, asked_at, log_seq)
                select gen_random_uuid(), \(story.ada.id), \(story.ada.id), 'add', 'end', '2026-11-20 04:00+00', 'then', n::text,
                       '2026-11-20 05:00+00'::timestamptz + n * interval '1 second', 1
                  from generate_series(1, 201) n
                """)
            let first = try await story.store.requests.requestsToDecide(within: story.reach)
            #expect(first.requests.map(\.reason) == (1...200).map(String.init) && first.hasMore)
            let second = try await story.store.requests.requestsToDecide(within: story.reach, page: 1)
            #expect(second.requests.map(\.reason) == ["201"] && !second.hasMore)
        }
    }

    @Test func `A request changes nothing until it is approved, and is then carried out once`() async throws {
        try await Story.with { story in
            let request = try await story.ask(story.record(.amend(Amendment(at: Story.noon - .seconds(600)))))
            #expect(request.state == .open && !request.isStale)
            #expect(try await story.log == nil)
            #expect(try await story.store.corrections.events([story.tap])[story.tap]?.at == Story.noon)

            for _ in 1...2 {
                let outcome = try await story.store.requests.approve(request.id, by: story.bo, comment: "Seen you", now: later)
                guard case .decided(let approved, _) = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
                #expect(approved.state == .approved)
                #expect(approved.decision?.by.userName == "bo" && approved.decision?.comment == "Seen you")
            }
            #expect(try await story.log == "amend bo A slip")
            let day = try #require(CivilDate(text: "2026-11-20"))
            let history = try await story.store.record.history(of: story.ada.id, in: day...day, zones: try .system())
            let approval = try #require(history.first?.corrections.first?.approval)
            #expect(approval.requester.userName == "ada" && approval.comment == "Seen you")
            #expect(try await story.store.corrections.events([story.tap])[story.tap]?.at == Story.noon - .seconds(600))
            #expect(try await story.store.ledger.verifyLedger().flaw == nil)
            // A decision by another person is too late.
            guard case .tooLate = try await story.store.requests.refuse(request.id, by: story.cy, comment: "No", now: later)
            else {
                Issue.record("decided twice")
                return
            }
        }
    }

    /// Too far for a comparison with the record.
    @Test func `An approval is an access to the day from which it moves a tap, and to the new one`() async throws {
        try await Story.with { story in
            let request = try await story.ask(story.record(.amend(Amendment(at: Story.noon - .seconds(70 * 86_400)))))
            guard case .decided = try await story.store.requests.approve(request.id, by: story.bo, comment: nil, now: later)
            else {
                Issue.record("not approved")
                return
            }
            let period = try #require(try await story.store.audit.accesses(to: story.ada.id).first?.period)
            #expect(period.lowerBound.adding(days: 70) == period.upperBound)
            #expect(period.upperBound == CivilDate(text: "2026-11-20"))
        }
    }

    /// A change of an account locks the account, and then the log.
    @Test(arguments: ["ask", "approve", "refuse"])
    func `A request does not lock the log while an account of it changes`(step: String) async throws {
        try await Story.with { story in
            let (record, requests) = (story.end(at: Story.noon + .seconds(3600)), story.store.requests)
            if step != "ask" { _ = try await story.ask(record) }
            try await story.office.pool.withConnection { holder in
                try await holder.execute("begin; select from person where user_name = 'ada' for update")
                async let done: Void = {
                    switch step {
                    case "ask": _ = try await story.ask(record)
                    case "approve":
                        _ = try await requests.approve(record.id, by: story.bo, comment: nil, now: later)
                    default: _ = try await requests.refuse(record.id, by: story.bo, comment: "No", now: later)
                    }
                }()
                try await story.office.waitForLocks(1)
                try await holder.execute("select from log_head for update; commit")
                try await done
            }
            let states = ["ask": "open", "approve": "approved", "refuse": "refused"]
            #expect(try await requests.request(record.id)?.state.rawValue == states[step])
        }
    }

    @Test func `A request that several people approve at the same time is carried out once`() async throws {
        try await Story.with { story in
            let request = try await story.ask(story.end(at: Story.noon + .seconds(3600)))
            let outcomes = try await withThrowingTaskGroup(of: DecisionOutcome.self) { group in
                for person in [story.bo, story.cy, story.bo, story.cy] {
                    group.addTask {
                        try await story.store.requests.approve(request.id, by: person, comment: nil, now: later)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let decided = outcomes.count { if case .decided = $0 { true } else { false } }
            // The first approver and the repetition by the same person.
            #expect(decided == 2)
            #expect(try await story.office.value("select count(*)::text from event") == "2")
            #expect(try await story.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A request cannot be decided by its requester or by the person concerned`() async throws {
        try await Story.with { story in
            let own = try await story.ask(story.record(.void))
            #expect(try await story.store.requests.approve(own.id, by: story.ada, comment: nil, now: later) == .own)
            #expect(try await story.store.requests.refuse(own.id, by: story.ada, comment: "No", now: later) == .own)
            guard
                case .asked(let byBo, _) = try await story.store.requests.ask(
                    story.record(.void), atSent: nil, by: story.bo, for: story.ada, now: later)
            else {
                Issue.record("not asked")
                return
            }
            #expect(try await story.store.requests.approve(byBo.id, by: story.bo, comment: nil, now: later) == .own)
            #expect(try await story.store.requests.approve(byBo.id, by: story.ada, comment: nil, now: later) == .own)
            await #expect(throws: (any Error).self) {
                try await story.office.execute(
                    """
                    update correction_request set state = 'approved', decider_id = asker_id, decided_at = now()
                     where id = '\(own.id)'
                    """)
            }
            #expect(try await story.log == nil)
        }
    }

    @Test func `An open request can be withdrawn by its requester only`() async throws {
        try await Story.with { story in
            let request = try await story.ask(story.record(.void))
            #expect(try await story.store.requests.withdraw(request.id, by: story.bo, now: later) == .unknownRequest)
            for _ in 1...2 {
                guard
                    case .decided(let withdrawn, _) = try await story.store.requests.withdraw(
                        request.id, by: story.ada, now: later)
                else {
                    Issue.record("not withdrawn")
                    return
                }
                #expect(withdrawn.state == .withdrawn)
            }
            guard case .tooLate = try await story.store.requests.approve(request.id, by: story.bo, comment: nil, now: later)
            else {
                Issue.record("approved what was withdrawn")
                return
            }
            #expect(try await story.store.requests.requestsToDecide(within: story.reach).requests.isEmpty)
        }
    }

    @Test func `A request whose tap was corrected since is stale and needs an explicit approval`() async throws {
        try await Story.with { story in
            let request = try await story.ask(story.record(.amend(Amendment(at: Story.noon + .seconds(60)))))
            let why = Justification(author: "cy", reason: "Found it")
            let void = Correction(id: UUID(), target: story.tap, change: .void, justification: why)
            _ = try await story.store.corrections.correct([CorrectionSubmission(.correction(void), receivedAt: later)])
            #expect(try await story.store.requests.request(request.id)?.isStale == true)
            guard case .stale = try await story.store.requests.approve(request.id, by: story.bo, comment: nil, now: later)
            else {
                Issue.record("approved what is stale")
                return
            }
            guard
                case .decided(let approved, _) = try await story.store.requests.approve(
                    request.id, by: story.bo, comment: nil, evenIfStale: true, now: later)
            else {
                Issue.record("not approved")
                return
            }
            #expect(!approved.isStale)
        }
    }

    @Test func `A request for a missing end becomes stale when the end arrives`() async throws {
        try await Story.with { story in
            let request = try await story.ask(story.end(at: Story.noon + .seconds(3600)))
            try await story.office.withRecorder { (recorder) async throws in
                // An end on the next day does not make it stale.
                _ = try await recorder.record([
                    TestOffice.submission("ada", .end, at: Story.noon + .seconds(86_400 + 3600))
                ])
                #expect(try await story.store.requests.request(request.id)?.isStale == false)
                _ = try await recorder.record([
                    TestOffice.submission(
                        "ada", .end, at: Story.noon + .seconds(3500), receivedAt: Story.noon + .seconds(90_000))
                ])
            }
            #expect(try await story.store.requests.request(request.id)?.isStale == true)
        }
    }

    @Test func `A decision by another person is new until it is seen, for at most thirty days`() async throws {
        try await Story.with { story in
            let store = story.store.requests
            func new(to person: Person, at instant: Instant) async throws -> [UUID] {
                let new = try await store.newDecisions(for: person.id, now: instant).map(\.id)
                #expect(try await store.countNewDecisions(for: person.id, now: instant) == Int64(new.count))
                return new
            }
            let first = try await story.ask(story.record(.void))
            let second = try await story.ask(story.end(at: Story.noon + .seconds(60)))
            let third = try await story.ask(story.end(at: Story.noon + .seconds(90)))
            let (decided, now) = (later + .seconds(60), later + .seconds(120))
            _ = try await store.withdraw(third.id, by: story.ada, now: later)
            _ = try await store.refuse(first.id, by: story.bo, comment: "No", now: later)
            _ = try await store.approve(second.id, by: story.bo, comment: nil, evenIfStale: true, now: decided)
            #expect(try await new(to: story.ada, at: now) == [second.id, first.id])
            #expect(try await new(to: story.bo, at: now).isEmpty)
            for instant in [later, later - .seconds(60)] {
                try await store.setDecisionsSeen(by: story.ada.id, until: instant)
                #expect(try await new(to: story.ada, at: now) == [second.id])
            }
            #expect(try await new(to: story.ada, at: decided + RequestStore.newDecisionsFor).isEmpty)
            try await store.setDecisionsSeen(by: story.ada.id, until: now)
            #expect(try await new(to: story.ada, at: now).isEmpty)
        }
    }

    @Test func `A correction by another person is new until it is seen, unless the person requested it`() async throws {
        try await Story.with { story in
            let (store, now) = (story.store.requests, later + .seconds(120))
            func new() async throws -> [UUID] {
                let new = try await store.newCorrections(for: story.ada.id, now: now)
                #expect(new.allSatisfy { $0.author == "Cy Okonkwo" })
                return new.map(\.event)
            }
            func correct(_ change: Correction.Change, by author: String, at instant: Instant) async throws {
                let justification = Justification(author: author, reason: "Seen")
                let correction = Correction(id: UUID(), target: story.tap, change: change, justification: justification)
                _ = try await story.store.corrections.correct([
                    CorrectionSubmission(.correction(correction), receivedAt: instant)
                ])
            }
            try await correct(.amend(Amendment(at: Story.noon - .seconds(60))), by: "cy", at: later)
            try await correct(.amend(Amendment(at: Story.noon - .seconds(30))), by: "ada", at: later)
            let end = Tap(id: UUID(), user: "ada", kind: .end, at: Story.noon + .seconds(3600), desk: nil)
            _ = try await story.store.corrections.correct([
                CorrectionSubmission(.add(end, Justification(author: "cy", reason: "Seen")), receivedAt: later + .seconds(60))
            ])
            #expect(try await new() == [end.id, story.tap])
            #expect(try await store.countNewDecisions(for: story.ada.id, now: now) == 2)
            #expect(try await store.countNewDecisions(for: story.cy.id, now: now) == 0)
            let request = try await story.ask(story.record(.void))
            _ = try await store.approve(request.id, by: story.cy, comment: nil, evenIfStale: true, now: now)
            #expect(try await new() == [end.id, story.tap])
            #expect(try await store.countNewDecisions(for: story.ada.id, now: now) == 3)
            try await store.setDecisionsSeen(by: story.ada.id, until: later)
            #expect(try await new() == [end.id])
            let last = later + .seconds(60) + RequestStore.newDecisionsFor
            #expect(try await store.newCorrections(for: story.ada.id, now: last).isEmpty)
        }
    }

    @Test func `A decision by an earlier clock is new after a later decision was seen`() async throws {
        try await Story.with { story in
            let store = story.store.requests
            let first = try await story.ask(story.record(.void))
            let second = try await story.ask(story.end(at: Story.noon + .seconds(60)))
            let (decided, now) = (later + .seconds(60), later + .seconds(120))
            _ = try await store.refuse(first.id, by: story.bo, comment: "No", now: decided)
            try await store.setDecisionsSeen(by: story.ada.id, until: decided)
            _ = try await store.refuse(second.id, by: story.cy, comment: "No", now: later)
            #expect(try await store.newDecisions(for: story.ada.id, now: now).map(\.id) == [second.id])
        }
    }

    @Test func `Decided requests are listed within the viewer's reach, latest decision first, in pages of 50`() async throws {
        try await Story.with { story in
            let store = story.store.requests
            let (open, withdrawn) = (
                try await story.ask(story.record(.void)), try await story.ask(story.end(at: Story.noon + .seconds(60)))
            )
            _ = try await store.withdraw(withdrawn.id, by: story.ada, now: later)
            #expect(try await store.decidedRequests(within: story.reach).requests.isEmpty)
            _ = try await store.refuse(open.id, by: story.cy, comment: "No", now: later)
            try await story.office.execute(
                """
                insert into correction_request (id, asker_id, person_id, type, kind, at, at_sent, reason, asked_at, log_seq, state,
                                                decider_id, decided_at)
                select gen_random_uuid(), \(story.ada.id), \(story.ada.id), 'add', 'end', '2026-11-20 04:00+00', 'then', n::text,
                       '2026-11-20 05:00+00', 1, 'approved', \(story.bo.id), '2026-11-18 05:00+00'::timestamptz - n * interval '1 second'
                  from generate_series(1, 50) n
                """)
            let first = try await store.decidedRequests(within: story.reach)
            #expect(first.requests.map(\.reason) == ["A slip"] + (1...49).map(String.init) && first.hasMore)
            #expect(first.requests.first?.decision?.comment == "No")
            let second = try await store.decidedRequests(within: story.reach, page: 1)
            #expect(second.requests.map(\.reason) == ["50"] && !second.hasMore)
            let others = PeopleScope(of: story.ada.id, ofTeams: true, all: true)
            #expect(try await store.decidedRequests(within: others).requests.isEmpty)
        }
    }

    @Test func `A request that cannot be carried out is not stored`() async throws {
        try await Story.with { story in
            let (id, now) = (UUID(), later)
            func outcome(_ record: LogRecord) async throws -> RequestOutcome {
                try await story.store.requests.ask(record, atSent: nil, by: story.ada, for: story.ada, now: now)
            }
            let desk = try #require(DeskID("9Z-Z9"))
            #expect(
                try await outcome(story.record(.amend(Amendment(desk: .named(desk))))) == .impossible(.rejected(.unknownDesk)))
            #expect(try await outcome(story.end(at: now + .seconds(3600))) == .impossible(.rejected(.future)))
            #expect(try await outcome(story.record(.restore)) == .impossible(.rejected(.badType)))
            #expect(try await outcome(story.end(at: now, story.tap)) == .impossible(.conflict))
            #expect(try await story.office.value("select count(*)::text from correction_request") == "0")
            // A request sent twice with the same id is stored once.
            let (forgotten, left) = (UUID(), Story.noon + .seconds(3600))
            let end = try await story.ask(story.end(at: left, forgotten))
            #expect(try await outcome(story.end(at: left, forgotten)) == .known(end, nil))
            #expect(try await outcome(story.end(at: left + .seconds(1), forgotten)) == .impossible(.conflict))
            // An office is the same under its former name.
            let moved = Amendment(at: Story.noon + .seconds(60), office: "Harbour Office")
            let atPier = try await story.ask(story.record(.amend(moved)))
            try await story.office.store.offices.change(story.office.office, OfficeChange(name: "Pier"))
            if case .known = try await outcome(story.record(.amend(moved), atPier.id)) {} else { Issue.record("not known") }
            let first = try await story.ask(story.record(.void, id))
            #expect(try await outcome(story.record(.void, id)) == .known(first, nil))
            // One with other content is not lost without a word.
            #expect(try await outcome(story.record(.void, id, reason: "A guest")) == .impossible(.conflict))
            #expect(
                try await outcome(story.record(.amend(Amendment(at: Story.noon + .seconds(60))), id)) == .impossible(.conflict))
            #expect(
                try await story.store.requests.ask(story.record(.void, id), atSent: nil, by: story.bo, for: story.ada, now: now)
                    == .impossible(.conflict))
            #expect(try await story.log == nil)
            #expect(try await story.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test func `A request reaches only approvers whose scope includes the person`() async throws {
        try await Story.with { story in
            let request = try await story.ask(story.record(.void))
            let store = story.store
            func ids(_ reach: PeopleScope) async throws -> [UUID] {
                try await store.requests.requestsToDecide(within: reach).requests.map(\.id)
            }
            func reach(_ person: Person, teams: Bool = false, offices: [OfficeID] = [], all: Bool = false) -> PeopleScope {
                PeopleScope(of: person.id, ofTeams: teams, offices: offices, all: all)
            }
            #expect(try await ids(story.reach) == [request.id])
            #expect(try await ids(reach(story.cy, offices: [999, story.office.office])) == [request.id])
            #expect(try await ids(reach(story.cy, all: true)) == [request.id])
            #expect(try await ids(reach(story.cy, teams: true)).isEmpty)
            #expect(try await ids(reach(story.cy, offices: [999])).isEmpty)
            #expect(try await ids(reach(story.ada, teams: true, offices: [story.office.office], all: true)).isEmpty)
            #expect(try await store.requests.countRequestsToDecide(within: story.reach) == (1, true))
            #expect(try await store.requests.countRequestsToDecide(within: reach(story.ada, all: true)) == (0, false))
            #expect(try await store.people.people(within: story.reach).map(\.person.userName) == ["ada"])
            let all = try await store.people.people(within: reach(story.cy, all: true))
            #expect(all.map(\.person.userName) == ["ada", "bo", "lea", "dai"])
            #expect(all.map(\.hasLeft) == [false, false, false, true])
            #expect(try await store.people.people(within: reach(story.cy, all: true), named: "LIND").count == 1)
        }
    }

    @Test func `A request for work away from a desk can be approved until its place is erased`() async throws {
        try await Story.with { story in
            func ask(at second: Int64) async throws -> CorrectionRequest {
                let start = Tap(id: UUID(), user: "ada", kind: .start, at: Story.noon + .seconds(second), desk: nil)
                return try await story.ask(.add(start, Justification(author: "ada", reason: "At a customer")))
            }
            let (first, second) = (try await ask(at: 60), try await ask(at: 120))
            #expect(first.isAway && first.missingValue == nil)
            let now = later
            guard case .decided = try await story.store.requests.approve(first.id, by: story.bo, comment: nil, now: now) else {
                Issue.record("not approved")
                return
            }
            let added = try await story.store.corrections.events([first.record.id])[first.record.id]
            #expect(added?.isAway == true)
            // The state after an erasure of location data.
            try await story.office.execute("update correction_request set desk = null, sets_desk = false")
            let erased = try await story.store.requests.request(second.id)
            #expect(erased?.isAway == false && erased?.missingValue == .deskRequired)
        }
    }

    /// Regression: an erasure of location data emptied a request, and its approval reported success but changed nothing.
    @Test func `A request cannot be approved if a required value of it was erased`() async throws {
        try await Story.with { story in
            let desk = try #require(DeskID("6F-A2"))
            let start = Tap(id: UUID(), user: "ada", kind: .start, at: Story.noon + .seconds(60), desk: desk)
            let wishes: [(LogRecord, RejectionReason?)] = [
                (.add(start, Justification(author: "ada", reason: "Forgot")), .deskRequired),
                (story.record(.amend(Amendment(desk: .named(desk)))), .emptySet),
                (story.record(.amend(Amendment(at: Story.noon + .seconds(90), desk: .named(desk)))), nil),
            ]
            var requests: [UUID] = []
            for (wish, _) in wishes { requests.append(try await story.ask(wish).id) }
            let now = later
            // The state after an erasure of location data. The database itself erases only past days, by its own clock.
            try await story.office.execute("update correction_request set desk = null, sets_desk = false")
            for (id, (_, missingValue)) in zip(requests, wishes) {
                #expect(try await story.store.requests.request(id)?.missingValue == missingValue)
                let outcome = try await story.store.requests.approve(
                    id, by: story.bo, comment: nil, evenIfStale: true, now: now)
                if let missingValue {
                    #expect(outcome == .incomplete(missingValue))
                    continue
                }
                guard case .decided = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
            }
            #expect(try await story.log == "amend bo A slip")
            guard case .decided = try await story.store.requests.refuse(requests[0], by: story.bo, comment: "No", now: now)
            else {
                Issue.record("not refused")
                return
            }
        }
    }

    /// Regression: for a month without taps no record of the log was due, and a request for that month was never erased.
    @Test func `Retention deletes a request also in a month without events`() async throws {
        try await Story.with { story in
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
            try await story.store.retention.setRetention(of: story.office.office, timeMonths: 24, placeDays: nil)
            let desk = try #require(DeskID("6F-A2"))
            for days: Int64 in [3 * 365, 365] {
                let at = now - .seconds(days * 86_400)
                let start = Tap(id: UUID(), user: "ada", kind: .start, at: at, desk: desk)
                _ = try await story.ask(.add(start, Justification(author: "ada", reason: "Forgot")), at: at + .seconds(60))
            }
            try await story.store.legalHolds.hold(story.ada.id, reason: "A dispute", by: nil, now: now)
            let kept = "select count(*) || ' ' || count(desk) from correction_request"
            _ = try await story.store.retention.runRetention(now: now, zones: try .system())
            #expect(try await story.office.value(kept) == "2 2")
            _ = try await story.store.legalHolds.releaseHold(on: story.ada.id, now: now)
            // The older request is deleted; the newer one loses its desk.
            _ = try await story.store.retention.runRetention(now: now, zones: try .system())
            #expect(try await story.office.value(kept) == "1 0")
        }
    }

    @Test func `Erasing a person's location data removes the desks of requests about this person`() async throws {
        try await Story.with { story in
            let (at, desk) = (Instant(millisecondsSince1970: 1_600_000_000_000), try #require(DeskID("6F-A2")))
            for (requester, person) in [(story.ada, story.ada), (story.bo, story.ada), (story.ada, story.bo)] {
                let start = Tap(id: UUID(), user: person.userName, kind: .start, at: at, desk: desk)
                let wish = LogRecord.add(start, Justification(author: requester.userName, reason: "Forgot"))
                _ = try await story.store.requests.ask(
                    wish, atSent: nil, by: requester, for: person, now: at + .seconds(60))
            }
            let before = at + .seconds(120)
            #expect(try await story.store.retention.erasePlaces(of: story.ada.id, before: before, by: nil, now: before) == 0)
            let placed = "select string_agg(user_name, ' ') from correction_request join person on person.id = person_id"
            #expect(try await story.office.value(placed + " where desk is not null") == "bo")
        }
    }

    @Test func `A request follows the retention of the office of its event`() async throws {
        try await Story.with { story in
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
            let (home, morning) = (story.office.office, now - .seconds(3 * 365 * 86_400))
            let other = try await story.store.offices.addOffice(name: "Hill Office", timeZone: "Europe/Berlin")
            let desks = ["9F-A1", "9F-A2"].compactMap { DeskID($0) }
            try await story.store.floors.addFloor(
                Floor(name: "9F", width: 100, height: 100), position: 0, rooms: [],
                desks: desks.map { (id: $0, x: Int64(0), y: Int64(0)) }, to: other)
            let tap = UUID()
            _ = try await TapRecorder.recordAlone(
                [TestOffice.submission("ada", .start, at: morning, desk: "9F-A1", id: tap)], pool: story.office.pool)
            let wish = Correction(
                id: UUID(), target: tap, change: .amend(Amendment(at: morning, desk: .named(desks[1]))),
                justification: Justification(author: "ada", reason: "A slip"))
            _ = try await story.ask(.correction(wish), at: morning + .seconds(60))
            let kept = "select count(*) || ' ' || count(desk) from correction_request"
            try await story.store.retention.setRetention(of: home, timeMonths: 12, placeDays: 0)
            try await story.store.retention.setRetention(of: other, timeMonths: 60, placeDays: 20_000)
            _ = try await story.store.retention.runRetention(now: now, zones: try .system())
            #expect(try await story.office.value(kept) == "1 1")
            try await story.store.retention.setRetention(of: other, timeMonths: nil, placeDays: 90)
            _ = try await story.store.retention.runRetention(now: now, zones: try .system())
            #expect(try await story.office.value(kept) == "1 0")
            try await story.store.retention.setRetention(of: other, timeMonths: 24, placeDays: nil)
            _ = try await story.store.retention.runRetention(now: now, zones: try .system())
            #expect(try await story.office.value(kept) == "0 0")
            #expect(try await story.store.ledger.verifyLedger().flaw == nil)
        }
    }

    @Test(arguments: [
        "'place', 1, null, now()", "'time', 1, null, now() - interval '10 years'", "'time', null, 1, now()",
        "'place', null, null, now()", "'place', 1, 1, now()", "'desk', null, 1, now()",
        "'place', null, 1, now() + interval '2 days'",
    ])
    func `The database refuses to erase a request before its retention ends`(arguments: String) async throws {
        try await Story.with { story in
            let error = await #expect(throws: PostgresError.self) {
                try await story.office.execute("select forget_requests(\(arguments))")
            }
            #expect(error?.sqlState == "DT001")
        }
    }

    /// The real clock of the database decides what is due, so the taps lie years in the past.
    @Test func `Retention first removes a request's desk and later deletes the request, like its event`() async throws {
        try await Story.with { story in
            let now = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
            try await story.store.retention.setRetention(of: story.office.office, timeMonths: 24, placeDays: nil)
            let desk = try #require(DeskID("6F-A2"))
            var requests: [UUID] = []
            for days: Int64 in [3 * 365, 365] {
                let (morning, tap) = (now - .seconds(days * 86_400), UUID())
                _ = try await TapRecorder.recordAlone(
                    [TestOffice.submission("ada", .start, at: morning, desk: "6F-A1", id: tap)], pool: story.office.pool)
                let wish = Correction(
                    id: UUID(), target: tap, change: .amend(Amendment(at: morning, desk: .named(desk))),
                    justification: Justification(author: "ada", reason: "A slip"))
                requests.append(try await story.ask(.correction(wish), at: morning + .seconds(60)).id)
            }
            _ = try await story.store.retention.runRetention(now: now, zones: try .system())
            #expect(try await story.store.requests.request(requests[0]) == nil)
            #expect(try await story.store.requests.request(requests[1])?.reason == "A slip")
            #expect(try await story.office.value("select coalesce(desk, 'none') from correction_request") == "none")
            #expect(try await story.store.ledger.verifyLedger().flaw == nil)
        }
    }
}
