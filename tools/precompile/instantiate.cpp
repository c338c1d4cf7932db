// A plugin of GCC for `#pragma epreuve instantiate`: what the templates above still wait for is made here.
//
// GCC instantiates the functions of templates at the end of a file, and writes a precompiled header before that.
// So each file that reads the header makes all that its inline functions call, a third of the time that a file of
// exercises takes, and more of a test's. With this line at its end, the precompiled header has it already
// (coursework/Exercises.cmake, and epreuve_precompile in cmake/Compilation.cmake); programs are the same.

#include "gcc-plugin.h"

#include "plugin-version.h"

#include "tree.h"

#include "c-family/c-pragma.h"
#include "cp/cp-tree.h"

int plugin_is_GPL_compatible;

namespace {

void instantiate(cpp_reader*)
{
  ++function_depth; // no collection of garbage meanwhile, as at the end of a file
  instantiate_pending_templates(0);
  --function_depth;
}

void register_pragma(void*, void*)
{
  c_register_pragma("epreuve", "instantiate", instantiate);
}

} // namespace

int plugin_init(plugin_name_args* plugin, plugin_gcc_version* compiler)
{
  // Without it the line means nothing, and the header is as GCC would write it.
  if (plugin_default_version_check(compiler, &gcc_version))
    register_callback(plugin->base_name, PLUGIN_PRAGMAS, register_pragma, nullptr);
  return 0;
}
