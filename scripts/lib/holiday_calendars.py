"""Writes holiday calendars as iCalendar files (RFC 5545).

Arguments: the folder, the first year, the number of years.
"""

import pathlib
import sys

import holidays

GERMANY = {
    "BW": "Baden-Württemberg", "BY": "Bayern", "BE": "Berlin", "BB": "Brandenburg", "HB": "Bremen", "HH": "Hamburg",
    "HE": "Hessen", "MV": "Mecklenburg-Vorpommern", "NI": "Niedersachsen", "NW": "Nordrhein-Westfalen",
    "RP": "Rheinland-Pfalz", "SL": "Saarland", "SN": "Sachsen", "ST": "Sachsen-Anhalt", "SH": "Schleswig-Holstein",
    "TH": "Thüringen",
}
# The name of each canton in its language.
SWITZERLAND = {
    "AG": ("de", "Aargau"), "AI": ("de", "Appenzell Innerrhoden"), "AR": ("de", "Appenzell Ausserrhoden"),
    "BE": ("de", "Bern"), "BL": ("de", "Basel-Landschaft"), "BS": ("de", "Basel-Stadt"), "FR": ("fr", "Fribourg"),
    "GE": ("fr", "Genève"), "GL": ("de", "Glarus"), "GR": ("de", "Graubünden"), "JU": ("fr", "Jura"),
    "LU": ("de", "Luzern"), "NE": ("fr", "Neuchâtel"), "NW": ("de", "Nidwalden"), "OW": ("de", "Obwalden"),
    "SG": ("de", "St. Gallen"), "SH": ("de", "Schaffhausen"), "SO": ("de", "Solothurn"), "SZ": ("de", "Schwyz"),
    "TG": ("de", "Thurgau"), "TI": ("it", "Ticino"), "UR": ("de", "Uri"), "VD": ("fr", "Vaud"), "VS": ("fr", "Valais"),
    "ZG": ("de", "Zug"), "ZH": ("de", "Zürich"),
}
SWISS = {"de": "Schweiz", "fr": "Suisse", "it": "Svizzera"}

# Country, part of it, language, name.
CALENDARS = (
    [("AT", None, "de", "Österreich")]
    + [("CH", part, language, f"{SWISS[language]}, {name}") for part, (language, name) in SWITZERLAND.items()]
    + [("DE", part, "de", f"Deutschland, {name}") for part, name in GERMANY.items()]
    + [("FR", None, "fr", "France"), ("FR", "6AE", "fr", "France, Alsace"), ("FR", "57", "fr", "France, Moselle")]
    + [("GB", "ENG", "en_GB", "England"), ("GB", "NIR", "en_GB", "Northern Ireland"),
       ("GB", "SCT", "en_GB", "Scotland"), ("GB", "WLS", "en_GB", "Wales")]
    + [("JP", None, "ja", "日本"), ("NL", None, "nl", "Nederland"), ("SE", None, "sv", "Sverige"),
       ("US", None, "en_US", "USA")]
)
# Countries whose later years are a forecast.
FORECAST = {"JP": "The days of the equinoxes are announced only in the February before; those of later years are a forecast."}
# The Sundays of Sweden are holidays by law, but no schedule has hours on them.
OPTIONS = {"SE": {"include_sundays": False}}


def escaped(text):
    for sign in "\\;,":
        text = text.replace(sign, "\\" + sign)
    return text.replace("\n", "\\n")


def folded(line):
    """Lines of at most 75 octets (RFC 5545, 3.1), cut between characters."""
    lines, size = [""], 0
    for character in line:
        octets = len(character.encode())
        if size + octets > 75:
            lines.append(" ")
            size = 1
        lines[-1] += character
        size += octets
    return lines


def calendar(country, part, language, name, years):
    days = holidays.country_holidays(country, subdiv=part, years=years, language=language, **OPTIONS.get(country, {}))
    code = f"{country}-{part}" if part else country
    span = f"{years[0]}-{years[-1]}"
    source = f"Python package holidays {holidays.__version__}"
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//DeskTap//holidays//EN", f"X-WR-CALNAME:{escaped(name)}"]
    lines += [f"X-DESKTAP-SOURCE:{source}", f"X-DESKTAP-YEARS:{span}"]
    if country in FORECAST:
        lines.append(f"X-DESKTAP-FORECAST:{escaped(FORECAST[country])}")
    for day, names in sorted(days.items()):
        date = day.strftime("%Y%m%d")
        summary = escaped(", ".join(names.split("; ")))
        lines += ["BEGIN:VEVENT", f"UID:{date}-{code}@desktap", f"DTSTAMP:{years[0]}0101T000000Z",
                  f"DTSTART;VALUE=DATE:{date}", f"SUMMARY:{summary}", "END:VEVENT"]
    lines.append("END:VCALENDAR")
    return code, "".join(piece + "\r\n" for line in lines for piece in folded(line))


def main(folder, first, count):
    folder = pathlib.Path(folder)
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.ics"):
        old.unlink()
    years = list(range(int(first), int(first) + int(count)))
    for country, part, language, name in CALENDARS:
        code, text = calendar(country, part, language, name, years)
        (folder / f"{code}.ics").write_bytes(text.encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
