@testable import AttendanceExport
@testable import AttendanceWeb
@testable import Localization

import Attendance
import AttendanceStore
import Hours
import TestOffice
import Testing

@Suite struct `Texts of values and refusals` {
    private static let folder = TestOffice.checkout + "/web"

    @Test func `Catalogues have a text for each value that is part of a key`() throws {
        let known = Set(try Words(folder: Self.folder + "/words")[.en].texts.keys)
        var keys = RowFlags(rawValue: .max).names.map { "record.flag.\($0)" }
        keys += FactRejection.allCases.map { "hoursAPI.rejected.\($0.rawValue)" }
        keys += TagRetirement.allCases.map { "tag.retirement.\($0)" }
        keys += AccessPurpose.allCases.map { "purpose.\($0)" }
        keys += ConfigurationChange.Thing.allCases.map { "changes.thing.\($0)" }
        keys += CommonFactText.types.map { "changes.fact.\($0.rawValue)" }
        keys += ConfigurationChange.Action.allCases.map { "changes.action.\($0)" }
        keys += TapKind.allCases.flatMap { ["tap.\($0.rawValue)", "tag.event.\($0.rawValue)"] }
        keys += TapKind.allCases.map { "tap.outcome.\($0.rawValue)" }
        keys += Presence.State.allCases.map { "tap.already.\($0.rawValue)" }
        keys += TagFlag.allCases.flatMap { ["tag.flag.\($0.rawValue)", "tag.advice.\($0.rawValue)"] }
        keys += CorrectionRequest.State.allCases.flatMap { ["request.state.\($0)", "request.already.\($0)"] }
        keys += [CorrectionRequest.State.approved, .refused].map { "me.decision.\($0)" }
        keys +=
            Role.allCases.flatMap { ["role.\($0.rawValue)", "account.log.role.\($0.rawValue)"] } + ["account.log.role.manager"]
        keys += BadgeKind.allCases.map { "account.badge.\($0)" } + SignInWay.allCases.map { "device.began.\($0)" }
        keys += ["work", "workSince", "pause", "pauseSince"].flatMap { ["map.desk.\($0)", "wall.desk.\($0)"] }
        keys += ImportKind.allCases.map { "import.kind.\($0)" }
        keys += Navigation.keys + OfficeTabs.keys
        keys += SearchPlace.keys.values.map { "search.words.\($0)" }
        keys += Invitee.State.allCases.map { "invite.state.\($0.rawValue)" }
        keys += LineFault.allCases.map { "import.wrong.\($0)" } + HeaderError.allCases.map { "import.header.\($0)" }
        keys += ImportSummary.Thing.allCases.map { "import.things.\($0)" }
        keys += Set(AttendanceChoice.Column.allCases).subtracting(AttendanceChoice.Column.ofBalances).map { "hr.column.\($0)" }
        keys += BalanceLimit.Side.allCases.map { "hr.balance.\($0.rawValue)" }
        keys += AttendanceChoice.Order.allCases.map { "hr.order.\($0)" }
        keys += AttendancePolicy.Attribution.allCases.flatMap {
            ["office.attribution.\($0.rawValue)", "about.rules.attribution.\($0.rawValue)"]
        }
        keys += NamesShown.allCases.map { "office.audience.\($0.rawValue)" }
        keys += OfficeTapsForm.proofs.map { "office.proof.\($0.rawValue)" }
        keys += ReminderKind.allCases.map { "reminders.kind.\($0.rawValue)" }
        keys += ReminderChannel.allCases.map { "reminders.channel.\($0.rawValue)" }
        keys += SentReminder.State.allCases.map { "reminders.state.\($0.rawValue)" }
        keys += ReminderReach.allCases.map { "reminders.reach.\($0)" }
        keys += DayPart.allCases.map { "holidays.part.\($0.rawValue)" }
        keys += CalendarCountry.known.map { "holidays.country.\($0)" }
        keys += StatusMessage.allCases.map { "done.\($0.rawValue)" }
        keys += ExportLayout.contract(isRounded: true).readable.forPeople(ofOnePlace: false).header.map {
            "export.column.\($0.name)"
        }
        keys += (DailyColumn.allCases.map(\.rawValue) + ["month"]).map { "export.column.\($0)" }
        keys += HoursColumn.allCases.map { "export.column.\($0.rawValue)" }
        keys += EventColumn.all(isForPeople: true).map { "export.column.\($0.rawValue)" }
        keys += TotalsColumn.allCases.map { "export.totals.\($0.rawValue)" }
        keys += ValueWords.types.map { "export.type.\($0)" } + ValueWords.statuses.map { "export.status.\($0)" }
        keys += Rounding.Mode.allCases.filter { $0 != .none }.map { "export.rounding.\($0)" }
        keys += ScheduleForm.Pattern.allCases.map { "schedule.pattern.\($0.rawValue)" }
        keys += RuleSet.allCases.map { "terms.rules.\($0.rawValue)" }
        keys += ["all", "cap", "reset"].map { "terms.carry.choice.\($0)" }
        keys += ["schedule", "calendars", "rules", "carry"].map { "terms.\($0)" }
        keys += CSVPreset.allCases.map { "hr.encoding.\($0.rawValue)" }
        keys += ExportForm.formats.map { "hr.format.\($0.rawValue)" }
        keys += try ExportLayouts(folder: Self.folder + "/export-layouts").ready().map { "hr.layout.\($0)" }
        keys += Adjustment.Reason.allCases.map { "recordHours.adjustment.\($0.rawValue)" }
        keys += HoursWarning.Code.allCases.map { "recordHours.warning.\($0.rawValue)" }
        keys += RuleSet.allCases.flatMap { rules in
            ShownWarning.codes(of: rules).map { "recordHours.source.\(ShownWarning.source(of: rules, $0))" }
        }
        #expect(keys.filter { !known.contains($0) } == [])
    }

