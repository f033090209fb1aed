// Mistake: Lines wrap around the side borders: only the index into a flat array is checked.
// Connect Four. Usage: classic [ROWS COLUMNS [NAME1 NAME2]]
#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

const char DISCS[] = "OX";

struct Player {
    std::string name;
    int score = 0;
    int wins = 0;
};

// Row 0 is the top; a cell holds '.', 'O' or 'X'.
class Grid {
public:
    Grid(int rows, int columns) : rows_(std::max(rows, 4)), columns_(std::max(columns, 4)) { reset(); }

    void reset() { cells_.assign(rows_, std::string(columns_, '.')); }
    int columns() const { return columns_; }
    bool is_column_full(int column) const { return cells_[0][column] != '.'; }

    bool is_full() const {
        for (int column = 0; column < columns_; ++column)
            if (!is_column_full(column)) return false;
        return true;
    }

    void insert(int column, char disc) {
        int row = rows_ - 1;
        while (cells_[row][column] != '.') --row;
        cells_[row][column] = disc;
    }

    bool has_line(char disc) const {
        for (int row = 0; row < rows_; ++row)
            for (int column = 0; column < columns_; ++column)
                if (is_line(disc, row, column, 0, 1) || is_line(disc, row, column, 1, 0) ||
                    is_line(disc, row, column, 1, 1) || is_line(disc, row, column, 1, -1))
                    return true;
        return false;
    }

    void print() const {
        int width = static_cast<int>(std::to_string(columns_ - 1).size());
        for (const std::string& row : cells_) {
            for (int column = 0; column < columns_; ++column)
                std::cout << (column > 0 ? " " : "") << std::setw(width) << row[column];
            std::cout << '\n';
        }
        for (int column = 0; column < columns_; ++column)
            std::cout << (column > 0 ? " " : "") << std::setw(width) << column;
        std::cout << '\n';
    }

private:
    int rows_;
    int columns_;
    std::vector<std::string> cells_;

    bool is_line(char disc, int row, int column, int down, int right) const {
        for (int i = 0; i < 4; ++i) {
            int r = row + i * down;
            int c = column + i * right;
            int index = r * columns_ + c;
            if (index < 0 || index >= rows_ * columns_ || cells_[index / columns_][index % columns_] != disc) return false;
        }
        return true;
    }
};

// The index a word stands for, -1 if it is none.
int to_index(const std::string& word) {
    if (word.find_first_not_of("0123456789") != std::string::npos) return -1;
    try {
        return std::stoi(word);
    } catch (const std::out_of_range&) {
        return -1;
    }
}

// The column a player chooses, -1 at the end of input.
int ask_column(const Grid& grid, const Player& player, char disc) {
    std::string word;
    while (true) {
        std::cout << player.name << " (" << disc << "), column 0-" << grid.columns() - 1 << ": ";
        if (!(std::cin >> word)) return -1;
        int column = to_index(word);
        if (column < 0 || column >= grid.columns()) std::cout << "not a column: " << word << '\n';
        else if (grid.is_column_full(column)) std::cout << "column " << column << " is full\n";
        else return column;
    }
}

// One game; false at the end of input.
bool play(Grid& grid, Player players[2]) {
    grid.print();
    for (int turn = 0; !grid.is_full(); turn = 1 - turn) {
        int column = ask_column(grid, players[turn], DISCS[turn]);
        if (column < 0) return false;
        grid.insert(column, DISCS[turn]);
        grid.print();
        if (grid.has_line(DISCS[turn])) {
            ++players[turn].score;
            ++players[turn].wins;
            std::cout << players[turn].name << " wins!\n";
            return true;
        }
    }
    std::cout << "It is a draw.\n";
    return true;
}

int main(int argc, char** argv) {
    Grid grid(argc > 2 ? std::atoi(argv[1]) : 6, argc > 2 ? std::atoi(argv[2]) : 7);
    Player players[2];
    players[0].name = argc > 4 ? argv[3] : "Red";
    players[1].name = argc > 4 ? argv[4] : "Yellow";
    std::string answer;
    do {
        grid.reset();
        for (Player& player : players) player.score = 0;
        if (!play(grid, players)) {
            std::cerr << "input ended before the game was over\n";
            return 1;
        }
        const Player &one = players[0], &two = players[1];
        std::cout << "Score: " << one.name << ' ' << one.score << ", " << two.name << ' ' << two.score
                  << ". Wins: " << one.name << ' ' << one.wins << ", " << two.name << ' ' << two.wins << ".\n";
        std::cout << "Play again? [y/N] ";
    } while (std::cin >> answer && answer == "y");
}
