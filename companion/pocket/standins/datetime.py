"""``datetime``: dates, moments and spans, as far as the rooms need them.

A time zone is an object with ``offset_at(seconds)``: seconds east of UTC at so many seconds since 1970.
"""

MINYEAR, MAXYEAR = 1, 9999
DAYS_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365)
DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTH_NAMES = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)
FIRST_OF_1970 = 719163
MIDDAY, DAY = 43200, 86400


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in(year, month):
    return 29 if month == 2 and _is_leap(year) else DAYS_BEFORE[month] - DAYS_BEFORE[month - 1]


def _ordinal(year, month, day):
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400 + DAYS_BEFORE[month - 1]
    return days + (1 if month > 2 and _is_leap(year) else 0) + day


def _from_ordinal(ordinal):
    year = ordinal * 400 // 146097 + 2  # this year or a later one
    while _ordinal(year, 1, 1) > ordinal:
        year -= 1
    month = 12
    while _ordinal(year, month, 1) > ordinal:
        month -= 1
    return year, month, ordinal - _ordinal(year, month, 1) + 1


def _digits(text, start, end):
    part = text[start:end]
    if len(part) != end - start or not (part.isascii() and part.isdecimal()):
        raise ValueError("Invalid isoformat string: '" + text + "'")
    return int(part)


def _two(number):
    return "{:02d}".format(number)


class timedelta:
    """A span of time, in whole microseconds."""

    def __init__(self, days=0, seconds=0, microseconds=0, minutes=0, hours=0):
        whole = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
        self.whole = whole * 1000000 + microseconds

    @property
    def days(self):
        return self.whole // (DAY * 1000000)

    @property
    def seconds(self):
        return self.whole // 1000000 % DAY

    @property
    def microseconds(self):
        return self.whole % 1000000

    def total_seconds(self):
        return self.whole / 1000000

    def __add__(self, other):
        return timedelta(microseconds=self.whole + other.whole)

    def __sub__(self, other):
        return timedelta(microseconds=self.whole - other.whole)

    def __mul__(self, times):
        return timedelta(microseconds=self.whole * times)

    def __neg__(self):
        return timedelta(microseconds=-self.whole)

    def __eq__(self, other):
        return isinstance(other, timedelta) and self.whole == other.whole

    def __hash__(self):
        return hash(self.whole)

    def __lt__(self, other):
        return self.whole < other.whole

    def __le__(self, other):
        return self.whole <= other.whole

    def __gt__(self, other):
        return self.whole > other.whole

    def __ge__(self, other):
        return self.whole >= other.whole

    def __bool__(self):
        return self.whole != 0


class timezone:
    """So many seconds east of UTC, always."""

    def __init__(self, offset):
        self.offset = offset.whole // 1000000

    def offset_at(self, seconds):
        return self.offset


UTC = timezone.utc = timezone(timedelta())


class date:
    """A day."""

    def __init__(self, year, month, day):
        if not (1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= _days_in(year, month)):
            raise ValueError("day is out of range for month")
        self.year, self.month, self.day = year, month, day

    @classmethod
    def fromisoformat(cls, text):
        """A day written YYYY-MM-DD."""
        if len(text) != 10 or text[4] != "-" or text[7] != "-":
            raise ValueError("Invalid isoformat string: '" + text + "'")
        return date(_digits(text, 0, 4), _digits(text, 5, 7), _digits(text, 8, 10))

    @classmethod
    def fromordinal(cls, ordinal):
        return date(*_from_ordinal(ordinal))

    def toordinal(self):
        return _ordinal(self.year, self.month, self.day)

    def weekday(self):
        """From 0, Monday."""
        return (self.toordinal() + 6) % 7

    def isoformat(self):
        return "{:04d}-".format(self.year) + _two(self.month) + "-" + _two(self.day)

    def __str__(self):
        return self.isoformat()

    def strftime(self, form):
        return self._format(form)

    def _format(self, form):
        parts = form.split("%")
        written = [parts[0]]
        for part in parts[1:]:
            written.append(self._field(part[:1]) + part[1:])
        return "".join(written) if form else str(self)

    def _field(self, letter):
        if letter == "Y":
            return str(self.year)
        if letter in "mdHMS":
            place = "mdHMS".index(letter)
            return _two((self.month, self.day, *self._clock())[place])
        if letter == "A":
            return DAY_NAMES[self.weekday()]
        if letter == "B":
            return MONTH_NAMES[self.month - 1]
        raise ValueError("no %" + letter)

    def _clock(self):
        return (0, 0, 0)

    def _key(self):
        return self.toordinal()

    def __add__(self, span):
        return date.fromordinal(self.toordinal() + span.days)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return date.fromordinal(self.toordinal() - other.days)
        return timedelta(self.toordinal() - other.toordinal())

    def __eq__(self, other):
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __lt__(self, other):
        return self._key() < other._key()

    def __le__(self, other):
        return self._key() <= other._key()

    def __gt__(self, other):
        return self._key() > other._key()

    def __ge__(self, other):
        return self._key() >= other._key()


