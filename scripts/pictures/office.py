"""The office in the screenshots: people at work, on a break and at home, some weeks of attendance, and unusual cases."""

import datetime
import json
import os
import random
import subprocess
import urllib.request
import uuid
import zoneinfo

# One zone for each hour, so that it is afternoon in one of them whenever the screenshots are taken.
ZONES = [
    "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York",
    "America/Halifax", "America/Sao_Paulo", "America/Noronha", "Atlantic/Azores", "Europe/London", "Europe/Berlin",
    "Europe/Athens", "Africa/Nairobi", "Asia/Dubai", "Asia/Karachi", "Asia/Dhaka", "Asia/Bangkok", "Asia/Singapore",
    "Asia/Tokyo", "Australia/Brisbane", "Pacific/Noumea", "Pacific/Auckland"]
PEOPLE = {
    "amara": "Amara Diallo", "ben": "Ben Fischer", "chiara": "Chiara Rossi", "hina": "田中 陽菜", "elif": "Elif Yıldız",
    "farid": "Farid Rahimi", "grace": "Grace Kim", "hakon": "Håkon Berg", "isabel": "Isabel Ortega", "ren": "伊藤 蓮",
    "karel": "Karel Novák", "leila": "Leïla Benali", "marek": "Marek Zieliński", "nora": "Nora Lind", "owen": "Owen Price",
    "priya": "Priya Nair", "sakura": "小林 さくら", "rui": "Rui Santos", "sofia": "Sofia Papadaki", "tomas": "Tomás Byrne"}
LONG = {
    "hildegard": "Hildegard von Hohenlohe-Waldenburg-Schillingsfürst", "kenichiro": "勅使河原 健一郎 ヴィクトリア",
    "hans": "Hans-Joachim Donaudampfschifffahrtsgesellschaftskapitän", "motochika": "長宗我部 元親左衛門尉之助太郎",
    "max": "Maximiliane Freifrau zu Guttenberg-Donnersmarck", "wolf": "Wolfeschlegelsteinhausenbergerdorff Jr.",
    "waldemar": "ヴァルデマール・オーギュスト・フォン・シュレスヴィヒ", "ng": "Ng", "anna": "Anna-Lena Müller-Lüdenscheidt-Kowalczyk",
    "x": "X Æ A-12", "emiko": "佐々木原 小百合恵美子", "bart": "Bartholomew Featherstonehaugh-Cholmondeley"}


