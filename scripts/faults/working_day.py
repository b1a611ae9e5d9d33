"""A load of single taps and lists in which people start, pause, resume, take over a desk and go. Shared by the fault tests."""

import random

from harness import PEOPLE
from office import Load

# The kinds of a person's taps, and the number of desks between the person's own desk and the tapped one. The neighbour's desk is
# taken over.
DAY = (("start", 0), ("pause", 0), ("start", 0), ("start", 1), ("end", 1))


class WorkingDay(Load):
    """Each person taps at one reader only, which keeps the order of the taps."""

    def __init__(self, keys, ports, longest=8):
        super().__init__(keys, ports, people=min(PEOPLE, 100 * len(keys)))
        self.longest, self.steps = longest, {}
        self.groups = [range(1 + number, self.people + 1, len(keys)) for number in range(len(keys))]

    def taps(self, number):
        length = 1 if random.random() < 0.5 else random.randint(2, self.longest)
        return [self.next_tap(person) for person in random.sample(self.groups[number], length)]

    def next_tap(self, person):
        step = self.steps.get(person, 0)
        self.steps[person] = (step + 1) % len(DAY)
        kind, distance = DAY[step]
        return self.make(kind, person, (person - 1 + distance) % self.people + 1)
