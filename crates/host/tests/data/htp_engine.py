"""A Hex program for tests. It speaks HTP and plays the first empty cell, row by row.

The argument says how it behaves: good, noisy, slow, illegal, nonsense, crash, refuse, resign, swap-sides, endless,
mohex. The last one can be told whether it may swap. By swap-pieces it means that the stone stays and the same color moves
again.
"""

import sys
import time

mode = sys.argv[1]
log = open(sys.argv[2], "w") if len(sys.argv) > 2 else None
size, stones, moves, may_swap = 11, {}, [], False


def answer(text="", good=True, number=""):
    if mode == "noisy":
        print("thinking about it")
    print(("=" if good else "?") + number, text)
    print()
    sys.stdout.flush()


def genmove(color):
    if mode == "slow":
        time.sleep(600)
    if mode == "illegal":
        return "a1" if "a1" in stones else "z26"
    if mode == "nonsense":
        return "hello"
    if mode == "crash":
        sys.exit(3)
    if mode == "resign":
        return "resign"
    if mode == "endless":
        while True:
            print("= more")
    if mode == "swap-sides" and len(moves) == 1:
        moves.append("swap-sides")
        return "swap-sides"
    if mode == "mohex" and len(moves) == 1 and may_swap:
        moves.append("swap-pieces")
        return "swap-pieces"
    cells = (chr(97 + column) + str(row + 1) for row in range(size) for column in range(size))
    cell = next(cell for cell in cells if cell not in stones)
    stones[cell] = color
    moves.append(cell)
    return cell


for line in sys.stdin:
    words = line.split("#")[0].split()
    if not words:
        continue
    if log:
        log.write(" ".join(words) + "\n")
        log.flush()
    number = words.pop(0) if words[0].isdigit() else ""
    name, arguments = words[0], words[1:]
    if name == "boardsize" and mode == "refuse":
        answer("too large", False, number)
    elif name in ("boardsize", "clear_board"):
        size = int(arguments[0]) if arguments else size
        stones, moves = {}, []
        answer(number=number)
    elif name == "play" and arguments[1].startswith("swap"):
        first = moves[0]
        if arguments[1] == "swap-pieces" and mode != "mohex":
            stones = {chr(96 + int(first[1:])) + str(ord(first[0]) - 96): arguments[0]}
        answer("no such move", mode != "noisy" or arguments[1] == "swap-pieces", number)
        moves.append(arguments[1])
    elif name == "param_game" and mode == "mohex":
        may_swap = arguments[1] == "1"
        answer(number=number)
    elif name == "play":
        if arguments[1] in stones:
            answer("occupied", False, number)
        else:
            stones[arguments[1]] = arguments[0]
            moves.append(arguments[1])
            answer(number=number)
    elif name == "genmove":
        answer(genmove(arguments[0]), number=number)
    elif name == "quit":
        answer(number=number)
        break
    else:
        answer("unknown command", False, number)
