// Mistake: The board is not printed after the winning stone.
// The game of Hex. Usage: hex [SIZE]
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

// The stones and their chains (union-find over the cells and the four borders).
class Board {
public:
    explicit Board(int size) : size_(size), cells_(size, std::string(size, '.')), parent_(size * size + 4) {
        for (int i = 0; i < size * size + 4; ++i) parent_[i] = i;
    }

    int size() const { return size_; }
    bool is_empty(int row, int column) const { return cells_[row][column] == '.'; }

    // Places a stone; returns whether it wins.
    bool place(int row, int column, char stone) {
        const int steps[6][2] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};
        const int first = size_ * size_, last = first + 1;
        const int borders = stone == 'O' ? 0 : 2;
        cells_[row][column] = stone;
        for (const auto& step : steps) {
            int r = row + step[0];
            int c = column + step[1];
            if (r >= 0 && r < size_ && c >= 0 && c < size_ && cells_[r][c] == stone)
                join(row * size_ + column, r * size_ + c);
        }
        int place = stone == 'O' ? column : row;
        if (place == 0) join(row * size_ + column, first + borders);
        if (place == size_ - 1) join(row * size_ + column, last + borders);
        return root(first + borders) == root(last + borders);
    }

    void print() const {
        std::cout << ' ';
        for (int column = 0; column < size_; ++column) std::cout << ' ' << static_cast<char>('A' + column);
        std::cout << '\n';
        for (int row = 0; row < size_; ++row) {
            std::cout << std::setw(row + 2) << row;
            for (char cell : cells_[row]) std::cout << ' ' << cell;
            std::cout << '\n';
        }
    }

private:
    int size_;
    std::vector<std::string> cells_;
    std::vector<int> parent_;

    int root(int i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }

    void join(int a, int b) { parent_[root(a)] = root(b); }
};

// The length of a word in characters (UTF-8).
int characters(const std::string& word) {
    int count = 0;
    for (unsigned char byte : word)
        if ((byte & 0xC0) != 0x80) ++count;
    return count;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The number a word stands for, -1 if it is none.
int to_number(const std::string& word) {
    if (word.empty() || word.find_first_not_of("0123456789") != std::string::npos) return -1;
    try {
        return std::stoi(word);
    } catch (const std::out_of_range&) {
        return -1;
    }
}

// Reads a move, F3 or F 3; false at the end of input.
bool read_move(std::string& letter, std::string& number) {
    if (!(std::cin >> letter)) return false;
    if (characters(letter) == 1 && !is_digit(letter[0])) return static_cast<bool>(std::cin >> number);
    number = letter.substr(1);
    letter = letter.substr(0, 1);
    return true;
}

int main(int argc, char** argv) {
    Board board(argc > 1 ? std::atoi(argv[1]) : 11);
    char player = 'O';
    while (true) {
        board.print();
        int row, column;
        while (true) {
            std::string letter, number;
            std::cout << "Player " << player << ", make your move: ";
            if (!read_move(letter, number)) {
                std::cerr << "input ended before the game was over\n";
                return 1;
            }
            column = letter.size() == 1 ? letter[0] - 'A' : -1;
            row = to_number(number);
            if (column >= 0 && column < board.size() && row >= 0 && row < board.size() && board.is_empty(row, column)) break;
            std::cout << "Invalid move. Enter again!\n";
        }
        if (board.place(row, column, player)) {
            std::cout << "Player " << player << " wins!\n";
            return 0;
        }
        player = player == 'O' ? 'X' : 'O';
    }
}
