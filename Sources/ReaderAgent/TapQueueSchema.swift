import GRDB

/// The queue's SQLite database: how it is opened, and its tables.
enum TapQueueSchema {
    /// - Parameter path: of the file, which is made where it is missing.
    static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        let database = try DatabaseQueue(path: path, configuration: configuration)
        // In WAL mode a commit reaches the disk at once only so; opening in that mode sets NORMAL. What is deleted is
        // written over.
        try database.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
        }
        return database
    }

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
                    -- The tag that lies on a reader and was taken, so that a restart does not take it again.
                    create table lying_tag (reader text primary key, uid blob not null) without rowid;
                    """)
        }
        migrator.registerMigration("badges and evidence") { database in
            try database.execute(
                sql: """
                    alter table tap rename to tap_before;
                    create table tap (
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
                        message text,
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
                        message text,
                        -- Seconds since 1970, by this computer's clock.
                        settled_at integer,
                        check ((state = 'waiting') = (settled_at is null)),
                        -- A tap that waits is either a user's or a badge's, and says which.
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
        return migrator
    }()
}
