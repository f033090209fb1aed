#pragma once
#include <ostream>
#include <string>
#include <vector>
using namespace std;

class Board
{
    vector<vector<string>> columns;
    string one, two, empty;
    size_t height;
    bool cleared;

    bool hasFour(vector<string> cells, string token);

public:
    Board(string one, string two, string empty);
    int numRows();
    int numColumns();
    int numTokensInRow(int r);
    int numTokensInColumn(int c);
    string insert(int c, bool first);
    void clear();
    string cell(int r, int c);
};

ostream & operator<<(ostream & os, Board b);
