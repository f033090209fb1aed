// Mistake: A stuck panel does not end the game.
// 1024: slide and merge. Usage: tiles [ROWS COLUMNS [TARGET [SEED]]]
#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

// A linear congruential generator (Knuth's MMIX constants).
class Chance {
public:
    explicit Chance(std::uint64_t seed) : state_(seed) {}

    int below(int n) {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<int>((state_ >> 33) % n);
    }

private:
    std::uint64_t state_;
};

class Panel {
public:
    Panel(int rows, int columns, std::uint64_t seed)
        : rows_(rows > 0 && columns > 0 ? rows : 3), columns_(rows > 0 && columns > 0 ? columns : 3),
          cells_(rows_, std::vector<int>(columns_, 0)), chance_(seed) {}

    int max() const { return max_; }
    int cells() const { return rows_ * columns_; }

    void place_random_tile() {
        std::vector<int*> empty;
        for (auto& row : cells_)
            for (int& cell : row)
                if (cell == 0) empty.push_back(&cell);
        if (!empty.empty()) *empty[chance_.below(static_cast<int>(empty.size()))] = 1;
    }

    // Slides all lines; returns whether anything changed.
    bool press(char key) {
        bool is_vertical = key == 'U' || key == 'D';
        bool is_reversed = key == 'D' || key == 'R';
        auto before = cells_;
        for (int i = 0; i < (is_vertical ? columns_ : rows_); ++i) {
            std::vector<int*> line;
            for (int j = 0; j < (is_vertical ? rows_ : columns_); ++j)
                line.push_back(is_vertical ? &cells_[j][i] : &cells_[i][j]);
            if (is_reversed) std::reverse(line.begin(), line.end());
            slide(line);
        }
        return cells_ != before;
    }

    bool is_stuck() const {
        for (int row = 0; row < rows_; ++row)
            for (int column = 0; column < columns_; ++column) {
                int tile = cells_[row][column];
                if (tile == 0) return false;
                if (column + 1 < columns_ && cells_[row][column + 1] == tile) return false;
                if (row + 1 < rows_ && cells_[row + 1][column] == tile) return false;
            }
        return true;
    }

    void print() const {
        int width = 4;
        for (const auto& row : cells_)
            for (int tile : row) width = std::max(width, static_cast<int>(std::to_string(tile).size()));
        std::string separator = "+";
        for (int column = 0; column < columns_; ++column) separator += std::string(width, '-') + "+";
        for (const auto& row : cells_) {
            std::cout << separator << "\n|";
            for (int tile : row) std::cout << std::setw(width) << (tile == 0 ? "" : std::to_string(tile)) << '|';
            std::cout << '\n';
        }
        std::cout << separator << '\n';
    }

private:
    int rows_;
    int columns_;
    std::vector<std::vector<int>> cells_;
    Chance chance_;
    int max_ = 0;

    // Slides one line toward its start.
    void slide(const std::vector<int*>& line) {
        std::size_t end = 0;      // the cell after the last tile packed
        bool can_merge = false;   // whether the last tile packed may still merge
        for (int* cell : line) {
            int tile = std::exchange(*cell, 0);
            if (tile == 0) continue;
            if (can_merge && *line[end - 1] == tile) {
                *line[end - 1] = 2 * tile;
                max_ = std::max(max_, 2 * tile);
                can_merge = false;
            } else {
                *line[end++] = tile;
                can_merge = true;
            }
        }
    }
};

// The keys of a word as U D L R S; none if it has a letter that is no key.
std::string keys_of(const std::string& word) {
    const std::string typed = "UDLRkjhlS", meant = "UDLRUDLRS", arrows = "ABCD", presses = "UDRL";
    std::string keys;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] == '\x1b' && i + 2 < word.size() && (word[i + 1] == '[' || word[i + 1] == 'O') &&
            arrows.find(word[i + 2]) != std::string::npos) {
            keys += presses[arrows.find(word[i + 2])];
            i += 2;
        } else if (typed.find(word[i]) != std::string::npos) {
            keys += meant[typed.find(word[i])];
        } else if (std::isalpha(static_cast<unsigned char>(word[i])) || (word[i] & 0x80)) {
            return "";
        }
    }
    return keys;
}

int main(int argc, char** argv) {
    std::uint64_t seed = std::chrono::system_clock::now().time_since_epoch().count();
    if (argc > 4) seed = std::strtoull(argv[4], nullptr, 10);
    Panel panel(argc > 2 ? std::atoi(argv[1]) : 4, argc > 2 ? std::atoi(argv[2]) : 4, seed);
    int target = argc > 3 ? std::atoi(argv[3]) : panel.cells() > 10 ? 1024 : 1 << (panel.cells() - 1);
    for (int i = 0; i < 2; ++i) {
        panel.place_random_tile();
        panel.print();
    }
    int round = 1;
    std::string word;
    while (std::cin >> word) {
        for (char key : keys_of(word)) {
            if (key == 'S') return 0;
            if (!panel.press(key)) continue;
            panel.place_random_tile();
            std::string name = key == 'U' ? "UP" : key == 'D' ? "DOWN" : key == 'L' ? "LEFT" : "RIGHT";
            std::cout << "Round " << std::setw(4) << round++ << ": Press " << name << ". Goal: " << target << '\n';
            panel.print();
            if (panel.max() >= target) {
                std::cout << "Congratulations!\n";
                return 0;
            }
        }
    }
}