class Office:
    """Fills the office with desktap commands and a reader's taps."""

    def __init__(self, program, address):
        self.program, self.address = program, address
        self.dice = random.Random(6)
        self.zone = zoneinfo.ZoneInfo(os.environ["TZ"])
        self.now = datetime.datetime.now(self.zone).replace(microsecond=0)
        self.waiting = []

    def desktap(self, *arguments):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"desktap {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def sql(self, text):
        subprocess.run(
            ["psql", "-qX", "-v", "ON_ERROR_STOP=1", os.environ["DESKTAP_DATABASE"]], input=text, text=True, check=True)

    def link(self, user):
        return self.desktap("person", "link", user)

    def display(self, floor, office):
        return self.desktap("display", "add", f"Screen of {floor}", "--floor", floor, "--office", office)

    def people(self, office, names, role="employee"):
        """Imports people. `names` maps user names to names."""
        lines = "".join(f"{user},{name},{role},{office},\n" for user, name in names.items())
        path = os.path.join(os.environ["PICTURES_FOLDER"], "people.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write("user_name,display_name,role,office,team\n" + lines)
        self.desktap("import", "people", path)

    def tap(self, user, kind, at, desk=None):
        self.waiting.append({
            "id": str(uuid.UUID(int=self.dice.getrandbits(128), version=4)), "user": user, "kind": kind,
            "at": at.isoformat(timespec="seconds"), "desk": desk})

    def send(self):
        """Sends all queued taps, like a reader that was offline."""
        taps, self.waiting = sorted(self.waiting, key=lambda tap: tap["at"]), []
        for first in range(0, len(taps), 100):
            request = urllib.request.Request(
                self.address + "/api/taps", json.dumps(taps[first:first + 100]).encode(),
                {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"})
            with urllib.request.urlopen(request) as answer:
                text = answer.read().decode()
                if "rejected" in text:
                    raise SystemExit(f"a tap was rejected: {text}")

    def today(self, user, desk, is_paused=False):
        """Queues the taps of a person who came this morning and had a break around noon."""
        came = self.now - datetime.timedelta(minutes=self.dice.randint(270, 390))
        self.tap(user, "start", came, desk)
        lunch = self.now - datetime.timedelta(minutes=self.dice.randint(110, 150))
        if self.dice.random() < 0.8:
            self.tap(user, "pause", lunch)
            self.tap(user, "start", lunch + datetime.timedelta(minutes=self.dice.randint(28, 55)), desk)
        if is_paused:
            self.tap(user, "pause", self.now - datetime.timedelta(minutes=self.dice.randint(4, 25)))

    def weeks(self, user, desk, days=28):
        """Queues the taps of the working days before today."""
        for ago in range(1, days + 1):
            day = self.now - datetime.timedelta(days=ago)
            if day.weekday() > 4 or self.dice.random() < 0.1:
                continue
            came = day.replace(hour=8, minute=0) + datetime.timedelta(minutes=self.dice.randint(10, 90))
            lunch = came + datetime.timedelta(minutes=self.dice.randint(190, 250))
            back = lunch + datetime.timedelta(minutes=self.dice.randint(28, 65))
            self.tap(user, "start", came, desk)
            self.tap(user, "pause", lunch)
            self.tap(user, "start", back, desk)
            self.tap(user, "end", back + datetime.timedelta(minutes=self.dice.randint(230, 330)))

    def fill(self):
        # The demo office exists already. All taps arrive now and must not be flagged as late.
        self.sql(f"update office_settings set late_flag_s = {60 * 86_400}")
        self.key = self.desktap("reader", "add", "front door")
        self.harbour()
        self.hill()
        self.desktap("office", "add", "New Office", "--time-zone", os.environ["TZ"])
        self.people("New Office", {"nia": "Nia Newman"}, "hr")
        self.send()

    def harbour(self):
        """The demo office: Ada is on a break, and the people on 7F have long names."""
        self.desktap("floor", "add", "8F", "--office", "Harbour Office", "--groups", "4", "--desks", "10")
        self.people("Harbour Office", PEOPLE | LONG)
        self.sql("""
            update desk set out_of_service = 'the lamp is broken' where id in ('6F-A6', '7F-B2', '8F-C4');
            update floor set position = 2 where name = '8F'""")
        self.tap("ada", "start", self.now - datetime.timedelta(minutes=311), "6F-B2")
        self.tap("ada", "pause", self.now - datetime.timedelta(minutes=42))
        desks = ["6F-A4", "6F-A5", "6F-B1", "6F-B6", "6F-C1", "6F-C2", "6F-C4", "6F-D1", "6F-D5", "6F-D6"]
        desks += [f"8F-{group}{number}" for group in "ABCD" for number in (1, 3, 6)][:8]
        # Two people are absent today.
        for number, (user, desk) in enumerate(zip(PEOPLE, desks), 1):
            self.today(user, desk, number % 5 == 3)
            self.weeks(user, desk)
        free = [f"7F-{group}{number}" for group in "BCD" for number in range(1, 7) if f"{group}{number}" != "B2"]
        for number, (user, desk) in enumerate(zip(LONG, free), 1):
            self.today(user, desk, number % 3 == 0)
            self.weeks(user, desk, 5)

    def hill(self):
        """Another office: a floor with 500 desks, most of them occupied, a floor with one desk, and an empty floor."""
        self.desktap("office", "add", "Hill Office", "--time-zone", os.environ["TZ"])
        for floor, groups, desks in [("1F", 1, 1), ("2F", 2, 6), ("9F", 25, 20)]:
            self.desktap("floor", "add", floor, "--office", "Hill Office", "--groups", str(groups), "--desks", str(desks))
        self.people("Hill Office", {"mona": "Mona Hill"}, "hr")
        first, last = zip(*(name.split() for name in PEOPLE.values() if name.isascii()))
        self.people("Hill Office", {
            f"hill{number}": f"{self.dice.choice(first)} {self.dice.choice(last)}" for number in range(1, 331)})
        self.sql("""
            update desk set out_of_service = 'being moved' where id like '9F-H%' and id < '9F-H15';
            update floor set position = 0 where name = '9F'""")
        desks = [f"9F-{chr(65 + group)}{number}" for group in range(25) if group != 7 for number in range(1, 21)]
        for number, desk in enumerate(["1F-A1", *self.dice.sample(desks, 329)], 1):
            self.today(f"hill{number}", desk, number % 7 == 0)


def zone_of_the_afternoon(at):
    """The zone in which the local time is closest to 14:15."""
    def distance(name):
        local = at.astimezone(zoneinfo.ZoneInfo(name))
        return abs(local.hour * 60 + local.minute - 855)
    return min(ZONES, key=distance)


if __name__ == "__main__":
    print(zone_of_the_afternoon(datetime.datetime.now(datetime.timezone.utc)))
