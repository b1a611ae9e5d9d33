import ArgumentParser
import Foundation
import NFCTag
import ReaderAgent

/// The options for a list of tags.
struct TagListOptions: ParsableArguments {
    @Option(
        name: .customLong("from"),
        help: "A list of tags from 'desktap tags csv'. --desk, --event and --office select lines.")
    var list: String?
    @Option(
        help: "The file for the result of each line. With an existing file the work continues. (default: next to the list)")
    var results: String?
    @Flag(help: "Overwrite tags that contain another desk or event of the list, without asking.") var overwrite = false

    func validate() throws {
        guard list != nil || (results == nil && !overwrite) else {
            throw ValidationError("--results and --overwrite need --from.")
        }
    }

    /// Writes the tags of the list, one after the other.
    func run(
        _ list: String, _ options: TagOptions, _ place: TagPlaceOptions, _ work: TagSeriesRun.Work,
        finishing: Set<TagResult.Outcome>
    ) async throws {
        guard options.uid == nil else { throw ValidationError("--uid cannot be combined with --from.") }
        do {
            let tags = try TagList(contentsOf: list)
            let path = results ?? URL(filePath: list).deletingPathExtension().path + ".results.csv"
            let file = try TagResultFile(path: path)
            var series = try TagSeries(tags, results: file.results, finishing: finishing, where: place.chooses)
            let before = series.doneCount
            if before > 0 { options.announce("\(before) of \(series.entries.count) are already done.") }
            let run = TagSeriesRun(
                tags: options.next, work: work, overwriting: overwrite,
                mayOverwrite: { question in options.confirms(question) }, report: { options.show($0) })
            defer { summarise(series, before: before, path, options) }
            try await run.run(&series, keepingResultsIn: file)
        } catch {
            throw options.fail(error, again: "Run the same command again to continue.")
        }
    }

    private func summarise(_ series: TagSeries, before: Int, _ path: String, _ options: TagOptions) {
        let (done, count) = (series.doneCount, series.entries.count)
        options.announce("\(done) of \(count) are done, \(done - before) of them in this run. The results are in \(path).")
        guard options.json else { return }
        options.print(
            TagOutput([
                ("done", .number(done)), ("now", .number(done - before)), ("of", .number(count)), ("results", .text(path)),
            ]))
    }
}

extension TagOptions {
    /// Prints progress: instructions on standard error, results on standard output.
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
            TagOutput([
                ("line", .number(entry.line)), ("number", .number(number)), ("of", .number(count)),
                ("desk", .text(entry.desk?.description)), ("event", .text(entry.event.rawValue)),
                ("uid", .text("\(result.uid)")), ("outcome", .text(result.outcome.rawValue)), ("uri", .text(entry.address)),
            ]))
    }

    /// Asks the person at the terminal. The answer is no without a terminal.
    func confirms(_ question: String) -> Bool {
        guard !json, isatty(STDIN_FILENO) == 1 else { return false }
        FileHandle.standardError.write(Data("\(question.printable) [y/N] ".utf8))
        return ["y", "yes"].contains(readLine()?.trimmingCharacters(in: .whitespaces).lowercased())
    }
}
