#ifndef BOARD_H_
#define BOARD_H_
#include <iostream>
#include <string>
#include "Column.h"

class Board
{
private:
    std::string p1, p2, blank;
    Column* first;
    int rows;

    Column* columnAt(int index) const;

public:
    Board(const std::string& p1, const std::string& p2, const std::string& blank);
    Board(const Board& board);
    Board& operator=(Board board);
    ~Board();
    int numRows() const { return rows; }
    int numColumns() const;
    int numTokensInRow(int row) const;
    int numTokensInColumn(int column) const;
    std::string insert(const int column, const bool isPlayer1);
    void clear();
    void print(std::ostream& os) const;
    friend void swap(Board& a, Board& b);
};

inline std::ostream& operator<<(std::ostream& os, const Board& board)
{
    board.print(os);
    return os;
}

#endif
