"""Every file includes the header of each name of the standard library that it uses, itself or by its own header.

    python3 tests/includes/includes.py          the missing ones, and exit status 1 if there are any
    python3 tests/includes/includes.py --mend   adds them; run clang-format-19 on the files that it names

A build does not see what is missing: precompiled headers and files that are compiled together lend it. (So
does a header that another one happens to include, until it does so no longer.)
"""
import pathlib
import re
import sys

project = pathlib.Path(__file__).resolve().parents[2]
folders = ["book", "chapters", "coursework", "lib", "proofs", "tests", "tools"]

# A header, and the names that it is included for. A name that several headers have is below the one to add; `also` has
# the others.
headers = {
    "algorithm": "adjacent_find all_of any_of binary_search clamp copy copy_if copy_n count count_if equal equal_range "
    "fill fill_n find find_if find_if_not for_each generate includes is_permutation is_sorted "
    "lexicographical_compare lower_bound make_heap max max_element merge min min_element minmax minmax_element "
    "mismatch next_permutation none_of nth_element partial_sort partition pop_heap push_heap remove remove_if replace "
    "reverse rotate sample search set_difference set_intersection set_union shuffle sort stable_sort transform "
    "unique upper_bound",
    "any": "any any_cast",
    "array": "array to_array",
    "atomic": "atomic atomic_flag memory_order",
    "bit": "bit_cast bit_ceil bit_floor bit_width countl_zero countr_zero endian has_single_bit popcount rotl rotr",
    "bitset": "bitset",
    "cctype": "isalnum isalpha isdigit islower ispunct isspace isupper isxdigit tolower toupper",
    "charconv": "chars_format from_chars to_chars",
    "chrono": "chrono chrono_literals",
    "clocale": "setlocale",
    "cmath": "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh cyl_bessel_k erf erfc exp exp2 expm1 "
    "fabs floor fma fmod frexp hypot ilogb isfinite isinf isnan isnormal ldexp lerp lgamma llround log log10 log1p "
    "log2 lround modf nan nanf nearbyint nextafter pow remainder round scalbn signbit sin sinh sqrt tan tanh tgamma "
    "trunc abs",
    "codecvt": "codecvt_utf8",
    "compare": "partial_ordering strong_ordering weak_ordering",
    "complex": "complex polar",
    "concepts": "constructible_from convertible_to derived_from equality_comparable_with floating_point integral "
    "invocable predicate regular same_as signed_integral unsigned_integral",
    "condition_variable": "condition_variable condition_variable_any",
    "csignal": "raise sig_atomic_t signal",
    "cstddef": "byte max_align_t nullptr_t ptrdiff_t size_t",
    "cstdint": "int8_t int16_t int32_t int64_t intmax_t intptr_t uint8_t uint16_t uint32_t uint64_t uintmax_t uintptr_t",
    "cstdio": "FILE fclose fflush fgets fopen fprintf fputs fread fwrite perror printf puts setvbuf snprintf sscanf",
    "cstdlib": "_Exit abort aligned_alloc atoi exit free getenv labs malloc quick_exit strtod strtof strtol strtoll strtoul "
    "strtoull system",
    "cstring": "memchr memcmp memcpy memmove memset strchr strcmp strerror strlen strncmp strncpy strstr",
    "ctime": "clock clock_t localtime mktime strftime time time_t tm",
    "deque": "deque",
    "exception": "current_exception exception exception_ptr rethrow_exception set_terminate terminate "
    "uncaught_exceptions",
    "filesystem": "filesystem",
    "fstream": "fstream ifstream ofstream",
    "functional": "bit_and bit_or divides equal_to function greater greater_equal hash identity invoke less less_equal "
    "logical_and mem_fn minus modulus multiplies negate not_fn plus ref reference_wrapper cref",
    "future": "async future launch packaged_task promise shared_future",
    "iomanip": "put_time quoted setfill setprecision setw",
    "initializer_list": "initializer_list",
    "iostream": "cerr cin clog cout",
    "ios": "hexfloat ios ios_base streamsize",
    "istream": "istream",
    "iterator": "advance back_inserter begin data distance empty end front_inserter inserter istream_iterator "
    "istreambuf_iterator "
    "make_move_iterator next ostream_iterator prev reverse_iterator size ssize input_iterator_tag forward_iterator_tag",
    "limits": "numeric_limits",
    "list": "list",
    "locale": "locale",
    "map": "map multimap",
    "memory": "align allocator destroy_at make_shared make_unique make_unique_for_overwrite shared_ptr to_address "
    "unique_ptr weak_ptr",
    "mutex": "call_once lock_guard mutex once_flag recursive_mutex scoped_lock unique_lock",
    "new": "align_val_t bad_alloc nothrow",
    "numbers": "numbers",
    "numeric": "accumulate exclusive_scan gcd inner_product iota lcm midpoint partial_sum reduce transform_reduce",
    "optional": "nullopt optional",
    "ostream": "endl flush ostream",
    "queue": "priority_queue queue",
    "random": "bernoulli_distribution discrete_distribution exponential_distribution mt19937 mt19937_64 "
    "normal_distribution random_device seed_seq uniform_int_distribution uniform_real_distribution",
    "ranges": "",
    "ratio": "ratio milli micro nano",
    "regex": "cmatch regex regex_constants regex_match regex_replace regex_search smatch sregex_iterator "
    "sregex_token_iterator",
    "semaphore": "binary_semaphore counting_semaphore",
    "set": "multiset set",
    "shared_mutex": "shared_lock shared_mutex",
    "source_location": "source_location",
    "span": "as_bytes as_writable_bytes span",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "domain_error invalid_argument length_error logic_error out_of_range overflow_error range_error "
    "runtime_error underflow_error",
    "stop_token": "stop_source stop_token",
    "string": "char_traits getline stod stof stoi stol stoll stoul stoull string string_literals to_string u16string "
    "u32string u8string wstring",
    "string_view": "string_view string_view_literals u32string_view u8string_view",
    "system_error": "errc error_code generic_category make_error_code system_category system_error",
    "thread": "jthread this_thread thread",
    "tuple": "apply forward_as_tuple make_tuple tie tuple tuple_cat tuple_element_t tuple_size tuple_size_v",
    "type_traits": "conditional_t decay_t enable_if_t false_type integral_constant invoke_result_t is_arithmetic_v "
    "is_base_of_v is_constructible_v is_convertible_v is_enum_v is_floating_point_v is_integral_v is_invocable_v "
    "is_const_v is_nothrow_move_assignable_v is_nothrow_move_constructible_v is_same_v is_trivially_copyable_v is_void_v "
    "make_signed_t make_unsigned_t remove_const_t remove_cvref_t remove_reference_t true_type type_identity_t "
    "underlying_type_t void_t is_unsigned_v is_signed_v",
    "typeinfo": "bad_cast type_info",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "utility": "as_const cmp_equal get cmp_greater cmp_less declval exchange forward in_place index_sequence "
    "index_sequence_for make_index_sequence make_pair move pair swap to_underlying unreachable",
    "valarray": "valarray",
    "variant": "get_if holds_alternative monostate variant visit",
    "vector": "erase erase_if vector",
}
# Headers that are as good for a name as the one above.
also = {
    "abs": {"cstdlib", "complex"},
    "move": {"algorithm"},
    "swap": {"vector"},
    "endl": {"iostream"},
    "hexfloat": {"iostream", "sstream"},
    "ios": {"fstream", "iostream", "sstream"},
    "streamsize": {"iostream"},
    "errc": {"charconv"},
    "exception": {"stdexcept"},
    "flush": {"iostream"},
    "initializer_list": {"map", "set", "string", "vector"},
    "istream": {"iostream", "fstream", "sstream"},
    "ostream": {"iostream", "fstream", "sstream"},
    "pair": {"map", "unordered_map"},
    "erase_if": {"map", "set", "string"},
}
also |= {name: {"complex"} for name in "cos exp log pow sin sqrt".split()}
# Whatever counts elements brings the types of numbers of elements.
also |= {name: {"array", "cstdio", "cstdlib", "cstring", "ctime", "deque", "map", "set", "span", "string", "string_view",
                "unordered_map", "vector"} for name in ("size_t", "ptrdiff_t")}
