# Mistake: Empty cells are printed as 0.
# 1024: slide and merge. Usage: tiles.py [ROWS COLUMNS [TARGET [SEED]]]
import sys
import time

NAMES = {"U": "UP", "D": "DOWN", "L": "LEFT", "R": "RIGHT"}
KEYS = {"U": "U", "D": "D", "L": "L", "R": "R", "k": "U", "j": "D", "h": "L", "l": "R", "S": "S"}
ARROWS = {"A": "U", "B": "D", "C": "R", "D": "L"}


class Chance:
    """A linear congruential generator (Knuth's MMIX constants)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


class Panel:
    def __init__(self, rows, columns, chance):
        self.rows, self.columns = (rows, columns) if rows > 0 and columns > 0 else (3, 3)
        self.cells = [[0] * self.columns for _ in range(self.rows)]
        self.max = 0
        self.chance = chance

    def empty_cells(self):
        return [(r, c) for r in range(self.rows) for c in range(self.columns) if self.cells[r][c] == 0]

    def place_random_tile(self):
        empty = self.empty_cells()
        if empty:
            row, column = empty[self.chance.below(len(empty))]
            self.cells[row][column] = 1

    def slide(self, line):
        """A line after sliding toward its start."""
        tiles = [tile for tile in line if tile != 0]
        result = []
        i = 0
        while i < len(tiles):
            if i + 1 < len(tiles) and tiles[i] == tiles[i + 1]:
                result.append(2 * tiles[i])
                self.max = max(self.max, 2 * tiles[i])
                i += 2
            else:
                result.append(tiles[i])
                i += 1
        return result + [0] * (len(line) - len(result))

    def press(self, key):
        """Slides all lines; returns whether anything changed."""
        lines = [list(column) for column in zip(*self.cells)] if key in "UD" else self.cells
        if key in "LU":
            lines = [self.slide(line) for line in lines]
        else:
            lines = [self.slide(line[::-1])[::-1] for line in lines]
        after = [list(row) for row in zip(*lines)] if key in "UD" else lines
        changed = after != self.cells
        self.cells = after
        return changed

    def is_stuck(self):
        if self.empty_cells():
            return False
        for r in range(self.rows):
            for c in range(self.columns):
                if c + 1 < self.columns and self.cells[r][c] == self.cells[r][c + 1]:
                    return False
                if r + 1 < self.rows and self.cells[r][c] == self.cells[r + 1][c]:
                    return False
        return True

    def print(self):
        width = max(4, max(len(str(tile)) for row in self.cells for tile in row))
        separator = "+" + ("-" * width + "+") * self.columns
        for row in self.cells:
            print(separator)
            print("|" + "".join(str(tile).rjust(width) + "|" for tile in row))
        print(separator)


def keys_of(word):
    """The keys of a word; none if it has a letter that is no key."""
    keys = []
    i = 0
    while i < len(word):
        if word[i] == "\x1b" and word[i + 1 : i + 2] in ("[", "O") and word[i + 2 : i + 3] in ARROWS:
            keys.append(ARROWS[word[i + 2]])
            i += 3
        elif word[i] in KEYS:
            keys.append(KEYS[word[i]])
            i += 1
        elif word[i].isalpha():
            return []
        else:
            i += 1
    return keys


def read_keys():
    for line in sys.stdin:
        for word in line.split():
            yield from keys_of(word)


def main():
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    arguments = [int(word) for word in sys.argv[1:]]
    rows, columns = arguments[:2] if len(arguments) > 1 else (4, 4)
    seed = arguments[3] if len(arguments) > 3 else time.time_ns()
    panel = Panel(rows, columns, Chance(seed))
    target = arguments[2] if len(arguments) > 2 else min(1024, 2 ** (panel.rows * panel.columns - 1))
    for _ in range(2):
        panel.place_random_tile()
        panel.print()
    round = 1
    for key in read_keys():
        if key == "S":
            return
        if not panel.press(key):
            continue
        panel.place_random_tile()
        print(f"Round {round:4}: Press {NAMES[key]}. Goal: {target}")
        panel.print()
        round += 1
        if panel.max >= target:
            print("Congratulations!")
            return
        if panel.is_stuck():
            print("Game over. Try again.")
            return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
