"""``csv``: writing, with a comma, double quotes where they are needed, and lines that end in CR LF."""


class Writer:
    """Writes rows."""

    def __init__(self, out):
        self.out = out

    def writerow(self, row):
        cells = list(row)
        line = ",".join([_cell(one, len(cells)) for one in cells])
        return self.out.write(line + "\r\n")

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


def writer(out):
    return Writer(out)


def _cell(value, cells):
    text = "" if value is None else str(value)
    if not text and cells == 1:
        return '""'
    if any([one in text for one in ',"\r\n']):
        return '"' + text.replace('"', '""') + '"'
    return text
