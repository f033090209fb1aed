// Mistake: Fewer than five bins are not corrected to five.
// Connect 4 with shapes. Usage: shapes [BINS [CAPACITY]]
#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

const std::string SYMBOLS[] = {"\u2b24", "\u2b1f", "\u25c9", "\u2b54"};
const std::string COLORS[] = {"red", "blue"};

class Board {
public:
    Board(int bins, int capacity) : capacity_(std::max(capacity, 4)), bins_(bins) {}

    int bins() const { return static_cast<int>(bins_.size()); }
    bool is_full(int bin) const { return height(bin) == capacity_; }
    void add(int bin, int player) { bins_[bin].push_back(player); }

    bool is_all_full() const {
        for (int bin = 0; bin < bins(); ++bin)
            if (!is_full(bin)) return false;
        return true;
    }

    // Whether the top shape of a bin wins; marks the winning run.
    bool win(int bin) {
        return win_along(bin, 1, 0) || win_along(bin, 0, 1) || win_along(bin, 1, 1) || win_along(bin, 1, -1);
    }

    void display() const {
        std::string separator = "+";
        for (int bin = 0; bin < bins(); ++bin) separator += "--+";
        std::cout << separator << '\n';
        for (int level = capacity_ - 1; level >= 0; --level) {
            std::cout << '|';
            for (int bin = 0; bin < bins(); ++bin) {
                if (level < height(bin)) std::cout << SYMBOLS[bins_[bin][level]] << " |";
                else std::cout << "  |";
            }
            std::cout << '\n' << separator << '\n';
        }
        for (int bin = 0; bin < bins(); ++bin) std::cout << (bin > 0 ? " " : "") << std::setw(2) << bin;
        std::cout << '\n';
    }

private:
    int capacity_;
    std::vector<std::vector<int>> bins_;

    int height(int bin) const { return static_cast<int>(bins_[bin].size()); }

    // The player of a cell, -1 for none.
    int owner(int bin, int level) const {
        if (bin < 0 || bin >= bins() || level < 0 || level >= height(bin)) return -1;
        return bins_[bin][level] % 2;
    }

    bool win_along(int bin, int right, int up) {
        int level = height(bin) - 1;
        int player = owner(bin, level);
        // Walk back to the first cell of the run, then count from there.
        while (owner(bin - right, level - up) == player) {
            bin -= right;
            level -= up;
        }
        int length = 0;
        while (owner(bin + length * right, level + length * up) == player) ++length;
        if (length < 4) return false;
        for (int i = 0; i < length; ++i) bins_[bin + i * right][level + i * up] = player + 2;
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

// The bin the player chooses, -1 at the end of input.
int ask_bin(const Board& board) {
    std::string range = "[0, " + std::to_string(board.bins()) + ")";
    std::string word;
    std::cout << "Enter a bin index in " << range << " that is not full: ";
    while (std::cin >> word) {
        int bin = to_index(word);
        if (bin < 0 || bin >= board.bins()) std::cout << "invalid bin index, needs to be in " << range << '\n';
        else if (board.is_full(bin)) std::cout << "the bin is full\n";
        else return bin;
        std::cout << "Re-enter a bin index in " << range << " that is not full: ";
    }
    return -1;
}

int main(int argc, char** argv) {
    Board board(argc > 1 ? std::atoi(argv[1]) : 6, argc > 2 ? std::atoi(argv[2]) : 4);
    board.display();
    int player = 0;
    for (int shape = 1; !board.is_all_full(); ++shape) {
        std::cout << "add shape: " << shape << ", player: " << COLORS[player] << '\n';
        int bin = ask_bin(board);
        if (bin < 0) {
            std::cerr << "input ended before the game was over\n";
            return 1;
        }
        board.add(bin, player);
        bool won = board.win(bin);
        board.display();
        if (won) {
            std::cout << "winner: " << COLORS[player] << '\n';
            return 0;
        }
        player = 1 - player;
    }
    std::cout << "a tie\n";
}
