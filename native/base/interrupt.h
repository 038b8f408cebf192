// Ctrl-C handling: a signal sets a flag, and long-running commands poll it to stop cleanly.
#pragma once

namespace hlorank::native {

// Makes the first SIGINT or SIGTERM set the flag; a second signal of the same kind ends the process at once.
void catchInterrupts();
bool interrupted();

}  // namespace hlorank::native
