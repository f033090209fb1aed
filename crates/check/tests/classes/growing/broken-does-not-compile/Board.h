#ifndef BOARD_H
#define BOARD_H

#include <iostream>
#include <string>

// A board of cells in arrays of its own: cells[row][column], row 0 at the bottom.
class Board {
public:
    Board(const std::string& player1, const std::string& player2, const std::string& blank);
    Board(const Board& other);
    Board& operator=(const Board& other);
    ~Board();

    int numRows() const;
    int numColumns() const;
    int numTokensInRow(int row) const;
    int numTokensInColumn(int column) const;
    std::string insert(int column, bool isPlayer1);
    void clear();

    friend std::ostream& operator<<(std::ostream& out, const Board& board);

private:
    std::string player1;
    std::string player2;
    std::string blank;
    int rows;
    int columns;
    std::string** cells;

    void allocate(int newRows, int newColumns);
    void release();
    void resize(int newRows, int newColumns);
    int runLength(int row, int column, int rowStep, int columnStep) const;
};

#endif
