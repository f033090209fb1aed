# Mistake: The corner A0 does not belong to the left border.
# Rule: a corner belongs to both of its borders
# The game of Hex. Usage: hex.py [SIZE]
import sys

NEIGHBORS = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Board:
    def __init__(self, size):
        self.size = size
        self.cells = [["."] * size for _ in range(size)]

    def at(self, row, column):
        if 0 <= row < self.size and 0 <= column < self.size:
            return self.cells[row][column]
        return None

    def wins(self, row, column):
        """Whether the chain of a stone joins its player's borders."""
        stone = self.cells[row][column]
        chain = {(row, column)}
        todo = [(row, column)]
        while todo:
            row, column = todo.pop()
            for down, right in NEIGHBORS:
                cell = (row + down, column + right)
                if cell not in chain and self.at(*cell) == stone:
                    chain.add(cell)
                    todo.append(cell)
        if stone == "O":
            places = {column for row, column in chain if (row, column) != (0, 0)}
        else:
            places = {row for row, column in chain}
        return 0 in places and self.size - 1 in places

    def print(self):
        print("  " + " ".join(LETTERS[: self.size]))
        for row in range(self.size):
            print(str(row).rjust(row + 2) + "".join(" " + cell for cell in self.cells[row]))


def read_words():
    for line in sys.stdin:
        yield from line.split()


def read_move(words):
    """The next move as one word, or None at the end of input."""
    word = next(words, None)
    if word is not None and len(word) == 1 and word not in "0123456789":
        number = next(words, None)
        return None if number is None else word + " " + number
    return word


def to_cell(board, move):
    """The empty cell that a move names, or None."""
    letter, number = move[0], move[1:].removeprefix(" ")
    if letter not in LETTERS[: board.size]:
        return None
    if not (number.isascii() and number.isdigit() and len(number) < 1000):
        return None
    row, column = int(number), LETTERS.index(letter)
    return (row, column) if board.at(row, column) == "." else None


def main():
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    board = Board(int(sys.argv[1]) if len(sys.argv) > 1 else 11)
    words = read_words()
    player = "O"
    while True:
        board.print()
        while True:
            print(f"Player {player}, make your move: ", end="", flush=True)
            move = read_move(words)
            if move is None:
                print("input ended before the game was over", file=sys.stderr)
                return 1
            cell = to_cell(board, move)
            if cell is not None:
                break
            print("Invalid move. Enter again!")
        row, column = cell
        board.cells[row][column] = player
        if board.wins(row, column):
            board.print()
            print(f"Player {player} wins!")
            return 0
        player = "X" if player == "O" else "O"


if __name__ == "__main__":
    sys.exit(main())
