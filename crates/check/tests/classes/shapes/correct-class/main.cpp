#include "Board.h"
#include <cstdlib>

int main(int argc, char** argv) {
    Board board(argc > 1 ? atoi(argv[1]) : 6, argc > 2 ? atoi(argv[2]) : 4);
    board.play();
    return 0;
}
