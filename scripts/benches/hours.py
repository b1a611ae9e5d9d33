"""hours of all people for a year, by the command and as an export, compared to the daily rows of the same"""

from datetime import date, timedelta
import json

from harness import figure, measured, median, postgres, settle, size
import schedules
import year

ROUNDS = size("ROUNDS", 3)
PERIOD = [year.this_week(), date.today() - timedelta(days=1)]


def exported(database, subject):
    first, last = PERIOD
    return measured(["export", subject, "--from", str(first), "--to", str(last), "--as", "user1", "--purpose", "bench"],
                    {"DESKTAP_DATABASE": database.dsn})


def questions():
    """A line for each person: the facts and a year of work with its stretches."""
    first, last = PERIOD
    facts = [{"id": f"c{number}", "seq": number + 1, **fact} for number, fact in enumerate(schedules.COMMON)]
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    work = [{"date": str(day), "worked_s": 28800 + day.toordinal() % 7 * 600, "stretches": [
        [f"{day}T07:00:00+00:00", f"{day}T11:00:00+00:00"], [f"{day}T12:00:00+00:00", f"{day}T16:{day.toordinal() % 6}0:00+00:00"],
    ]} for day in days if day.weekday() < 5]
    rest = {"from": str(first), "to": str(last), "through": str(last)}
    for number in range(year.PEOPLE):
        user = f"user{number}"
        employment = {"id": "e", "seq": 1000, "type": "employment", "user": user, "from": str(first), "office": "1"}
        line = {**rest, "facts": [*facts, employment], "work": [{"user": user, **day} for day in work]}
        yield (json.dumps(line) + "\n").encode()


def main():
    lines = list(questions())
    seconds, command_peak, answers = measured(["hours", "--lines"], {}, lines)
    print(f"  {answers} people by the command in {seconds:.1f} s, {command_peak:.0f} MiB", flush=True)
    del lines
    with postgres(settings=year.BULK) as database:
        year.fill(database, PERIOD[0])
        schedules.record(database, PERIOD[0])
        rounds = []
        for _ in range(ROUNDS):
            settle()
            daily, hours = exported(database, "daily"), exported(database, "hours")
            print(f"  daily {daily[2]} rows in {daily[0]:.1f} s; hours {hours[2]} rows in {hours[0]:.1f} s, {hours[1]:.0f} MiB",
                  flush=True)
            if hours[2] < daily[2]:
                raise SystemExit("bench: days without hours")
            rounds.append((hours[0] / daily[0], hours[1]))
    figure("hours_of_daily_rows", median([one[0] for one in rounds]), "×", "≤ 1.3")
    figure("hours_peak", max(one[1] for one in rounds), "MiB", "< 200")
    figure("hours_command_peak", command_peak, "MiB", "< 200")


main()
