"""Matchers of the nodes of a pattern (``re_syntax``), each with what comes after it."""

from re_syntax import is_word, same_case


def build(node, then, state):
    """The matcher of a node: from a place to the end of the match, -1 for none; *then* goes on."""
    kind = node[0]
    if kind in ("literal", "one"):
        return _one(node[2], then, state)
    if kind == "sequence":
        for one in reversed(node[1]):
            then = build(one, then, state)
        return then
    if kind == "alternatives":
        return _alternatives([build(one, then, state) for one in node[1]])
    if kind == "group":
        return _group(node[1], node[2], then, state)
    if kind == "repeat":
        return _repeat(node, then, state)
    if kind == "look":
        return _look(node, then, state)
    if kind == "same":
        return _same(node[1], node[2], then, state)
    return _place(node[1], then, state)


def _one(fits, then, state):
    def match(at):
        return then(at + 1) if at < state.length and fits(state.characters[at]) else -1

    return match


def _alternatives(several):
    def match(at):
        for one in several:
            end = one(at)
            if end >= 0:
                return end
        return -1

    return match


def _group(number, inner, then, state):
    opened = []

    def close(at):
        before = state.starts[number], state.ends[number], state.last
        state.starts[number], state.ends[number], state.last = opened[-1], at, number
        start = opened.pop()
        end = then(at)
        opened.append(start)
        if end < 0:
            state.starts[number], state.ends[number], state.last = before
        return end

    body = build(inner, close, state)

    def match(at):
        opened.append(at)
        end = body(at)
        opened.pop()
        return end

    return match


def _repeat(node, then, state):
    _kind, least, most, greedy, inner = node
    if inner[0] in ("literal", "one"):
        return _run(inner[2], least, most, greedy, then, state)
    counts, places = [0], [-1]

    def again(at):
        count, place = counts[-1], places[-1]
        if at == place and count > least:
            return -1
        if not greedy and count >= least:
            end = after(at)
            if end >= 0:
                return end
        if count < most:
            counts.append(count + 1)
            places.append(at)
            end = body(at)
            counts.pop()
            places.pop()
            if end >= 0:
                return end
        return after(at) if greedy and count >= least else -1

    def after(at):
        count, place = counts.pop(), places.pop()
        end = then(at)
        counts.append(count)
        places.append(place)
        return end

    body = build(inner, again, state)

    def match(at):
        counts.append(0)
        places.append(-1)
        end = again(at)
        counts.pop()
        places.pop()
        return end

    return match


def _run(fits, least, most, greedy, then, state):
    """A repeated single character."""

    def match(at):
        characters, limit = state.characters, min(state.length, at + most)
        end = at
        if not greedy:
            while True:
                if end - at >= least:
                    found = then(end)
                    if found >= 0:
                        return found
                if end >= limit or not fits(characters[end]):
                    return -1
                end += 1
        while end < limit and fits(characters[end]):
            end += 1
        while end - at >= least:
            found = then(end)
            if found >= 0:
                return found
            end -= 1
        return -1

    return match


def _look(node, then, state):
    _kind, behind, wanted, inner, width = node
    body = build(inner, lambda at: at, state)

    def match(at):
        start = at - width if behind else at
        found = start >= 0 and body(start) >= 0
        return then(at) if found == wanted else -1

    return match


def _same(number, any_case, then, state):
    def match(at):
        start, end = state.starts[number], state.ends[number]
        if start < 0:
            return -1
        for offset in range(end - start):
            one, other = start + offset, at + offset
            if other >= state.length:
                return -1
            if not same_case(state.characters[one], state.characters[other], any_case):
                return -1
        return then(at + end - start)

    return match


def _place(what, then, state):
    def match(at):
        return then(at) if _is_at(what, at, state) else -1

    return match


def _is_at(what, at, state):
    characters, length = state.characters, state.length
    if what == "start":
        return at == 0
    if what == "end":
        return at == length
    if what == "line start":
        return at == 0 or characters[at - 1] == "\n"
    if what == "line end":
        return at == length or characters[at] == "\n"
    if what == "last":
        return at == length or (at == length - 1 and characters[at] == "\n")
    ascii_only = "ASCII" in what
    before = at > 0 and is_word(characters[at - 1], ascii_only)
    after = at < length and is_word(characters[at], ascii_only)
    return (before != after) == (not what.startswith("no "))
