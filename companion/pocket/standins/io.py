"""``io``: text in memory."""


class StringIO:
    """What was written, in order."""

    def __init__(self, text="", newline="\n"):
        self.parts = [text] if text else []

    def write(self, text):
        self.parts.append(text)
        return len(text)

    def getvalue(self):
        return "".join(self.parts)
