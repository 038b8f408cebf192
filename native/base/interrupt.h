// Ctrl-C handling: a signal sets a flag, and long-running commands poll it to stop cleanly.
#pragma once

namespace hlorank::native {

// Installs the handlers: the first SIGINT or SIGTERM only makes interrupted() return true; a second signal of the same
// kind ends the process at once.
void catchInterrupts();
// Whether SIGINT or SIGTERM has arrived since catchInterrupts().
bool interrupted();

}  // namespace hlorank::native
