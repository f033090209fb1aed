// The driver of growing's class. It is compiled after common.hpp and the class's own header.

namespace parlor_check {

PARLOR_NAMED(numRows)
PARLOR_NAMED(numColumns)
PARLOR_NAMED(numTokensInRow)
PARLOR_NAMED(numTokensInColumn)
PARLOR_NAMED(insert)
PARLOR_NAMED(clear)

template <class T>
using is_text = std::enable_if_t<std::is_convertible<T, std::string>::value ||
                                 std::is_same<std::decay_t<T>, char>::value>;

PARLOR_DETECT(can_numRows, static_cast<int>(lvalue<B>().numRows()))
PARLOR_DETECT(can_numColumns, static_cast<int>(lvalue<B>().numColumns()))
PARLOR_DETECT(can_numTokensInRow, static_cast<int>(lvalue<B>().numTokensInRow(0)))
PARLOR_DETECT(can_numTokensInColumn, static_cast<int>(lvalue<B>().numTokensInColumn(0)))
PARLOR_DETECT(can_insert, std::declval<is_text<decltype(lvalue<B>().insert(0, true))>*>())
PARLOR_DETECT(can_clear, lvalue<B>().clear())
PARLOR_DETECT(can_print, lvalue<std::ostream>() << lvalue<B>())
PARLOR_DETECT(can_chain_print, lvalue<std::ostream>() << lvalue<B>() << lvalue<B>() << "")
PARLOR_DETECT(can_assign, lvalue<B>() = lvalue<B>())
PARLOR_DETECT(can_chain_assign, lvalue<B>() = (lvalue<B>() = lvalue<B>()))

template <class B>
std::string interface() {
    using S = std::string;
    bool is_made = std::is_constructible<B, S&, S&, S&>::value ||
                   std::is_constructible<B, const char*, const char*, const char*>::value;
    return status("new", is_made, true, PARLOR_WITHOUT_new) +
           status("copy", std::is_constructible<B, B&>::value, true, PARLOR_WITHOUT_copy) +
           status("assign", can_assign<B>::value, true, PARLOR_WITHOUT_assign) +
           status("chain", can_chain_assign<B>::value, true, PARLOR_WITHOUT_assign) +
           status("delete", std::is_destructible<B>::value, true, false) +
           status("rows", can_numRows<B>::value, is_named_numRows<B>::value, PARLOR_WITHOUT_rows) +
           status("columns", can_numColumns<B>::value, is_named_numColumns<B>::value, PARLOR_WITHOUT_columns) +
           status("row", can_numTokensInRow<B>::value, is_named_numTokensInRow<B>::value, PARLOR_WITHOUT_row) +
           status("column", can_numTokensInColumn<B>::value, is_named_numTokensInColumn<B>::value,
                  PARLOR_WITHOUT_column) +
           status("insert", can_insert<B>::value, is_named_insert<B>::value, PARLOR_WITHOUT_insert) +
           status("clear", can_clear<B>::value, is_named_clear<B>::value, PARLOR_WITHOUT_clear) +
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
    if (operation == "chain") {
        std::string middle, source;
        words >> middle >> source;
        if constexpr (can_chain_assign<B>::value && !PARLOR_WITHOUT_assign) {
            boards[name] = boards[middle] = boards[source];
            return nothing();
        }
    }
    if (operation == "rows") {
        if constexpr (can_numRows<B>::value && !PARLOR_WITHOUT_rows) {
            return number(static_cast<int>(boards[name].numRows()));
        }
    }
    if (operation == "columns") {
        if constexpr (can_numColumns<B>::value && !PARLOR_WITHOUT_columns) {
            return number(static_cast<int>(boards[name].numColumns()));
        }
    }
    if (operation == "row") {
        int row = 0;
        words >> row;
        if constexpr (can_numTokensInRow<B>::value && !PARLOR_WITHOUT_row) {
            return number(static_cast<int>(boards[name].numTokensInRow(row)));
        }
    }
    if (operation == "column") {
        int column = 0;
        words >> column;
        if constexpr (can_numTokensInColumn<B>::value && !PARLOR_WITHOUT_column) {
            return number(static_cast<int>(boards[name].numTokensInColumn(column)));
        }
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