class datetime(date):
    """A moment; ``tzinfo`` None: of no time zone."""

    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        super().__init__(year, month, day)
        if not (0 <= hour < 24 and 0 <= minute < 60 and 0 <= second < 60 and 0 <= microsecond < 1000000):
            raise ValueError("time is out of range")
        self.hour, self.minute, self.second, self.microsecond = hour, minute, second, microsecond
        self.tzinfo = tzinfo
        self._offset = 0 if tzinfo is None else _offset(tzinfo, self._local())

    @classmethod
    def fromisoformat(cls, text):
        """A moment as ``isoformat`` writes it; "Z" is UTC."""
        clock, zone = _without_zone(text[11:])
        day = (_digits(text, 0, 4), _digits(text, 5, 7), _digits(text, 8, 10))
        if text[4] != "-" or text[7] != "-" or text[10:11] not in ("", "T", " "):
            raise ValueError("Invalid isoformat string: '" + text + "'")
        if not clock:
            return datetime(*day, tzinfo=zone)
        second = _digits(clock, 6, 8) if len(clock) > 5 else 0
        micro = int((clock[9:] + "000000")[:6]) if len(clock) > 8 else 0
        return datetime(*day, _digits(clock, 0, 2), _digits(clock, 3, 5), second, micro, tzinfo=zone)

    def _clock(self):
        return (self.hour, self.minute, self.second)

    def _local(self):
        days = self.toordinal() - FIRST_OF_1970
        return days * DAY + self.hour * 3600 + self.minute * 60 + self.second

    def epoch(self):
        """Microseconds since 1970 began in UTC."""
        return (self._local() - self._offset) * 1000000 + self.microsecond

    def timestamp(self):
        return self.epoch() / 1000000

    def _key(self):
        return self.epoch()

    def astimezone(self, tz):
        return _at(self.epoch(), tz)

    def date(self):
        return date(self.year, self.month, self.day)

    def replace(self, tzinfo):
        return datetime(
            self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond, tzinfo
        )

    def utcoffset(self):
        return None if self.tzinfo is None else timedelta(seconds=self._offset)

    def isoformat(self, sep="T", timespec="auto"):
        clock = _two(self.hour) + ":" + _two(self.minute) + ":" + _two(self.second)
        if timespec == "microseconds" or (timespec == "auto" and self.microsecond):
            clock += ".{:06d}".format(self.microsecond)
        day = "{:04d}-".format(self.year) + _two(self.month) + "-" + _two(self.day)
        if self.tzinfo is None:
            return day + sep + clock
        sign, offset = "-" if self._offset < 0 else "+", abs(self._offset)
        return day + sep + clock + sign + _two(offset // 3600) + ":" + _two(offset // 60 % 60)

    def __str__(self):
        return self.isoformat(" ")

    def __add__(self, span):
        moved = _at((self._local() * 1000000 + self.microsecond) + span.whole, UTC)
        return moved.replace(self.tzinfo)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        return timedelta(microseconds=self.epoch() - other.epoch())


def _at(microseconds, tz):
    offset = tz.offset_at(microseconds // 1000000)
    local, micro = divmod(microseconds + offset * 1000000, 1000000)
    days, seconds = divmod(local, DAY)
    year, month, day = _from_ordinal(days + FIRST_OF_1970)
    made = datetime(year, month, day, seconds // 3600, seconds // 60 % 60, seconds % 60, micro)
    made.tzinfo, made._offset = tz, offset
    return made


def _offset(tz, local):
    """Seconds east of UTC at a local time; of a time that comes twice, the first."""
    for guess in (tz.offset_at(local - DAY), tz.offset_at(local + DAY)):
        if tz.offset_at(local - guess) == guess:
            return guess
    return tz.offset_at(local - DAY)


def _without_zone(clock):
    if clock.endswith("Z"):
        return clock[:-1], UTC
    for sign in ("+", "-"):
        time, found, zone = clock.partition(sign)
        if found:
            seconds = _digits(zone, 0, 2) * 3600 + _digits(zone, 3, 5) * 60
            offset = seconds if sign == "+" else -seconds
            return time, UTC if offset == 0 else timezone(timedelta(seconds=offset))
    return clock, None
