"""Work schedules of all people, for benchmarks of hours."""

import json

COMMON = [
    {"type": "schedule", "name": "full", "from": "2020-01-01", "anchor": "2024-01-01", "days": [28800] * 5 + [0, 0]},
    {"type": "terms", "scope": "office", "of": "1", "from": "2020-01-01", "schedule": "full", "calendars": ["local"],
     "rules": ["de", "schedule"], "carry": {"months": [12], "max_s": 144000}},
    *({"type": "holiday", "calendar": "local", "date": day, "name": "Holiday"}
      for day in ("2025-12-25", "2025-12-26", "2026-01-01", "2026-04-03", "2026-04-06", "2026-05-01", "2026-10-03")),
]


def record(database, first_day):
    """Records the facts that concern all people, and the employment of each person from a day on."""
    types = ", ".join("'" + fact["type"] + "'" for fact in COMMON)
    contents = ", ".join(
        "'" + json.dumps({key: value for key, value in fact.items() if key != "type"}) + "'" for fact in COMMON)
    nothing = ", ".join("null" for _ in COMMON)
    database.sql(f"""
        select count(*) from append_hours_facts(
            array(select gen_random_uuid() from generate_series(1, {len(COMMON)})), array[{types}], array[{nothing}]::bigint[],
            array[{nothing}]::bigint[], array[{nothing}]::int[], array[{contents}], null, 'bench');
        select count(*) from append_hours_facts(
            array(select gen_random_uuid() from person), array(select 'employment' from person),
            array(select id from person order by id), array(select office_id from person order by id),
            array(select date '{first_day}' - date '1970-01-01' from person),
            array(select jsonb_build_object('user', id::text, 'from', '{first_day}', 'office', office_id::text)::text
                    from person order by id),
            null, 'bench')""")
