import Logging

extension Logger {
    /// This logger, with metadata that is formatted when a line is logged. Each request has a logger with its id, but logs nothing in
    /// most cases, and the handlers of swift-log format metadata when it is set.
    var formattingMetadataLate: Logger {
        var logger = self
        logger.handler = LateMetadata(handler: handler)
        return logger
    }
}

private struct LateMetadata: LogHandler {
    var handler: any LogHandler
    var metadata: Logger.Metadata = [:]

    var metadataProvider: Logger.MetadataProvider? {
        get { handler.metadataProvider }
        set { handler.metadataProvider = newValue }
    }

    var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.metadata = metadata.merging(event.metadata ?? [:]) { $1 }
        handler.log(event: event)
    }
}
