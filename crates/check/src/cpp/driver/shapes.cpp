// The driver of shapes's class. It is compiled after common.hpp and the class's own header.

namespace parlor_check {

PARLOR_NAMED(numBins)
PARLOR_NAMED(capacity)
PARLOR_NAMED(grid)
PARLOR_NAMED(display)
PARLOR_NAMED(play)

PARLOR_DETECT(can_numBins, static_cast<int>(lvalue<B>().numBins))
PARLOR_DETECT(can_capacity, static_cast<int>(lvalue<B>().capacity))
PARLOR_DETECT(can_grid, (lvalue<B>().grid[0].clear(), lvalue<B>().grid[0].push_back(0),
                         static_cast<int>(lvalue<B>().grid[0][0] + lvalue<B>().grid.size()),
                         lvalue<B>().grid.resize(1)))
PARLOR_DETECT(can_display, lvalue<B>().display())
PARLOR_QUESTION(add, (0))
PARLOR_QUESTION(winInHorizontal, (0))
PARLOR_QUESTION(winInVertical, (0))
PARLOR_QUESTION(winInDiagonal, (0))
PARLOR_QUESTION(win, (0))
PARLOR_DETECT(can_play, lvalue<B>().play())

template <class B>
std::string interface() {
    return status("default", std::is_default_constructible<B>::value, true, PARLOR_WITHOUT_default) +
           status("new", std::is_constructible<B, int, int>::value, true, PARLOR_WITHOUT_new) +
           lifetime_status<B>(PARLOR_WITHOUT_copy, PARLOR_WITHOUT_assign) +
           status("bins", can_numBins<B>::value, is_named_numBins<B>::value, false) +
           status("capacity", can_capacity<B>::value, is_named_capacity<B>::value, false) +
           status("grid", can_grid<B>::value, is_named_grid<B>::value, false) +
           status("fill", can_grid<B>::value, is_named_grid<B>::value, false) +
           status("push", can_grid<B>::value, is_named_grid<B>::value, false) +
           PARLOR_STATUS(display, display) + PARLOR_STATUS(add, add) +
           PARLOR_STATUS(horizontal, winInHorizontal) + PARLOR_STATUS(vertical, winInVertical) +
           PARLOR_STATUS(diagonal, winInDiagonal) + PARLOR_STATUS(win, win) + PARLOR_STATUS(play, play);
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
    if (perform_lifetime<B, PARLOR_WITHOUT_copy, PARLOR_WITHOUT_assign>(boards, operation, name, words)) {
        return nothing();
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
    PARLOR_ANSWER(add, add, (value))
    PARLOR_ANSWER(horizontal, winInHorizontal, (value))
    PARLOR_ANSWER(vertical, winInVertical, (value))
    PARLOR_ANSWER(diagonal, winInDiagonal, (value))
    PARLOR_ANSWER(win, win, (value))
    throw Missing();
}

}  // namespace parlor_check

int main() { return parlor_check::run<Board>(parlor_check::execute<Board>); }
