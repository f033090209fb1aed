# Mistake: Lines are removed one at a time, each with a point of its own.
# Super Connect Four. Usage: super.py [ROWS COLUMNS [NAME1 NAME2]]
import sys

DISCS = "OX"
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


class Player:
    def __init__(self, name):
        self.name = name
        self.score = 0
        self.wins = 0


class Grid:
    """Columns of discs from the bottom up; a disc is its player's number."""

    def __init__(self, rows, columns):
        self.rows = max(rows, 4)
        self.columns = max(columns, 4)
        self.reset()

    def reset(self):
        self.discs = [[] for _ in range(self.columns)]

    def is_column_full(self, column):
        return len(self.discs[column]) == self.rows

    def is_full(self):
        return all(self.is_column_full(column) for column in range(self.columns))

    def at(self, level, column):
        if 0 <= column < self.columns and 0 <= level < len(self.discs[column]):
            return self.discs[column][level]
        return None

    def find_lines(self):
        """The cells of all lines of four or more."""
        found = set()
        for column in range(self.columns):
            for level in range(len(self.discs[column])):
                for up, right in DIRECTIONS:
                    four = [(level + i * up, column + i * right) for i in range(4)]
                    if all(self.at(*cell) == self.at(level, column) for cell in four):
                        return set(four)
        return found

    def remove(self, cells):
        """Takes discs away; what is above them falls."""
        for column in range(self.columns):
            self.discs[column] = [
                disc for level, disc in enumerate(self.discs[column]) if (level, column) not in cells
            ]

    def print(self):
        width = len(str(self.columns - 1))
        for level in range(self.rows - 1, -1, -1):
            row = [self.at(level, column) for column in range(self.columns)]
            print(" ".join(("." if disc is None else DISCS[disc]).rjust(width) for disc in row))
        print(" ".join(str(column).rjust(width) for column in range(self.columns)))


def read_words():
    for line in sys.stdin:
        yield from line.split()


def is_index(word, limit):
    return word.isascii() and word.isdigit() and len(word) < 1000 and int(word) < limit


def ask_column(grid, players, turn, words):
    """The column the player chooses, or None at the end of input."""
    one, two = players
    while True:
        print(f"{players[turn].name} ({DISCS[turn]}) {one.score}-{two.score}, column 0-{grid.columns - 1}: ", end="", flush=True)
        word = next(words, None)
        if word is None:
            return None
        if not is_index(word, grid.columns):
            print(f"not a column: {word}")
        elif grid.is_column_full(int(word)):
            print(f"column {int(word)} is full")
        else:
            return int(word)


def settle(grid, players):
    """Scores and removes lines until there are none."""
    while True:
        cells = grid.find_lines()
        if not cells:
            return
        owners = {grid.at(*cell) for cell in cells}
        for owner in owners:
            players[owner].score += 1
        print(" ".join(f"{players[owner].name} scores." for owner in sorted(owners)))
        grid.remove(cells)


def play(grid, players, words):
    """One game; returns False at the end of input."""
    grid.print()
    turn = 0
    while not grid.is_full():
        column = ask_column(grid, players, turn, words)
        if column is None:
            return False
        grid.discs[column].append(turn)
        settle(grid, players)
        grid.print()
        turn = 1 - turn
    return True


def main():
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    rows, columns = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (6, 7)
    names = sys.argv[3:5] if len(sys.argv) > 4 else ["Red", "Yellow"]
    grid = Grid(rows, columns)
    players = [Player(name) for name in names]
    one, two = players
    words = read_words()
    while True:
        if not play(grid, players, words):
            print("input ended before the game was over", file=sys.stderr)
            return 1
        if one.score == two.score:
            print("It is a draw.")
        else:
            winner = one if one.score > two.score else two
            winner.wins += 1
            print(f"{winner.name} wins!")
        print(f"Score: {one.name} {one.score}, {two.name} {two.score}. Wins: {one.name} {one.wins}, {two.name} {two.wins}.")
        print("Play again? [y/N] ", end="", flush=True)
        if next(words, None) != "y":
            return 0
        grid.reset()
        for player in players:
            player.score = 0


if __name__ == "__main__":
    sys.exit(main())
