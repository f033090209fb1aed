#include "Board.h"
#include <iostream>

int main()
{
    Board board("R", "Y", ".");
    int column;
    bool first = true;
    while (cin >> column) {
        string winner = board.insert(column, first);
        cout << board;
        if (winner != ".") {
            cout << "The winner is: " << winner << endl;
            return 0;
        }
        first = !first;
    }
}
