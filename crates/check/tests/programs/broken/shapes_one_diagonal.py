# Mistake: Only the rising diagonal is searched; the falling one never wins.
# Connect 4 with shapes. Usage: shapes.py [BINS [CAPACITY]]
import sys

SYMBOLS = ["\u2b24", "\u2b1f", "\u25c9", "\u2b54"]
COLORS = ["red", "blue"]
DIRECTIONS = [(1, 0), (0, 1), (1, 1)]


class Board:
    def __init__(self, bins, capacity):
        self.capacity = max(capacity, 4)
        self.bins = [[] for _ in range(max(bins, 5))]

    def is_full(self, bin):
        return len(self.bins[bin]) == self.capacity

    def add(self, bin, player):
        self.bins[bin].append(player)

    def owner(self, bin, level):
        if 0 <= bin < len(self.bins) and 0 <= level < len(self.bins[bin]):
            return self.bins[bin][level] % 2
        return None

    def run(self, bin, level, right, up):
        """The cells of the run through a cell along one direction."""
        player = self.owner(bin, level)
        cells = [(bin, level)]
        for sign in (1, -1):
            b, l = bin + sign * right, level + sign * up
            while self.owner(b, l) == player:
                cells.append((b, l))
                b, l = b + sign * right, l + sign * up
        return cells

    def win(self, bin):
        """Whether the top shape of a bin wins; marks the winning run."""
        level = len(self.bins[bin]) - 1
        for right, up in DIRECTIONS:
            cells = self.run(bin, level, right, up)
            if len(cells) >= 4:
                for b, l in cells:
                    self.bins[b][l] = self.bins[b][l] % 2 + 2
                return True
        return False

    def display(self):
        separator = "+" + "--+" * len(self.bins)
        print(separator)
        for level in range(self.capacity - 1, -1, -1):
            line = "|"
            for bin in self.bins:
                if level < len(bin):
                    line += SYMBOLS[bin[level]] + " |"
                else:
                    line += "  |"
            print(line)
            print(separator)
        print(" ".join(f"{i:2}" for i in range(len(self.bins))))


def read_words():
    for line in sys.stdin:
        yield from line.split()


def is_index(word, limit):
    return word.isascii() and word.isdigit() and len(word) < 1000 and int(word) < limit


def ask_bin(board, words):
    """The bin the player chooses, or None at the end of input."""
    bins = len(board.bins)
    prompt = "Enter"
    while True:
        print(f"{prompt} a bin index in [0, {bins}) that is not full: ", end="", flush=True)
        prompt = "Re-enter"
        word = next(words, None)
        if word is None:
            return None
        if not is_index(word, bins):
            print(f"invalid bin index, needs to be in [0, {bins})")
        elif board.is_full(int(word)):
            print("the bin is full")
        else:
            return int(word)


def main():
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    bins = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    capacity = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    board = Board(bins, capacity)
    words = read_words()
    board.display()
    for turn in range(len(board.bins) * board.capacity):
        player = turn % 2
        print(f"add shape: {turn + 1}, player: {COLORS[player]}")
        bin = ask_bin(board, words)
        if bin is None:
            print("input ended before the game was over", file=sys.stderr)
            return 1
        board.add(bin, player)
        won = board.win(bin)
        board.display()
        if won:
            print(f"winner: {COLORS[player]}")
            return 0
    print("a tie")
    return 0


if __name__ == "__main__":
    sys.exit(main())
