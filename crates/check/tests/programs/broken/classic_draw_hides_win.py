# Mistake: A full grid is a draw even if the last disc makes a line.
# Connect Four. Usage: classic.py [ROWS COLUMNS [NAME1 NAME2]]
import sys

DISCS = "OX"
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


class Player:
    def __init__(self, name):
        self.name = name
        self.score = 0
        self.wins = 0


class Grid:
    """Row 0 is the top; a cell holds None or the player's number."""

    def __init__(self, rows, columns):
        self.rows = max(rows, 4)
        self.columns = max(columns, 4)
        self.reset()

    def reset(self):
        self.cells = [[None] * self.columns for _ in range(self.rows)]

    def at(self, row, column):
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return self.cells[row][column]
        return None

    def is_full(self, column):
        return self.cells[0][column] is not None

    def insert(self, column, player):
        """Lets a disc fall; returns its row."""
        row = self.rows - 1
        while self.cells[row][column] is not None:
            row -= 1
        self.cells[row][column] = player
        return row

    def has_line_through(self, row, column):
        player = self.at(row, column)
        for down, right in DIRECTIONS:
            length = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while self.at(r, c) == player:
                    length += 1
                    r, c = r + sign * down, c + sign * right
            if length >= 4:
                return True
        return False

    def print(self):
        width = len(str(self.columns - 1))
        for row in self.cells:
            print(" ".join(("." if cell is None else DISCS[cell]).rjust(width) for cell in row))
        print(" ".join(str(column).rjust(width) for column in range(self.columns)))


def read_words():
    for line in sys.stdin:
        yield from line.split()


def is_index(word, limit):
    return word.isascii() and word.isdigit() and len(word) < 1000 and int(word) < limit


def ask_column(grid, players, turn, words):
    """The column the player chooses, or None at the end of input."""
    while True:
        print(f"{players[turn].name} ({DISCS[turn]}), column 0-{grid.columns - 1}: ", end="", flush=True)
        word = next(words, None)
        if word is None:
            return None
        if not is_index(word, grid.columns):
            print(f"not a column: {word}")
        elif grid.is_full(int(word)):
            print(f"column {int(word)} is full")
        else:
            return int(word)


def play(grid, players, words):
    """One game; returns the winner's number, "draw", or None at the end of input."""
    grid.print()
    turn = 0
    for _ in range(grid.rows * grid.columns):
        column = ask_column(grid, players, turn, words)
        if column is None:
            return None
        row = grid.insert(column, turn)
        grid.print()
        if None not in grid.cells[0]:
            return "draw"
        if grid.has_line_through(row, column):
            return turn
        turn = 1 - turn
    return "draw"


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
        winner = play(grid, players, words)
        if winner is None:
            print("input ended before the game was over", file=sys.stderr)
            return 1
        if winner == "draw":
            print("It is a draw.")
        else:
            players[winner].score += 1
            players[winner].wins += 1
            print(f"{players[winner].name} wins!")
        print(f"Score: {one.name} {one.score}, {two.name} {two.score}. Wins: {one.name} {one.wins}, {two.name} {two.wins}.")
        print("Play again? [y/N] ", end="", flush=True)
        if next(words, None) != "y":
            return 0
        grid.reset()
        for player in players:
            player.score = 0


if __name__ == "__main__":
    sys.exit(main())
