// Connect Four on a growing board. Usage: growing_buffered [TOKEN1 TOKEN2 BLANK]
// CRLF line ends, colored tokens, reads all input first and writes all output last.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

std::istringstream in;
std::ostringstream out;

const int LIMIT = 10000;

class Board {
public:
    Board(std::string first, std::string second, std::string blank) : tokens_{first, second}, blank_(blank) { clear(); }

    void clear() {
        rows_ = 5;
        columns_.assign(4, {});
    }

    int rows() const { return rows_; }
    int columns() const { return static_cast<int>(columns_.size()); }
    const std::string& blank() const { return blank_; }

    // Lets a token fall; returns the winning token, or the blank.
    std::string place(int player, int column) {
        if (column >= columns()) columns_.resize(column + 1);
        columns_[column].push_back(player);
        int row = tokens_in_column(column) - 1;
        rows_ = std::max(rows_, row + 1);
        if (run(row, column, 0, 1) >= 4 || run(row, column, 1, 0) >= 4) return tokens_[player];
        return blank_;
    }

    int tokens_in_row(int row) const {
        if (row < 0 || row >= rows_) return -1;
        int count = 0;
        for (const auto& column : columns_)
            if (row < static_cast<int>(column.size())) ++count;
        return count;
    }

    int tokens_in_column(int column) const {
        if (column < 0 || column >= columns()) return -1;
        return static_cast<int>(columns_[column].size());
    }

    void print() const {
        for (int row = rows_ - 1; row >= 0; --row) {
            for (int column = 0; column < columns(); ++column) {
                int player = owner(row, column);
                if (column > 0) out << ' ';
                if (player < 0) out << blank_;
                else out << (player == 0 ? "\x1b[31m" : "\x1b[33m") << tokens_[player] << "\x1b[0m";
            }
            out << "\r\n";
        }
    }

private:
    std::string tokens_[2];
    std::string blank_;
    int rows_ = 5;
    std::vector<std::vector<int>> columns_;

    // The player of a cell, -1 for none.
    int owner(int row, int column) const {
        if (row < 0 || column < 0 || row >= tokens_in_column(column)) return -1;
        return columns_[column][row];
    }

    // The length of the run through a cell along one direction.
    int run(int row, int column, int up, int right) const {
        int player = owner(row, column);
        int length = 1;
        for (int i = 1; owner(row + i * up, column + i * right) == player; ++i) ++length;
        for (int i = 1; owner(row - i * up, column - i * right) == player; ++i) ++length;
        return length;
    }
};

bool is_number(const std::string& word) {
    std::string digits = word.substr(word[0] == '-' ? 1 : 0);
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
}

// The value of a number; -1 for a negative one, LIMIT for one that is too large.
int value(const std::string& word) {
    if (word[0] == '-') return -1;
    int number = 0;
    for (char digit : word) number = std::min(number * 10 + (digit - '0'), LIMIT);
    return number;
}

std::string next_word() {
    std::string word;
    in >> word;
    return word;
}

// Answers p1 or p2; returns whether the game is over.
bool place(Board& board, int player) {
    std::string word = next_word();
    int column = is_number(word) ? value(word) : -1;
    if (column < 0 || column >= LIMIT) {
        out << "not a column: " << word << "\r\n";
        return false;
    }
    if (board.tokens_in_column(column) >= LIMIT) {
        out << "column " << column << " is full\r\n";
        return false;
    }
    std::string winner = board.place(player, column);
    board.print();
    if (winner == board.blank()) return false;
    out << "The winner is: " << winner << "\r\n";
    return true;
}

void play(Board& board) {
    board.print();
    std::string command;
    while (in >> command) {
        if (command == "p1" || command == "p2") {
            if (place(board, command == "p1" ? 0 : 1)) return;
        } else if (command == "clear") {
            board.clear();
            board.print();
        } else if (command == "print") {
            board.print();
        } else if (command == "rows") {
            out << board.rows() << "\r\n";
        } else if (command == "columns") {
            out << board.columns() << "\r\n";
        } else if (command == "row" || command == "column") {
            std::string word = next_word();
            if (!is_number(word)) out << "not a " << command << ": " << word << "\r\n";
            else if (command == "row") out << board.tokens_in_row(value(word)) << "\r\n";
            else out << board.tokens_in_column(value(word)) << "\r\n";
        } else if (command == "quit") {
            return;
        } else {
            out << "unknown command: " << command << "\r\n";
        }
    }
}

int main(int argc, char** argv) {
    Board board(argc > 3 ? argv[1] : "R", argc > 3 ? argv[2] : "Y", argc > 3 ? argv[3] : ".");
    in.str(std::string(std::istreambuf_iterator<char>(std::cin), {}));
    play(board);
    std::cout << out.str();
}
