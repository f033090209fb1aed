// The driver of shapes's class. It is compiled after common.hpp and the class's own header.

namespace parlor_check {

PARLOR_NAMED(numBins)
PARLOR_NAMED(capacity)
PARLOR_NAMED(grid)
PARLOR_NAMED(display)
PARLOR_NAMED(add)
PARLOR_NAMED(winInHorizontal)
PARLOR_NAMED(winInVertical)
PARLOR_NAMED(winInDiagonal)
PARLOR_NAMED(win)
PARLOR_NAMED(play)

PARLOR_DETECT(can_numBins, static_cast<int>(lvalue<B>().numBins))
PARLOR_DETECT(can_capacity, static_cast<int>(lvalue<B>().capacity))
PARLOR_DETECT(can_grid, (lvalue<B>().grid[0].clear(), lvalue<B>().grid[0].push_back(0),
                         static_cast<int>(lvalue<B>().grid[0][0] + lvalue<B>().grid.size()),
                         lvalue<B>().grid.resize(1)))
PARLOR_DETECT(can_display, lvalue<B>().display())
PARLOR_DETECT(can_add, static_cast<int>(lvalue<B>().add(0)))
PARLOR_DETECT(can_winInHorizontal, static_cast<int>(lvalue<B>().winInHorizontal(0)))
PARLOR_DETECT(can_winInVertical, static_cast<int>(lvalue<B>().winInVertical(0)))
PARLOR_DETECT(can_winInDiagonal, static_cast<int>(lvalue<B>().winInDiagonal(0)))
PARLOR_DETECT(can_win, static_cast<int>(lvalue<B>().win(0)))
PARLOR_DETECT(can_play, lvalue<B>().play())
PARLOR_DETECT(can_assign, lvalue<B>() = lvalue<B>())

template <class B>
std::string interface() {
    return status("default", std::is_default_constructible<B>::value, true, PARLOR_WITHOUT_default) +
           status("new", std::is_constructible<B, int, int>::value, true, PARLOR_WITHOUT_new) +
           status("copy", std::is_constructible<B, B&>::value, true, PARLOR_WITHOUT_copy) +
           status("assign", can_assign<B>::value, true, PARLOR_WITHOUT_assign) +
           status("delete", std::is_destructible<B>::value, true, false) +
           status("bins", can_numBins<B>::value, is_named_numBins<B>::value, false) +
           status("capacity", can_capacity<B>::value, is_named_capacity<B>::value, false) +
           status("grid", can_grid<B>::value, is_named_grid<B>::value, false) +
           status("fill", can_grid<B>::value, is_named_grid<B>::value, false) +
           status("push", can_grid<B>::value, is_named_grid<B>::value, false) +
           status("display", can_display<B>::value, is_named_display<B>::value, PARLOR_WITHOUT_display) +
           status("add", can_add<B>::value, is_named_add<B>::value, PARLOR_WITHOUT_add) +
           status("horizontal", can_winInHorizontal<B>::value, is_named_winInHorizontal<B>::value,
                  PARLOR_WITHOUT_horizontal) +
           status("vertical", can_winInVertical<B>::value, is_named_winInVertical<B>::value,
                  PARLOR_WITHOUT_vertical) +
           status("diagonal", can_winInDiagonal<B>::value, is_named_winInDiagonal<B>::value,
                  PARLOR_WITHOUT_diagonal) +
           status("win", can_win<B>::value, is_named_win<B>::value, PARLOR_WITHOUT_win) +
           status("play", can_play<B>::value, is_named_play<B>::value, PARLOR_WITHOUT_play);
}

// Bins are written as their values from the bottom up, with a comma between bins; an empty bin is a dot.
template <class B>
std::string bins_of(B& board) {
    std::string text;
    for (std::size_t bin = 0; bin < board.grid.size(); ++bin) {
        if (bin > 0) text += ',';
        if (board.grid[bin].size() == 0) text += '.';
        for (std::size_t index = 0; index < board.grid[bin].size(); ++index) {
            if (index > 0) text += '_';
            text += number(static_cast<int>(board.grid[bin][index]));
        }
    }
    return text.empty() ? "none" : text;
}

template <class B>
void fill(B& board, const std::string& bins) {
    std::istringstream parts(bins);
    std::vector<std::string> values;
    for (std::string part; std::getline(parts, part, ',');) values.push_back(part);
    board.grid.resize(values.size());
    for (std::size_t bin = 0; bin < values.size(); ++bin) {
        board.grid[bin].clear();
        for (char value : values[bin]) {
            if (value != '.') board.grid[bin].push_back(value - '0');
        }
    }
}

template <class B>
std::string execute(Boards<B>& boards, const std::string& operation, std::istream& words) {
    std::string name;
    if (operation == "interface") return interface<B>();
    words >> name;
    int value = 0;
    if (operation == "default") {
        if constexpr (std::is_default_constructible<B>::value && !PARLOR_WITHOUT_default) {
            // Without parentheses, as students write it: members that no constructor sets stay garbage.
            boards.put(name, std::unique_ptr<B>(new B));
            return nothing();
        }
    }
    if (operation == "new") {
        int bins = 0, capacity = 0;
        words >> bins >> capacity;
        if constexpr (std::is_constructible<B, int, int>::value && !PARLOR_WITHOUT_new) {
            boards.put(name, std::unique_ptr<B>(new B(bins, capacity)));
            return nothing();
        }
    }
    if (operation == "delete") {
        boards.remove(name);
        return nothing();
    }
    if (operation == "copy") {
        std::string source;
        words >> source;
        if constexpr (std::is_constructible<B, B&>::value && !PARLOR_WITHOUT_copy) {
            boards.put(name, std::unique_ptr<B>(new B(boards[source])));
            return nothing();
        }
    }
    if (operation == "assign") {
        std::string source;
        words >> source;
        if constexpr (can_assign<B>::value && !PARLOR_WITHOUT_assign) {
            boards[name] = boards[source];
            return nothing();
        }
    }
    if (operation == "bins") {
        if constexpr (can_numBins<B>::value) return number(static_cast<int>(boards[name].numBins));
    }
    if (operation == "capacity") {
        if constexpr (can_capacity<B>::value) return number(static_cast<int>(boards[name].capacity));
    }
    if (operation == "grid") {
        if constexpr (can_grid<B>::value) return bins_of(boards[name]);
    }
    if (operation == "fill") {
        std::string bins;
        words >> bins;
        if constexpr (can_grid<B>::value) {
            fill(boards[name], bins);
            return nothing();
        }
    }
    if (operation == "push") {
        std::size_t bin = 0;
        words >> bin >> value;
        if constexpr (can_grid<B>::value) {
            boards[name].grid.at(bin).push_back(value);
            return nothing();
        }
    }
    if (operation == "display") {
        if constexpr (can_display<B>::value && !PARLOR_WITHOUT_display) {
            boards[name].display();
            return nothing();
        }
    }
    if (operation == "play") {
        if constexpr (can_play<B>::value && !PARLOR_WITHOUT_play) {
            boards[name].play();
            return quoted(input.rest());
        }
    }
    words >> value;
    if (operation == "add") {
        if constexpr (can_add<B>::value && !PARLOR_WITHOUT_add) {
            return number(static_cast<int>(boards[name].add(value)));
        }
    }
    if (operation == "horizontal") {
        if constexpr (can_winInHorizontal<B>::value && !PARLOR_WITHOUT_horizontal) {
            return number(static_cast<int>(boards[name].winInHorizontal(value)));
        }
    }
    if (operation == "vertical") {
        if constexpr (can_winInVertical<B>::value && !PARLOR_WITHOUT_vertical) {
            return number(static_cast<int>(boards[name].winInVertical(value)));
        }
    }
    if (operation == "diagonal") {
        if constexpr (can_winInDiagonal<B>::value && !PARLOR_WITHOUT_diagonal) {
            return number(static_cast<int>(boards[name].winInDiagonal(value)));
        }
    }
    if (operation == "win") {
        if constexpr (can_win<B>::value && !PARLOR_WITHOUT_win) {
            return number(static_cast<int>(boards[name].win(value)));
        }
    }
    throw Missing();
}

}  // namespace parlor_check

int main() { return parlor_check::run<Board>(parlor_check::execute<Board>); }
