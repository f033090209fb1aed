// Mistake: Only the diagonal that falls to the right is searched.
// Super Connect Four. Usage: super [ROWS COLUMNS [NAME1 NAME2]]
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

    // Empties the cells of all lines at once; scored[i] tells whether player i had one.
    bool remove_lines(bool scored[2]) {
        const int steps[3][2] = {{0, 1}, {1, 0}, {1, 1}};
        std::vector<std::string> left = cells_;
        scored[0] = scored[1] = false;
        for (int row = 0; row < rows_; ++row)
            for (int column = 0; column < columns_; ++column)
                for (const auto& step : steps) {
                    if (!is_line(row, column, step[0], step[1])) continue;
                    scored[cells_[row][column] == DISCS[0] ? 0 : 1] = true;
                    for (int i = 0; i < 4; ++i) left[row + i * step[0]][column + i * step[1]] = '.';
                }
        cells_ = left;
        return scored[0] || scored[1];
    }

    // Lets every disc fall as far as it can.
    void fall() {
        for (int column = 0; column < columns_; ++column) {
            int free = rows_ - 1;
            for (int row = rows_ - 1; row >= 0; --row)
                if (cells_[row][column] != '.') std::swap(cells_[row][column], cells_[free--][column]);
        }
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

    bool is_line(int row, int column, int down, int right) const {
        if (cells_[row][column] == '.') return false;
        for (int i = 1; i < 4; ++i) {
            int r = row + i * down;
            int c = column + i * right;
            if (r < 0 || r >= rows_ || c < 0 || c >= columns_ || cells_[r][c] != cells_[row][column]) return false;
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
int ask_column(const Grid& grid, const Player players[2], int turn) {
    std::string word;
    while (true) {
        std::cout << players[turn].name << " (" << DISCS[turn] << ") " << players[0].score << '-'
                  << players[1].score << ", column 0-" << grid.columns() - 1 << ": ";
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
        int column = ask_column(grid, players, turn);
        if (column < 0) return false;
        grid.insert(column, DISCS[turn]);
        bool scored[2];
        while (grid.remove_lines(scored)) {
            for (int i = 0; i < 2; ++i) {
                if (!scored[i]) continue;
                ++players[i].score;
                std::cout << (i == 1 && scored[0] ? " " : "") << players[i].name << " scores.";
            }
            std::cout << '\n';
            grid.fall();
        }
        grid.print();
    }
    return true;
}

int main(int argc, char** argv) {
    Grid grid(argc > 2 ? std::atoi(argv[1]) : 6, argc > 2 ? std::atoi(argv[2]) : 7);
    Player players[2];
    players[0].name = argc > 4 ? argv[3] : "Red";
    players[1].name = argc > 4 ? argv[4] : "Yellow";
    Player &one = players[0], &two = players[1];
    std::string answer;
    do {
        grid.reset();
        one.score = two.score = 0;
        if (!play(grid, players)) {
            std::cerr << "input ended before the game was over\n";
            return 1;
        }
        if (one.score == two.score) {
            std::cout << "It is a draw.\n";
        } else {
            Player& winner = one.score > two.score ? one : two;
            ++winner.wins;
            std::cout << winner.name << " wins!\n";
        }
        std::cout << "Score: " << one.name << ' ' << one.score << ", " << two.name << ' ' << two.score
                  << ". Wins: " << one.name << ' ' << one.wins << ", " << two.name << ' ' << two.wins << ".\n";
        std::cout << "Play again? [y/N] ";
    } while (std::cin >> answer && answer == "y");
}
