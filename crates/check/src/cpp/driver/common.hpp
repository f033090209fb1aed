// What the drivers of all classes share: reading the script, answering, catching what the class prints, and
// finding out at compile time which operations the class has.
//
// The script is read from standard input, one operation a line. Every operation is answered by one line on
// what was standard output when the program started. While an operation runs, standard output is a file
// that is read afterwards, and standard input is what the script's `input` operation gave.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <streambuf>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#ifdef PARLOR_SANITIZED
#include <sanitizer/lsan_interface.h>
extern "C" const char* __asan_default_options() {
    // Memory from `new` holds garbage, so that members that were never set are seen.
    return "detect_leaks=1:handle_abort=1:exitcode=99:color=never:print_legend=0:print_summary=1:"
           "detect_stack_use_after_return=1:max_malloc_fill_size=1048576:malloc_fill_byte=190:"
           "max_allocation_size_mb=512:allocator_may_return_null=0";
}
extern "C" const char* __ubsan_default_options() {
    return "halt_on_error=1:print_stacktrace=1:color=never";
}
#endif

// Defines NAME<B>::value: whether EXPRESSION, which may use `lvalue<B>()`, compiles and is accessible.
#define PARLOR_DETECT(NAME, EXPRESSION)                                                                      \
    template <class B, class = void>                                                                         \
    struct NAME : std::false_type {};                                                                        \
    template <class B>                                                                                       \
    struct NAME<B, std::void_t<decltype(EXPRESSION)>> : std::true_type {};

// Defines is_named_NAME<B>::value: whether B has any member of that name, private ones included. A class that
// inherits the name twice can't take its address.
#define PARLOR_NAMED(NAME)                                                                                   \
    struct second_##NAME {                                                                                   \
        int NAME;                                                                                            \
    };                                                                                                       \
    template <class B, class = void>                                                                         \
    struct is_named_##NAME : std::true_type {};                                                              \
    template <class B>                                                                                       \
    struct is_named_##NAME<B, std::void_t<decltype(&Both<B, second_##NAME>::NAME)>> : std::false_type {};