also |= {name: set(headers) for name in "begin end data empty size ssize get".split()} # of every container, pair, tuple
header_of = {name: header for header, names in headers.items() for name in names.split()}

# Judged code and what is compiled with it reads the header of exercises first, which has all that students need.
exempt = re.compile(r"(/(exercises|solutions|mistakes)[.][ch]pp|coursework/worker/main[.]cpp)$|^tools/precompile/"
                    r"|/consumer/|/student[.]hpp$")

no_code = re.compile(r'//[^\n]*|/[*].*?[*]/|R"(?P<mark>[^(]*)[(].*?[)](?P=mark)"|"(?:\\.|[^"\\\n])*"'
                     r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\])+'", re.S)
used = re.compile(r"\bstd::(ranges::|views::)?([A-Za-z_][A-Za-z0-9_]*)")
included = re.compile(r"^#include [<\"]([^>\"]+)[>\"]", re.M)


def needed_for(namespace, name):
    """The header of a name, and those that are as good; None of one that is not in the table."""
    if namespace == "views::":
        return "ranges", set()
    header = header_of.get(name)
    if namespace == "ranges::" and header not in ("algorithm", "functional", "iterator", "memory", "numeric"):
        header = "ranges"
    return header, also.get(name, set())


def missing_in(file):
    text = file.read_text()
    code = no_code.sub(" ", text)
    there = set(included.findall(text))
    own = file.with_suffix(".hpp")
    if file.suffix == ".cpp" and own.exists():
        there |= set(included.findall(own.read_text()))
    missing, unknown = {}, set()
    for namespace, name in used.findall(code):
        header, others = needed_for(namespace, name)
        if not header:
            unknown.add(name)
        elif not there & ({header} | others):
            missing.setdefault(header, set()).add(name)
    return missing, unknown


