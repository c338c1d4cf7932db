#pragma once

/// How the sanitizers work in a worker that is compiled with them; read before main() is called.
/// They end it with a status of their own, by which the judge knows them
/// (coursework/epreuve/exercises/memory_error.cpp), and fill uninitialised memory with NaN.
#ifdef __SANITIZE_ADDRESS__

extern "C" const char* __asan_default_options()
{
  return "exitcode=86:detect_leaks=0:color=never:print_legend=0:quarantine_size_mb=32:"
         "malloc_fill_byte=255:max_malloc_fill_size=1048576:allocator_may_return_null=1:"
         "detect_stack_use_after_return=1:handle_abort=0";
}

extern "C" const char* __ubsan_default_options()
{
  return "print_stacktrace=1:exitcode=86";
}

#endif
