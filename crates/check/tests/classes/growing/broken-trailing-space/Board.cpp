#include "Board.h"

Board::Board(string one, string two, string empty)
{
    this->one = one;
    this->two = two;
    this->empty = empty;
    clear();
}

int Board::numRows()
{
    return height;
}

int Board::numColumns()
{
    return columns.size();
}

int Board::numTokensInRow(int r)
{
    if (r < 0 || r >= numRows())
        return -1;
    int count = 0;
    for (auto & column : columns)
        if (r < (int) column.size())
            count = count + 1;
    return count;
}

int Board::numTokensInColumn(int c)
{
    if (c < 0 || c >= numColumns())
        return -1;
    return columns[c].size();
}

string Board::cell(int r, int c)
{
    if (r < (int) columns[c].size())
        return columns[c][r];
    return empty;
}

bool Board::hasFour(vector<string> cells, string token)
{
    int run = 0;
    for (string cell : cells) {
        run = cell == token ? run + 1 : 0;
        if (run >= 4)
            return true;
    }
    return false;
}

string Board::insert(int c, bool first)
{
    string token = first ? one : two;
    while (c >= numColumns())
        columns.push_back(vector<string>());
    columns[c].push_back(token);
    if (columns[c].size() > height)
        height = columns[c].size();
    int r = columns[c].size() - 1;
    vector<string> row;
    for (int i = 0; i < numColumns(); i++)
        row.push_back(cell(r, i));
    if (hasFour(row, token) || hasFour(columns[c], token))
        return token;
    return empty;
}

void Board::clear()
{
    columns = vector<vector<string>>(4);
    height = 5;
}

ostream & operator<<(ostream & os, Board b)
{
    for (int r = b.numRows() - 1; r >= 0; r--) {
        for (int c = 0; c < b.numColumns(); c++)
            os << b.cell(r, c);
        os << '\n';
    }
    return os;
}
