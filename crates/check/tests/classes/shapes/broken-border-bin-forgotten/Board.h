#ifndef BOARD_INCLUDED
#define BOARD_INCLUDED
#include <string>
#include <vector>
using namespace std;

const int MIN_BINS = 5;
const int MIN_CAPACITY = 4;

class Board {
    bool same(int a, int b);
    string symbol(int value);
    void line();

public:
    int numBins;
    int capacity;
    vector<vector<int>> grid;

    Board(int bins = 6, int cap = 4);
    void display();
    int add(const int player);
    int winInHorizontal(int bin);
    int winInVertical(int bin);
    int winInDiagonal(int bin);
    int win(int bin);
    void play();
};
#endif
