# For the scripts: bash that stops at the first error, in the repository's root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p build
export PATH="$PWD/node_modules/.bin:$PATH"

bold() { if [ -t 1 ]; then printf '\033[1m%s\033[0m\n' "$*"; else printf '%s\n' "$*"; fi; }
# A step with its time: step "what is done" command...
step() {
  local what=$1 start=$SECONDS
  shift
  bold "▸ $what"
  "$@"
  local took=$((SECONDS - start))
  if [ "$took" -ge 2 ]; then echo "  $what: $took s"; fi
}
