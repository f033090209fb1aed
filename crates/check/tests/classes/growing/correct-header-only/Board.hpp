#ifndef GROWING_BOARD_HPP
#define GROWING_BOARD_HPP

#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

/// Columns hold only whose token lies where; the strings are kept once.
class Board final {
public:
    Board(std::string_view player1, std::string_view player2, std::string_view blank)
        : tokens_{std::string(player1), std::string(player2)}, blank_(blank), columns_(kColumns) {}

    [[nodiscard]] std::size_t numRows() const noexcept { return rows_; }
    [[nodiscard]] std::size_t numColumns() const noexcept { return columns_.size(); }

    [[nodiscard]] int numTokensInRow(int row) const {
        if (row < 0 || static_cast<std::size_t>(row) >= rows_) return -1;
        return static_cast<int>(std::count_if(columns_.begin(), columns_.end(), [row](const auto& column) {
            return column.size() > static_cast<std::size_t>(row);
        }));
    }

    [[nodiscard]] int numTokensInColumn(int column) const {
        if (column < 0 || static_cast<std::size_t>(column) >= columns_.size()) return -1;
        return static_cast<int>(columns_[static_cast<std::size_t>(column)].size());
    }

    const std::string& insert(const int& column, const bool& isPlayer1) {
        const auto index = static_cast<std::size_t>(column);
        if (index >= columns_.size()) columns_.resize(index + 1);
        columns_[index].push_back(isPlayer1 ? 0 : 1);
        const std::size_t row = columns_[index].size() - 1;
        rows_ = std::max(rows_, row + 1);
        return wins(row, index) ? tokens_[isPlayer1 ? 0 : 1] : blank_;
    }

    void clear() {
        columns_.assign(kColumns, {});
        rows_ = kRows;
    }

    friend std::ostream& operator<<(std::ostream& out, const Board& board) {
        for (std::size_t row = board.rows_; row-- > 0;) {
            const char* gap = "";
            for (const auto& column : board.columns_) {
                out << gap << (row < column.size() ? board.tokens_[column[row]] : board.blank_);
                gap = " ";
            }
            out << '\n';
        }
        return out;
    }

private:
    static constexpr std::size_t kRows = 5;
    static constexpr std::size_t kColumns = 4;

    [[nodiscard]] bool holds(std::size_t row, std::size_t column, unsigned char player) const {
        return column < columns_.size() && row < columns_[column].size() && columns_[column][row] == player;
    }

    [[nodiscard]] bool wins(std::size_t row, std::size_t column) const {
        const unsigned char player = columns_[column][row];
        std::size_t down = 1, across = 1;
        while (down <= row && holds(row - down, column, player)) ++down;
        for (std::size_t step = 1; step <= column && holds(row, column - step, player); ++step) ++across;
        for (std::size_t step = 1; holds(row, column + step, player); ++step) ++across;
        return down >= 4 || across >= 4;
    }

    std::array<std::string, 2> tokens_;
    std::string blank_;
    std::vector<std::vector<unsigned char>> columns_;
    std::size_t rows_ = kRows;
};

#endif
