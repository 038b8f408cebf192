// Ctrl-C: long work looks at a flag and ends in good order.
#pragma once

namespace hlorank::native {

// From now on SIGINT and SIGTERM set the flag; a second one ends the program at once.
void catchInterrupts();
bool interrupted();

}  // namespace hlorank::native
