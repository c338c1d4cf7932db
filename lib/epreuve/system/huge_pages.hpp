#pragma once

namespace epreuve {

/// A program started with this variable allocates in pages of 2 MB where the system has them: it saves a page fault
/// for each 4 KB, which costs more than the work on them (glibc 2.35 or later; others do not know the setting).
constexpr const char* tunables = "GLIBC_TUNABLES";
constexpr const char* huge_pages = "glibc.malloc.hugetlb=1";

} // namespace epreuve
