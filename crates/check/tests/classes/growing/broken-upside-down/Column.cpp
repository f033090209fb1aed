#include "Column.h"
#include <cstring>

Column::Column() : tokens(new char[2]), size(0), room(2), next(nullptr) {}

Column::Column(const Column& column)
    : tokens(new char[column.room]), size(column.size), room(column.room), next(nullptr)
{
    std::memcpy(tokens, column.tokens, size);
}

Column::~Column()
{
    delete[] tokens;
}

void Column::push(char token)
{
    if (size == room) {
        char* larger = new char[2 * room];
        std::memcpy(larger, tokens, size);
        delete[] tokens;
        tokens = larger;
        room = 2 * room;
    }
    tokens[size++] = token;
}
