#include "Board.h"
#include <utility>

Board::Board(const std::string& p1, const std::string& p2, const std::string& blank)
    : p1(p1), p2(p2), blank(blank), first(nullptr), rows(0)
{
    clear();
}

Board::Board(const Board& board)
    : p1(board.p1), p2(board.p2), blank(board.blank), first(nullptr), rows(board.rows)
{
    Column** end = &first;
    for (Column* column = board.first; column != nullptr; column = column->next) {
        *end = new Column(*column);
        end = &(*end)->next;
    }
}

void swap(Board& a, Board& b)
{
    std::swap(a.p1, b.p1);
    std::swap(a.p2, b.p2);
    std::swap(a.blank, b.blank);
    std::swap(a.first, b.first);
    std::swap(a.rows, b.rows);
}

Board& Board::operator=(Board board)
{
    swap(*this, board);
    return *this;
}

Board::~Board()
{
    while (first != nullptr) {
        Column* next = first->next;
        delete first;
        first = next;
    }
}

Column* Board::columnAt(int index) const
{
    if (index < 0)
        return nullptr;
    Column* column = first;
    while (column != nullptr && index-- > 0)
        column = column->next;
    return column;
}

int Board::numColumns() const
{
    int count = 0;
    for (Column* column = first; column != nullptr; column = column->next)
        count++;
    return count;
}

int Board::numTokensInRow(int row) const
{
    if (row < 0 || row >= rows)
        return -1;
    int count = 0;
    for (Column* column = first; column != nullptr; column = column->next)
        if (column->size > row)
            count++;
    return count;
}

int Board::numTokensInColumn(int column) const
{
    Column* found = columnAt(column);
    return found == nullptr ? -1 : found->size;
}

std::string Board::insert(const int column, const bool isPlayer1)
{
    char token = isPlayer1 ? 'x' : 'o';
    Column** place = &first;
    for (int i = 0; i <= column; i++) {
        if (*place == nullptr)
            *place = new Column();
        if (i < column)
            place = &(*place)->next;
    }
    (*place)->push(token);
    int row = (*place)->size - 1;
    if (row >= rows)
        rows = row + 1;

    int run = 0;
    for (int i = row; i >= 0 && (*place)->tokens[i] == token; i--)
        run++;
    bool won = run >= 4;
    run = 0;
    for (Column* other = first; other != nullptr; other = other->next) {
        if (other->size > row && other->tokens[row] == token)
            run++;
        else
            run = 0;
        if (run >= 4)
            won = true;
    }
    if (!won)
        return blank;
    return isPlayer1 ? p1 : p2;
}

void Board::clear()
{
    while (first != nullptr) {
        Column* next = first->next;
        delete first;
        first = next;
    }
    for (int i = 0; i < 4; i++) {
        Column* column = new Column();
        column->next = first;
        first = column;
    }
    rows = 5;
}

void Board::print(std::ostream& os) const
{
    for (int row = rows - 1; row >= 0; row--) {
        for (Column* column = first; column != nullptr; column = column->next) {
            if (column->size > row)
                os << (column->tokens[row] == 'x' ? p1 : p2);
            else
                os << blank;
            if (column->next != nullptr)
                os << " ";
        }
        os << std::endl;
    }
}
