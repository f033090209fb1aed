#include "Board.hpp"

#include <iomanip>
#include <iostream>
#include <limits>
#include <string>

Board::Board() : Board(6, 4) {}

Board::Board(int numBins, int capacity)
    : numBins(numBins < 5 ? 5 : numBins), capacity(capacity < 4 ? 4 : capacity), grid(this->numBins) {}

void Board::display() const {
    const std::string symbols[] = {"\033[31m\u2B24\033[0m", "\033[34m\u2B1F\033[0m",
                                   "\033[31m\u25C9\033[0m", "\033[34m\u2B54\033[0m"};
    std::string separator = "+";
    for (int bin = 0; bin < numBins; ++bin) separator += "--+";
    std::cout << separator << '\n';
    for (int level = capacity - 1; level >= 0; --level) {
        std::cout << '|';
        for (int bin = 0; bin < numBins; ++bin) {
            if (level < static_cast<int>(grid[bin].size())) {
                std::cout << symbols[grid[bin][level]] << " |";
            } else {
                std::cout << "  |";
            }
        }
        std::cout << '\n' << separator << '\n';
    }
    for (int bin = 0; bin < numBins; ++bin) {
        std::cout << std::setw(2) << bin << (bin + 1 < numBins ? " " : "\n");
    }
}

int Board::add(int player) {
    std::cout << "Enter a bin index in [0, " << numBins << ") that is not full: ";
    while (true) {
        int bin;
        if (!(std::cin >> bin)) {
            if (std::cin.eof()) return -1;
            std::cin.clear();
            std::cin.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
            bin = -1;
        }
        if (bin < 0 || bin >= numBins) {
            std::cout << "invalid bin index, needs to be in [0, " << numBins << ")\n";
        } else if (static_cast<int>(grid[bin].size()) == capacity) {
            std::cout << "the bin is full\n";
        } else {
            grid[bin].push_back(player);
            return bin;
        }
        std::cout << "Re-enter a bin index in [0, " << numBins << ") that is not full: ";
    }
}

bool Board::isPlayer(int bin, int level, int player) const {
    return bin >= 0 && bin < numBins && level >= 0 && level < static_cast<int>(grid[bin].size()) &&
           grid[bin][level] % 2 == player;
}

// Marks the run through the top shape of a bin if it has four or more.
int Board::markRun(int bin, int binStep, int levelStep) {
    if (grid[bin].empty()) return -1;
    int level = static_cast<int>(grid[bin].size()) - 1;
    const int player = grid[bin][level] % 2;
    while (isPlayer(bin - binStep, level - levelStep, player)) {
        bin -= binStep;
        level -= levelStep;
    }
    int length = 0;
    while (isPlayer(bin + length * binStep, level + length * levelStep, player)) ++length;
    if (length < 4) return -1;
    for (int step = 0; step < length; ++step) grid[bin + step * binStep][level + step * levelStep] = player + 2;
    return player;
}

int Board::winInHorizontal(int bin) {
    return markRun(bin, 1, 0);
}

int Board::winInVertical(int bin) {
    return markRun(bin, 0, 1);
}

int Board::winInDiagonal(int bin) {
    const int winner = markRun(bin, 1, 1);
    const int other = markRun(bin, 1, -1);
    return winner != -1 ? winner : other;
}

int Board::win(int bin) {
    int winner = winInHorizontal(bin);
    if (winner == -1) winner = winInVertical(bin);
    if (winner == -1) winner = winInDiagonal(bin);
    return winner;
}

void Board::play() {
    display();
    for (int turn = 0; turn < numBins * capacity; ++turn) {
        const int player = turn % 2;
        const char* color = player == 0 ? "red" : "blue";
        std::cout << "add shape: " << turn + 1 << ", player: " << color << '\n';
        const int bin = add(player);
        if (bin == -1) return;
        const int winner = win(bin);
        display();
        if (winner != -1) {
            std::cout << "winner: " << color << '\n';
            return;
        }
    }
    std::cout << "a tie\n";
}
