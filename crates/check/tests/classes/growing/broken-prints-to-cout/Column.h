#ifndef COLUMN_H_
#define COLUMN_H_

// A column in a linked list of columns. Its tokens are 'x' for player 1 and 'o' for player 2.
struct Column
{
    char* tokens;
    int size;
    int room;
    Column* next;

    Column();
    Column(const Column& column);
    ~Column();
    void push(char token);

private:
    Column& operator=(const Column&);
};

#endif
