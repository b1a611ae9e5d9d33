extension RunningOffice {
    /// Lends an office with people who have unused sign-in links, a desk out of service, and a second office in which a start
    /// needs a reader.
    static func withPhones(_ body: (RunningOffice) async throws -> Void) async throws {
        try await with { office in
            try await office.desktap("office", "add", "Alster Office", "--time-zone", "Europe/Berlin")
            try await office.desktap("floor", "add", "E", "--office", "Alster Office", "--groups", "1", "--desks", "2")
            try await office.office.execute(phones)
            try await body(office)
        }
    }

    private static let phones = """
        do $$ begin
            insert into person (user_name, display_name, role, office_id)
            select 'phone' || n, (array['Ada Lindqvist', '佐々木 美咲', 'Dr. Maximiliane Freifrau von Hohenstein-Donnersmarck'])[1 + n % 3],
                   'employee', (select id from office where name = 'Harbour Office')
              from generate_series(1, 60) as n;
            insert into sign_in_link (token_hash, person_id, expires_at)
            select sha256(convert_to('link-of-' || user_name, 'UTF8')), id, now() + interval '1 day'
              from person where user_name like 'phone%';
            update desk set out_of_service = 'no lamp' where id = '6F-A8';
            update office set reader_suffices = true where name = 'Alster Office';
        end $$
        """
}
