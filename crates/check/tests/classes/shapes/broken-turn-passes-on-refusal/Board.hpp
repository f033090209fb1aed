#pragma once

#include <algorithm>
#include <array>
#include <iomanip>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

class Board {
public:
    int numBins = 6;
    int capacity = 4;
    std::vector<std::vector<int>> grid = std::vector<std::vector<int>>(6);

    Board() = default;
    Board(int bins, int room) : numBins(std::max(bins, 5)), capacity(std::max(room, 4)), grid(numBins) {}

    void display() const {
        std::ostringstream rule;
        rule << '+';
        for (int bin = 0; bin < numBins; ++bin) rule << "--+";
        std::cout << rule.str() << std::endl;
        for (int level = capacity; level-- > 0;) {
            std::cout << '|';
            for (const auto& bin : grid) {
                std::cout << (level < static_cast<int>(bin.size()) ? symbol(bin[level]) : " ") << " |";
            }
            std::cout << std::endl << rule.str() << std::endl;
        }
        std::cout << " 0";
        for (int bin = 1; bin < numBins; ++bin) std::cout << ' ' << std::setw(2) << bin;
        std::cout << std::endl;
    }

    int add(int player) {
        for (std::string prompt = "Enter";; prompt = "Re-enter") {
            std::cout << prompt << " a bin index in [0, " << numBins << ") that is not full: " << std::flush;
            const auto bin = readBin();
            if (!bin) {
                std::cout << "invalid bin index, needs to be in [0, " << numBins << ")" << std::endl;
            } else if (static_cast<int>(grid[*bin].size()) == capacity) {
                std::cout << "the bin is full" << std::endl;
                player = 1 - player;
            } else {
                grid[*bin].push_back(player);
                return *bin;
            }
        }
    }

    int winInHorizontal(int bin) { return first(bin, {{{1, 0}}}); }
    int winInVertical(int bin) { return first(bin, {{{0, 1}}}); }
    int winInDiagonal(int bin) { return first(bin, {{{1, 1}, {1, -1}}}); }
    int win(int bin) { return first(bin, {{{1, 0}, {0, 1}, {1, 1}, {1, -1}}}); }

    void play() {
        static const std::array<const char*, 2> colors{"red", "blue"};
        display();
        for (int shape = 0; shape < numBins * capacity; ++shape) {
            std::cout << "add shape: " << shape + 1 << ", player: " << colors[shape % 2] << std::endl;
            const int winner = win(add(shape % 2));
            display();
            if (winner >= 0) {
                std::cout << "winner: " << colors[winner] << std::endl;
                return;
            }
        }
        std::cout << "a tie" << std::endl;
    }

private:
    using Steps = std::vector<std::pair<int, int>>;

    static std::string symbol(int value) {
        static const std::array<const char*, 4> symbols{"\u2B24", "\u2B1F", "\u25C9", "\u2B54"};
        return (value % 2 == 0 ? "\x1b[31m" : "\x1b[34m") + std::string(symbols[value]) + "\x1b[0m";
    }

    std::optional<int> readBin() const {
        std::string word;
        std::cin >> word;
        std::istringstream text(word);
        int bin = 0;
        if (!(text >> bin) || !text.eof() || bin < 0 || bin >= numBins) return std::nullopt;
        return bin;
    }

    bool belongs(int bin, int level, int player) const {
        return bin >= 0 && bin < numBins && level >= 0 && level < static_cast<int>(grid[bin].size()) &&
               (grid[bin][level] & 1) == player;
    }

    int first(int bin, const Steps& steps) {
        const int top = static_cast<int>(grid[bin].size()) - 1;
        if (top < 0) return -1;
        const int player = grid[bin][top] & 1;
        for (const auto& [across, up] : steps) {
            Steps run{{bin, top}};
            for (int sign : {-1, 1}) {
                for (int n = 1; belongs(bin + sign * n * across, top + sign * n * up, player); ++n) {
                    run.emplace_back(bin + sign * n * across, top + sign * n * up);
                }
            }
            if (run.size() < 4) continue;
            for (const auto& [b, l] : run) grid[b][l] = player | 2;
            return player;
        }
        return -1;
    }
};
