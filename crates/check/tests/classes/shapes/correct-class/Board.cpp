#include "Board.h"
#include <cstdio>
#include <iostream>

Board::Board(int bins, int cap) {
    numBins = bins;
    capacity = cap;
    if (numBins < MIN_BINS)
        numBins = MIN_BINS;
    if (capacity < MIN_CAPACITY)
        capacity = MIN_CAPACITY;
    for (int i = 0; i < numBins; i++) {
        vector<int> bin;
        grid.push_back(bin);
    }
}

bool Board::same(int a, int b) {
    return a == b || a == b + 2 || a + 2 == b;
}

string Board::symbol(int value) {
    switch (value) {
        case 0: return "\x1b[31m⬤\x1b[0m";
        case 1: return "\x1b[34m⬟\x1b[0m";
        case 2: return "\x1b[31m◉\x1b[0m";
        default: return "\x1b[34m⭔\x1b[0m";
    }
}

void Board::line() {
    printf("+");
    for (int i = 0; i < numBins; i++)
        printf("--+");
    printf("\n");
}

void Board::display() {
    line();
    for (int row = capacity - 1; row >= 0; row--) {
        printf("|");
        for (int i = 0; i < numBins; i++) {
            if (row < (int) grid[i].size())
                printf("%s |", symbol(grid[i][row]).c_str());
            else
                printf("  |");
        }
        printf("\n");
        line();
    }
    for (int i = 0; i < numBins; i++)
        printf("%2d ", i);
    printf("\n");
}

int Board::add(const int player) {
    string word;
    cout << "Enter a bin index in [0, " << numBins << ") that is not full: ";
    while (cin >> word) {
        bool number = true;
        for (char c : word)
            if (c < '0' || c > '9')
                number = false;
        int bin = number && word.size() < 9 ? stoi(word) : -1;
        if (bin < 0 || bin >= numBins)
            cout << "invalid bin index, needs to be in [0, " << numBins << ")" << endl;
        else if ((int) grid[bin].size() >= capacity)
            cout << "the bin is full" << endl;
        else {
            grid[bin].push_back(player);
            return bin;
        }
        cout << "Re-enter a bin index in [0, " << numBins << ") that is not full: ";
    }
    return -1;
}

int Board::winInHorizontal(int bin) {
    int row = (int) grid[bin].size() - 1;
    if (row < 0)
        return -1;
    int shape = grid[bin][row];
    int left = bin;
    while (left > 0 && (int) grid[left - 1].size() > row && same(grid[left - 1][row], shape))
        left--;
    int right = bin;
    while (right < numBins - 1 && (int) grid[right + 1].size() > row && same(grid[right + 1][row], shape))
        right++;
    if (right - left + 1 < 4)
        return -1;
    for (int i = left; i <= right; i++)
        if (grid[i][row] < 2)
            grid[i][row] += 2;
    return shape % 2;
}

int Board::winInVertical(int bin) {
    int top = (int) grid[bin].size() - 1;
    if (top < 3)
        return -1;
    int shape = grid[bin][top];
    int bottom = top;
    while (bottom > 0 && same(grid[bin][bottom - 1], shape))
        bottom--;
    if (top - bottom + 1 < 4)
        return -1;
    for (int row = bottom; row <= top; row++)
        if (grid[bin][row] < 2)
            grid[bin][row] += 2;
    return shape % 2;
}

int Board::winInDiagonal(int bin) {
    int row = (int) grid[bin].size() - 1;
    if (row < 0)
        return -1;
    int shape = grid[bin][row];
    for (int slope = 1; slope >= -1; slope -= 2) {
        vector<pair<int, int>> run;
        run.push_back(make_pair(bin, row));
        for (int direction = -1; direction <= 1; direction += 2) {
            int b = bin + direction;
            int r = row + direction * slope;
            while (b >= 0 && b < numBins && r >= 0 && r < (int) grid[b].size() && same(grid[b][r], shape)) {
                run.push_back(make_pair(b, r));
                b += direction;
                r += direction * slope;
            }
        }
        if (run.size() >= 4) {
            for (auto cell : run)
                if (grid[cell.first][cell.second] < 2)
                    grid[cell.first][cell.second] += 2;
            return shape % 2;
        }
    }
    return -1;
}

int Board::win(int bin) {
    if (winInHorizontal(bin) >= 0 || winInVertical(bin) >= 0 || winInDiagonal(bin) >= 0)
        return grid[bin].back() % 2;
    return -1;
}

void Board::play() {
    display();
    int shapes = 0;
    int player = 0;
    int winner = -1;
    while (winner == -1 && shapes < numBins * capacity) {
        shapes++;
        cout << "add shape: " << shapes << ", player: " << (player == 0 ? "red" : "blue") << endl;
        int bin = add(player);
        if (bin < 0)
            return;
        winner = win(bin);
        display();
        player = 1 - player;
    }
    if (winner == 0)
        cout << "winner: red" << endl;
    else if (winner == 1)
        cout << "winner: blue" << endl;
    else
        cout << "a tie" << endl;
}