// Defines is_named_NAME and can_NAME: whether B has a member function of that name, and whether it can be called with
// ARGUMENTS, which stand in parentheses, and answers a number.
#define PARLOR_QUESTION(NAME, ARGUMENTS)                                                                     \
    PARLOR_NAMED(NAME)                                                                                       \
    PARLOR_DETECT(can_##NAME, static_cast<int>(lvalue<B>().NAME ARGUMENTS))

// The status of the member NAME, whose operation is KEY.
#define PARLOR_STATUS(KEY, NAME)                                                                             \
    status(#KEY, can_##NAME<B>::value, is_named_##NAME<B>::value, PARLOR_WITHOUT_##KEY)

// Answers the operation KEY by calling the member NAME.
#define PARLOR_ANSWER(KEY, NAME, ARGUMENTS)                                                                  \
    if (operation == #KEY) {                                                                                 \
        if constexpr (can_##NAME<B>::value && !PARLOR_WITHOUT_##KEY) {                                       \
            return number(static_cast<int>(boards[name].NAME ARGUMENTS));                                    \
        }                                                                                                    \
    }

namespace parlor_check {

template <class B>
B& lvalue();

PARLOR_DETECT(can_assign, lvalue<B>() = lvalue<B>())

template <class B, class Second, bool = std::is_final<B>::value>
struct Both : B, Second {};
template <class B, class Second>
struct Both<B, Second, true> : Second {};

// Where answers go.
inline int answers = 1;

inline std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (unsigned char letter : text) {
        if (letter == '"' || letter == '\\') {
            result += '\\';
            result += static_cast<char>(letter);
        } else if (letter < 0x20 || letter == 0x7f) {
            static const char* digits = "0123456789abcdef";
            result += "\\x";
            result += digits[letter >> 4];
            result += digits[letter & 15];
        } else {
            result += static_cast<char>(letter);
        }
    }
    return result + '"';
}

inline void write_all(const std::string& text) {
    std::size_t written = 0;
    while (written < text.size()) {
        ssize_t count = ::write(answers, text.data() + written, text.size() - written);
        if (count <= 0) ::_exit(98);
        written += static_cast<std::size_t>(count);
    }
}

// Standard output as a file that can be read back: what is printed by std::cout and by printf.
class Printed {
public:
    void start() {
        answers = ::dup(1);
        std::FILE* file = std::tmpfile();
        if (answers < 0 || !file || ::dup2(::fileno(file), 1) < 0) ::_exit(98);
        std::fclose(file);
    }

    std::string take() {
        std::cout.flush();
        std::fflush(stdout);
        std::string text;
        ::lseek(1, 0, SEEK_SET);
        std::array<char, 4096> part;
        for (ssize_t count; (count = ::read(1, part.data(), part.size())) > 0;) {
            text.append(part.data(), static_cast<std::size_t>(count));
        }
        ::lseek(1, 0, SEEK_SET);
        if (::ftruncate(1, 0) != 0) ::_exit(98);
        return text;
    }
};

inline Printed printed;

// What std::cin reads. Reading past its end ends the program, because many classes would ask for ever.
class Input : public std::streambuf {
public:
    void give(const std::string& words) {
        text = words;
        setg(&text[0], &text[0], &text[0] + text.size());
        // The same for scanf and for streams that are not synchronized.
        std::FILE* file = std::tmpfile();
        if (!file || std::fputs(words.c_str(), file) < 0 || std::fflush(file) != 0) ::_exit(98);
        std::rewind(file);
        if (::dup2(::fileno(file), 0) < 0) ::_exit(98);
        std::fclose(file);
        std::rewind(stdin);
        std::cin.rdbuf(this);
        std::cin.clear();
    }

    std::string rest() const { return std::string(gptr(), egptr()); }

protected:
    int_type underflow() override {
        write_all("! input " + quoted(printed.take()) + "\n");
        ::_exit(96);
    }

private:
    std::string text;
};

inline Input input;

inline void out_of_time(int) {
    static const char message[] = "! time\n";
    if (::write(answers, message, sizeof message - 1) < 0) ::_exit(98);
    ::_exit(97);
}

// Limits the processor's time, and with more patience the time on the clock.
inline void limit_time(long milliseconds) {
    for (auto [timer, factor] : {std::pair(ITIMER_PROF, 1), std::pair(ITIMER_REAL, 4)}) {
        itimerval limit{};
        limit.it_value.tv_sec = factor * milliseconds / 1000;
        limit.it_value.tv_usec = factor * milliseconds % 1000 * 1000;
        ::setitimer(timer, &limit, nullptr);
    }
}

// Thrown for an operation that the class does not have.
struct Missing {};

// The result of an operation that answers nothing.
inline std::string nothing() { return "-"; }

inline std::string number(long long value) { return std::to_string(value); }

// The status of an operation, for the `interface` operation.
inline std::string status(const char* name, bool can_use, bool is_named, bool is_undefined) {
    const char* word = is_undefined ? "undefined" : can_use ? "present" : is_named ? "unusable" : "missing";
    return std::string(name) + ":" + word + " ";
}

inline std::string read_script() {
    std::string script;
    std::array<char, 4096> part;
    for (ssize_t count; (count = ::read(0, part.data(), part.size())) > 0;) {
        script.append(part.data(), static_cast<std::size_t>(count));
    }
    return script;
}

// The boards of a case, by their names in the script.
template <class B>
class Boards {
public:
    B& operator[](const std::string& name) {
        auto found = boards.find(name);
        if (found == boards.end()) ::_exit(95);
        return *found->second;
    }

    void put(const std::string& name, std::unique_ptr<B> board) { boards[name] = std::move(board); }

    void remove(const std::string& name) { boards.erase(name); }

    void clear() { boards.clear(); }

private:
    std::map<std::string, std::unique_ptr<B>> boards;
};

// The status of what every class has: copies, assignments, a destructor.
template <class B>
std::string lifetime_status(bool lacks_copy, bool lacks_assign) {
    return status("copy", std::is_constructible<B, B&>::value, true, lacks_copy) +
           status("assign", can_assign<B>::value, true, lacks_assign) +
           status("delete", std::is_destructible<B>::value, true, false);
}

// Performs an operation that every class has. Returns whether it was one.
template <class B, bool LacksCopy, bool LacksAssign>
bool perform_lifetime(Boards<B>& boards, const std::string& operation, const std::string& name, std::istream& words) {
    if (operation == "delete") {
        boards.remove(name);
        return true;
    }
    if (operation == "copy") {
        if constexpr (std::is_constructible<B, B&>::value && !LacksCopy) {
            std::string source;
            words >> source;
            boards.put(name, std::unique_ptr<B>(new B(boards[source])));
            return true;
        }
    }
    if (operation == "assign") {
        if constexpr (can_assign<B>::value && !LacksAssign) {
            std::string source;
            words >> source;
            boards[name] = boards[source];
            return true;
        }
    }
    return false;
}

// Ends the program if memory has been lost. Looking takes some milliseconds.
inline void end_if_leaking() {
#ifdef PARLOR_SANITIZED
    if (__lsan_do_recoverable_leak_check() != 0) {
        write_all("! leak\n");
        ::_exit(94);
    }
#endif
}

// Runs the script. Leaks are looked for at the end, or after every case if the script says `leaks`. `execute(boards, words)` performs one operation and returns its answer.
template <class B, class Execute>
int run(const Execute& execute) {
    std::string script = read_script();
    rlimit most{16u << 20, 16u << 20};
    ::setrlimit(RLIMIT_FSIZE, &most);
    ::signal(SIGALRM, out_of_time);
    ::signal(SIGPROF, out_of_time);
    printed.start();
    input.give("");
    long milliseconds = 2000;
    bool looks_for_leaks = false;
    {
        Boards<B> boards;
        std::istringstream lines(script);
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string operation;
            words >> operation;
            std::string result;
            if (operation == "time") {
                words >> milliseconds;
                continue;
            }
            if (operation == "leaks") {
                looks_for_leaks = true;
                continue;
            }
            if (operation == "case") {
                limit_time(milliseconds);
                input.give("");
                continue;
            }
            try {
                if (operation == "end") {
                    boards.clear();
                    result = nothing();
                } else if (operation == "input") {
                    std::string text;
                    for (std::string word; words >> word;) text += word == "/" ? "\n" : word + " ";
                    input.give(text + "\n");
                    result = nothing();
                } else {
                    result = execute(boards, operation, words);
                }
            } catch (const Missing&) {
                result = "! missing";
            } catch (const std::exception& error) {
                result = std::string("! threw ") + quoted(error.what());
            } catch (...) {
                result = "! threw \"\"";
            }
            std::string text = printed.take();
            if (operation == "end" && looks_for_leaks) end_if_leaking();
            write_all(result + " | " + quoted(text) + "\n");
        }
    }
    limit_time(0);
    end_if_leaking();
    return 0;
}

}  // namespace parlor_check