    @Test(arguments: Language.allCases) func `Refusals have a sentence with their values`(language: Language) throws {
        let refusals: [StoreError] = [
            .alreadyExists(.person("ada")), .alreadyExists(.office("Tokyo")), .alreadyExists(.floor("6F")),
            .alreadyExists(.desks), .alreadyExists(.layout("payroll")),
            .alreadyExists(.team("Design")), .alreadyExists(.reader("door")), .alreadyExists(.display("Lobby")),
            .alreadyExists(.provisioner("Entra")), .alreadyExists(.identity(subject: "1", userName: "ada")),
            .alreadyExists(.legalHold), .alreadyExists(.partOfFile), .badName(longest: 64), .badDisplayName, .badUserName,
            .unknownPerson("ada"), .unknownOffice("Tokyo"), .formerOfficeName("Tokio", of: "Tokyo"), .noOffice, .officeNotNamed,
            .unknownReader("door"), .unknownDesk("6F-A1"), .unknownTeam("Design"), .unknownTeam(nil),
            .teamOfOtherOffice("Design", office: "Tokyo"), .unknownProvisioner("Entra"), .lastAdministrator, .ownAccount,
            .userNameOfFormer("ada"), .userNameNotFree("ada", until: nil), .userNameNotFree("ada", until: TestOffice.noon),
            .unknownFloor("6F"), .unknownDisplay("Lobby"), .unknownDisplayCode, .badTimeZone(.noVersion), .tooManyTapsWaiting,
            .recordingTimedOut, .shuttingDown, .settingsWouldChangeRows(from: CivilDate(daysSince1970: 20_000), people: 2),
        ]
        try Catalogue.$current.withValue(Words(folder: Self.folder + "/words")[language]) {
            for refusal in refusals {
                let sentence = try #require(refusal.sentence)
                #expect(!sentence.contains("{") && (language == .en || !sentence.utf8.allSatisfy { $0 < 0x80 }))
            }
        }
    }

    /// 'desktap derive' and time zone files are used without a catalogue.
    @Test(.inEnglish) func `Catalogues have the same sentences about time zones as a program without a catalogue`() {
        for error in [TimeZoneError.unknownZone("Mars"), .malformed("Mars", why: "too short"), .noVersion] {
            #expect(StoreError.badTimeZone(error).sentence == error.description)
        }
    }
}
