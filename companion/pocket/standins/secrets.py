"""``secrets`` on a phone: chance comes with the request."""

from companion.pocket.phone.surroundings import HERE

choice = HERE.choice
