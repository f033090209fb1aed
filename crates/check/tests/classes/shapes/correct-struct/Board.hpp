#ifndef BOARD_HPP
#define BOARD_HPP

#include <vector>

struct Board {
    int numBins;
    int capacity;
    std::vector<std::vector<int>> grid;

    Board();
    Board(int numBins, int capacity);
    void display() const;
    int add(int player);
    int winInHorizontal(int bin);
    int winInVertical(int bin);
    int winInDiagonal(int bin);
    int win(int bin);
    void play();

private:
    bool isPlayer(int bin, int level, int player) const;
    int markRun(int bin, int binStep, int levelStep);
};

#endif