def mend(file, wanted):
    """Adds the headers to the block that holds the standard library's; clang-format sorts a block."""
    lines = file.read_text().split("\n")
    standard = [i for i, line in enumerate(lines)
                if (found := re.match(r"#include <([a-z_]+)>", line)) and found[1] in headers]
    anything = [i for i, line in enumerate(lines) if line.startswith("#include") or line == "#pragma once"]
    new = [f"#include <{header}>" for header in wanted]
    if standard:
        end = standard[-1]
        begin = end
        while begin > 0 and lines[begin - 1].startswith("#include"):
            begin -= 1
        lines[begin:end + 1] = sorted(lines[begin:end + 1] + new)
    elif anything:
        lines[anything[-1] + 1:anything[-1] + 1] = ["", *sorted(new)]
    else:
        lines[0:0] = [*sorted(new), ""]
    file.write_text("\n".join(lines))


def main():
    listed = sorted(str(file.relative_to(project)) for folder in folders for file in (project / folder).rglob("*.[ch]pp"))
    status = 0
    unknown = set()
    for name in listed:
        if exempt.search(name):
            continue
        missing, not_in_table = missing_in(project / name)
        unknown |= not_in_table
        if missing and "--mend" in sys.argv[1:]:
            mend(project / name, missing)
            print(name)
        elif missing:
            status = 1
            for header, names in sorted(missing.items()):
                print(f"{name}: #include <{header}> is missing, for std::{', std::'.join(sorted(names))}")
    if unknown:
        status = 1
        print(f"the table in tests/includes/includes.py does not say where these are from: {', '.join(sorted(unknown))}")
    return status


if __name__ == "__main__":
    sys.exit(main())
