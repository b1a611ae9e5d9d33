import GRDB

/// The queue's SQLite database: connection settings and migrations.
enum TapQueueSchema {
    /// - Parameter path: the database file. It is created if it is missing.
    static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        let database = try DatabaseQueue(path: path, configuration: configuration)
        // In WAL mode, commits are durable only with FULL; opening a database in this mode sets NORMAL. Secure delete
        // overwrites deleted data.
        try database.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
        }
        return database
    }

    /// The columns of a tap by a user or a badge.
    private static let columns = """
        number integer primary key autoincrement,
        id text not null unique,
        user text,
        badge_kind text,
        badge_uid blob,
        kind text not null,
        at text not null,
        desk text,
        office text,
        tag_uid blob,
        tag_certificate blob,
        reader text not null,
        state text not null default 'waiting' check (state in ('waiting', 'recorded', 'refused')),
        outcome text,
        reason text,
        message text
        """

    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("taps") { database in
            try database.execute(
                sql: """
                    create table tap (
                        number integer primary key autoincrement,
                        id text not null unique,
                        user text not null,
                        kind text not null,
                        at text not null,
                        desk text,
                        reader text not null,
                        state text not null default 'waiting' check (state in ('waiting', 'recorded', 'refused')),
                        outcome text,
                        reason text,
                        message text
                    );
                    create index tap_by_state on tap (state, number);
                    -- The tag on a reader that has made a tap, so that it makes no second one after a restart.
                    create table lying_tag (reader text primary key, uid blob not null) without rowid;
                    """)
        }
        migrator.registerMigration("badges and evidence") { database in
            try database.execute(
                sql: """
                    alter table tap rename to tap_before;
                    create table tap (
                        \(columns),
                        check ((user is null) <> (badge_kind is null)),
                        check (state <> 'waiting' or user is not null or badge_uid is not null)
                    );
                    insert into tap (number, id, user, kind, at, desk, reader, state, outcome, reason, message)
                        select number, id, user, kind, at, desk, reader, state, outcome, reason, message from tap_before;
                    drop table tap_before;
                    create index tap_by_state on tap (state, number);
                    """)
        }
        migrator.registerMigration("an end of the trail") { database in
            try database.execute(
                sql: """
                    alter table tap rename to tap_before;
                    create table tap (
                        \(columns),
                        -- Seconds since 1970, by this computer's clock.
                        settled_at integer,
                        check ((state = 'waiting') = (settled_at is null)),
                        -- A waiting tap belongs to either a user or a badge.
                        check (state <> 'waiting'
                            or ((user is null) <> (badge_kind is null) and (badge_kind is null) = (badge_uid is null)))
                    );
                    insert into tap (number, id, user, badge_kind, badge_uid, kind, at, desk, office, tag_uid,
                                     tag_certificate, reader, state, outcome, reason, message, settled_at)
                        select number, id, user, badge_kind, badge_uid, kind, at, desk, office, tag_uid, tag_certificate,
                               reader, state, outcome, reason, message,
                               case when state <> 'waiting' then cast(strftime('%s', 'now') as integer) end
                          from tap_before;
                    drop table tap_before;
                    create index tap_by_state on tap (state, number);
                    """)
        }
        migrator.registerMigration("signatures") { database in
            try database.execute(
                sql: "alter table tap add column tag_counter integer; alter table tap add column tag_mac blob;")
        }
        return migrator
    }()
}
