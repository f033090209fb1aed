# Mistake: The board never shows more than five rows.
# Connect Four on a growing board. Usage: growing.py [TOKEN1 TOKEN2 BLANK]
import sys

LIMIT = 10000


class Board:
    def __init__(self, tokens, blank):
        self.tokens = tokens
        self.blank = blank
        self.clear()

    def clear(self):
        self.rows = 5
        self.columns = [[] for _ in range(4)]

    def cell(self, row, column):
        if 0 <= column < len(self.columns) and 0 <= row < len(self.columns[column]):
            return self.columns[column][row]
        return self.blank

    def place(self, player, column):
        """Lets a token fall; returns the winning token, or the blank."""
        while column >= len(self.columns):
            self.columns.append([])
        token = self.tokens[player]
        self.columns[column].append(token)
        row = len(self.columns[column]) - 1
        if self.run(row, column, 0, 1) >= 4 or self.run(row, column, 1, 0) >= 4:
            return token
        return self.blank

    def run(self, row, column, up, right):
        """The length of the run through a cell along one direction."""
        token = self.cell(row, column)
        length = 1
        for sign in (1, -1):
            r, c = row + sign * up, column + sign * right
            while self.cell(r, c) == token:
                length += 1
                r, c = r + sign * up, c + sign * right
        return length

    def tokens_in_row(self, row):
        if not 0 <= row < self.rows:
            return -1
        return sum(1 for column in self.columns if row < len(column))

    def tokens_in_column(self, column):
        if not 0 <= column < len(self.columns):
            return -1
        return len(self.columns[column])

    def print(self):
        for row in range(self.rows - 1, -1, -1):
            print(" ".join(self.cell(row, column) for column in range(len(self.columns))))


def read_words():
    for line in sys.stdin:
        yield from line.split()


def to_number(word):
    """The number a word stands for (-1 for any negative one), or None."""
    negative = word.startswith("-")
    digits = word[1:] if negative else word
    if not (digits.isascii() and digits.isdigit()):
        return None
    if negative:
        return -1
    return int(digits) if len(digits) < 1000 else LIMIT


def place(board, player, word):
    """Answers p1 or p2; returns whether the game is over."""
    column = to_number(word)
    if column is None or not 0 <= column < LIMIT:
        print(f"not a column: {word}")
        return False
    if board.tokens_in_column(column) >= LIMIT:
        print(f"column {column} is full")
        return False
    winner = board.place(player, column)
    board.print()
    if winner == board.blank:
        return False
    print(f"The winner is: {winner}")
    return True


def count(word, what, tokens_in):
    number = to_number(word)
    if number is None:
        print(f"not a {what}: {word}")
    else:
        print(tokens_in(number))


def main():
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    first, second, blank = sys.argv[1:4] if len(sys.argv) > 3 else ("R", "Y", ".")
    board = Board([first, second], blank)
    board.print()
    words = read_words()
    for word in words:
        if word in ("p1", "p2"):
            if place(board, 0 if word == "p1" else 1, next(words, "")):
                break
        elif word == "clear":
            board.clear()
            board.print()
        elif word == "print":
            board.print()
        elif word == "rows":
            print(board.rows)
        elif word == "columns":
            print(len(board.columns))
        elif word == "row":
            count(next(words, ""), "row", board.tokens_in_row)
        elif word == "column":
            count(next(words, ""), "column", board.tokens_in_column)
        elif word == "quit":
            break
        else:
            print(f"unknown command: {word}")


if __name__ == "__main__":
    main()
