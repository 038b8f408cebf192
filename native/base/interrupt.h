// Handles Ctrl-C: a signal sets a flag, and long-running commands poll the flag to stop cleanly.
#pragma once

namespace hlorank::native {

// Installs handlers of SIGINT and SIGTERM. The first such signal only makes interrupted() return true. A second signal
// of the same kind ends the process at once.
void catchInterrupts();
// Changes the handler of SIGTERM so that any number of these signals only makes interrupted() return true.
void catchEverySigterm();
// Whether SIGINT or SIGTERM has arrived since catchInterrupts().
bool interrupted();

}  // namespace hlorank::native
