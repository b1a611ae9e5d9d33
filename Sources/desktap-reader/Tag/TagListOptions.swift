import ArgumentParser
import Foundation
import NFCTag
import ReaderAgent

/// Many tags in a row.
struct TagListOptions: ParsableArguments {
    @Option(
        name: .customLong("from"),
        help: "A list of tags, as 'desktap tags csv' prints it; --desk, --event and --office choose some of its lines.")
    var list: String?
    @Option(
        help: "Where to keep what became of each line; given again, the work goes on behind it. (default: beside the list)")
    var results: String?
    @Flag(help: "Take tags that say another desk or event of the list, without asking.") var overwrite = false

    func validate() throws {
        guard list != nil || (results == nil && !overwrite) else {
            throw ValidationError("--results and --overwrite go with --from.")
        }
    }

    /// Makes the tags of the list, one after the other.
    func run(
        _ list: String, _ options: TagOptions, _ place: TagPlaceOptions, _ work: TagSeriesRun.Work,
        finishing: Set<TagResult.Outcome>
    ) async throws {
        guard options.uid == nil else { throw ValidationError("--uid is for one tag, --from for many.") }
        do {
            let tags = try TagList(contentsOf: list)
            let path = results ?? URL(filePath: list).deletingPathExtension().path + ".results.csv"
            let file = try TagResultFile(path: path)
            var series = try TagSeries(tags, results: file.results, finishing: finishing, where: place.chooses)
            let before = series.doneCount
            if before > 0 { options.announce("\(before) of \(series.entries.count) are done already.") }
            let run = TagSeriesRun(
                tags: options.next, work: work, overwriting: overwrite,
                mayOverwrite: { question in options.confirms(question) }, report: { options.show($0) })
            defer { summarise(series, before: before, path, options) }
            try await run.run(&series, keepingResultsIn: file)
        } catch {
            throw options.fail(error, again: "Give the same command to go on.")
        }
    }

    private func summarise(_ series: TagSeries, before: Int, _ path: String, _ options: TagOptions) {
        let (done, count) = (series.doneCount, series.entries.count)
        options.announce("\(done) of \(count) are done, \(done - before) of them now. The results are in \(path).")
        guard options.json else { return }
        options.print(
            TagAnswer([
                ("done", .number(done)), ("now", .number(done - before)), ("of", .number(count)), ("results", .text(path)),
            ]))
    }
}

extension TagOptions {
    /// Progress: what is asked of the person on standard error, what was done on standard output.
    func show(_ report: TagSeriesRun.Report) {
        guard case .done(let result, let number, let count) = report else {
            announce("\(report)".printable)
            return
        }
        guard json else {
            FileHandle.standardOutput.write(Data(("\(report)".printable + "\n").utf8))
            return
        }
        let entry = result.entry
        print(
            TagAnswer([
                ("line", .number(entry.line)), ("number", .number(number)), ("of", .number(count)),
                ("desk", .text(entry.desk?.description)), ("event", .text(entry.event.rawValue)),
                ("uid", .text("\(result.uid)")), ("outcome", .text(result.outcome.rawValue)), ("uri", .text(entry.address)),
            ]))
    }

    /// Asks the person at the terminal; where there is none, the answer is no.
    func confirms(_ question: String) -> Bool {
        guard !json, isatty(STDIN_FILENO) == 1 else { return false }
        FileHandle.standardError.write(Data("\(question.printable) [y/N] ".utf8))
        return ["y", "yes"].contains(readLine()?.trimmingCharacters(in: .whitespaces).lowercased())
    }
}
