#include "Board.h"

using namespace std;

Board::Board(const string& player1, const string& player2, const string& blank)
    : player1(player1), player2(player2), blank(blank) {
    allocate(5, 4);
}

Board::Board(const Board& other)
    : player1(other.player1), player2(other.player2), blank(other.blank) {
    allocate(other.rows, other.columns);
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            cells[row][column] = other.cells[row][column];
        }
    }
}

Board& Board::operator=(const Board& other) {
    if (this == &other) {
        return *this;
    }
    release();
    player1 = other.player1;
    player2 = other.player2;
    blank = other.blank;
    allocate(other.rows, other.columns);
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            cells[row][column] = other.cells[row][column];
        }
    }
    return *this;
}

Board::~Board() {
    release();
}

void Board::allocate(int newRows, int newColumns) {
    rows = newRows;
    columns = newColumns;
    cells = new string*[rows];
    for (int row = 0; row < rows; row++) {
        cells[row] = new string[columns];
        for (int column = 0; column < columns; column++) {
            cells[row][column] = blank;
        }
    }
}

void Board::release() {
    for (int row = 0; row < rows; row++) {
        delete[] cells[row];
    }
    delete[] cells;
}

void Board::resize(int newRows, int newColumns) {
    string** oldCells = cells;
    int oldRows = rows;
    int oldColumns = columns;
    allocate(newRows, newColumns);
    for (int row = 0; row < oldRows; row++) {
        for (int column = 0; column < oldColumns; column++) {
            cells[row][column] = oldCells[row][column];
        }
        delete[] oldCells[row];
    }
    delete[] oldCells;
}

int Board::numRows() const {
    return rows;
}

int Board::numColumns() const {
    return columns;
}

int Board::numTokensInRow(int row) const {
    if (row < 0 || row >= rows) {
        return -1;
    }
    int count = 0;
    for (int column = 0; column < columns; column++) {
        if (cells[row][column] != blank) {
            count++;
        }
    }
    return count;
}

int Board::tokensInColumn(int column) const {
    if (column < 0 || column >= columns) {
        return -1;
    }
    int count = 0;
    for (int row = 0; row < rows; row++) {
        if (cells[row][column] != blank) {
            count++;
        }
    }
    return count;
}

// How many equal tokens follow the cell in one direction.
int Board::runLength(int row, int column, int rowStep, int columnStep) const {
    const string& token = cells[row][column];
    int length = 0;
    row += rowStep;
    column += columnStep;
    while (row >= 0 && row < rows && column >= 0 && column < columns && cells[row][column] == token) {
        length++;
        row += rowStep;
        column += columnStep;
    }
    return length;
}

string Board::insert(int column, bool isPlayer1) {
    if (column >= columns) {
        resize(rows, column + 1);
    }
    int row = tokensInColumn(column);
    if (row == rows) {
        resize(rows + 1, columns);
    }
    cells[row][column] = isPlayer1 ? player1 : player2;
    int across = 1 + runLength(row, column, 0, -1) + runLength(row, column, 0, 1);
    int down = 1 + runLength(row, column, -1, 0);
    if (across >= 4 || down >= 4) {
        return cells[row][column];
    }
    return blank;
}

void Board::clear() {
    release();
    allocate(5, 4);
}

ostream& operator<<(ostream& out, const Board& board) {
    for (int row = board.rows - 1; row >= 0; row--) {
        for (int column = 0; column < board.columns; column++) {
            if (column > 0) {
                out << " ";
            }
            out << board.cells[row][column];
        }
        out << endl;
    }
    return out;
}
