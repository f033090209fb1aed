// The driver of growing's class. It is compiled after common.hpp and the class's own header.

namespace parlor_check {

PARLOR_NAMED(insert)
PARLOR_NAMED(clear)

template <class T>
using is_text = std::enable_if_t<std::is_convertible<T, std::string>::value ||
                                 std::is_same<std::decay_t<T>, char>::value>;

PARLOR_QUESTION(numRows, ())
PARLOR_QUESTION(numColumns, ())
PARLOR_QUESTION(numTokensInRow, (0))
PARLOR_QUESTION(numTokensInColumn, (0))
PARLOR_DETECT(can_insert, std::declval<is_text<decltype(lvalue<B>().insert(0, true))>*>())
PARLOR_DETECT(can_clear, lvalue<B>().clear())
PARLOR_DETECT(can_print, lvalue<std::ostream>() << lvalue<B>())
PARLOR_DETECT(can_chain_print, lvalue<std::ostream>() << lvalue<B>() << lvalue<B>() << "")
PARLOR_DETECT(can_chain_assign, lvalue<B>() = (lvalue<B>() = lvalue<B>()))

template <class B>
std::string interface() {
    using S = std::string;
    bool is_made = std::is_constructible<B, S&, S&, S&>::value ||
                   std::is_constructible<B, const char*, const char*, const char*>::value;
    return status("new", is_made, true, PARLOR_WITHOUT_new) +
           lifetime_status<B>(PARLOR_WITHOUT_copy, PARLOR_WITHOUT_assign) +
           status("chain", can_chain_assign<B>::value, true, PARLOR_WITHOUT_assign) +
           PARLOR_STATUS(rows, numRows) + PARLOR_STATUS(columns, numColumns) +
           PARLOR_STATUS(row, numTokensInRow) + PARLOR_STATUS(column, numTokensInColumn) +
           PARLOR_STATUS(insert, insert) + PARLOR_STATUS(clear, clear) +
           status("print", can_print<B>::value, false, PARLOR_WITHOUT_print) +
           status("print2", can_chain_print<B>::value, can_print<B>::value, PARLOR_WITHOUT_print) +
           status("cout", can_print<B>::value, false, PARLOR_WITHOUT_print);
}

// The strings end with this function: a board that only points at them reads freed memory later.
template <class B>
std::unique_ptr<B> make(std::string one, std::string two, std::string blank) {
    // Long enough to lie on the heap, where the sanitizer watches.
    for (std::string* text : {&one, &two, &blank}) text->reserve(64);
    using S = std::string;
    if constexpr (PARLOR_WITHOUT_new) {
        throw Missing();
    } else if constexpr (std::is_constructible<B, S&, S&, S&>::value) {
        return std::unique_ptr<B>(new B(one, two, blank));
    } else if constexpr (std::is_constructible<B, const char*, const char*, const char*>::value) {
        return std::unique_ptr<B>(new B(one.c_str(), two.c_str(), blank.c_str()));
    } else {
        throw Missing();
    }
}

template <class T>
std::string text_of(const T& value) {
    if constexpr (std::is_convertible<const T&, std::string>::value) {
        return value;
    } else {
        return std::string(1, value);
    }
}

template <class B>
std::string execute(Boards<B>& boards, const std::string& operation, std::istream& words) {
    std::string name;
    if (operation == "interface") return interface<B>();
    words >> name;
    if (operation == "new") {
        std::string one, two, blank;
        words >> one >> two >> blank;
        boards.put(name, make<B>(one, two, blank));
        return nothing();
    }
    if (perform_lifetime<B, PARLOR_WITHOUT_copy, PARLOR_WITHOUT_assign>(boards, operation, name, words)) {
        return nothing();
    }
    if (operation == "chain") {
        std::string middle, source;
        words >> middle >> source;
        if constexpr (can_chain_assign<B>::value && !PARLOR_WITHOUT_assign) {
            boards[name] = boards[middle] = boards[source];
            return nothing();
        }
    }
    PARLOR_ANSWER(rows, numRows, ())
    PARLOR_ANSWER(columns, numColumns, ())
    if (operation == "row" || operation == "column") {
        int place = 0;
        words >> place;
        PARLOR_ANSWER(row, numTokensInRow, (place))
        PARLOR_ANSWER(column, numTokensInColumn, (place))
    }
    if (operation == "insert") {
        int column = 0;
        bool is_player_one = false;
        words >> column >> is_player_one;
        if constexpr (can_insert<B>::value && !PARLOR_WITHOUT_insert) {
            return quoted(text_of(boards[name].insert(column, is_player_one)));
        }
    }
    if (operation == "clear") {
        if constexpr (can_clear<B>::value && !PARLOR_WITHOUT_clear) {
            boards[name].clear();
            return nothing();
        }
    }
    if (operation == "print") {
        if constexpr (can_print<B>::value && !PARLOR_WITHOUT_print) {
            std::ostringstream out;
            out << boards[name];
            return quoted(out.str());
        }
    }
    if (operation == "print2") {
        std::string second;
        words >> second;
        if constexpr (can_chain_print<B>::value && !PARLOR_WITHOUT_print) {
            std::ostringstream out;
            out << boards[name] << boards[second] << "";
            return quoted(out.str());
        }
    }
    if (operation == "cout") {
        if constexpr (can_print<B>::value && !PARLOR_WITHOUT_print) {
            std::cout << boards[name];
            return nothing();
        }
    }
    throw Missing();
}

}  // namespace parlor_check

int main() { return parlor_check::run<Board>(parlor_check::execute<Board>); }
