# Sourced by the scripts: stops at the first error and changes to the repository root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p build
export PATH="$PWD/node_modules/.bin:$PATH"

# A script sets $usage before it sources this file. An option that $usage does not contain is an error. If $usage has
# the word OPTIONS, all options are passed on to the program that the script runs, which checks them. With --quick, if
# $usage has it, the script does the same work on tiny inputs in seconds and writes to $HLORANK_QUICK, a temporary
# folder that is removed at the end. Tests run the scripts this way.
usage_error() {
  printf '%s: %s\nusage: %s\n' "${0##*/}" "$1" "$usage" >&2
  exit 2
}
quick= arguments=()
for argument; do
  option=${argument%%=*}
  case $argument in
    -?*)
      if [[ $usage != *OPTIONS* && $option =~ ^(-h|--help)$ ]]; then echo "usage: $usage" && exit; fi
      if [[ $usage != *OPTIONS* || $option == --quick ]] && [[ ! $usage =~ (^|[^-a-z])"$option"([^-a-z]|$) ]]; then
        usage_error "unknown option $option"
      fi
      ;;
  esac
  if [ "$argument" = --quick ]; then quick=yes; else arguments+=("$argument"); fi
done
set -- "${arguments[@]}"
unset HLORANK_QUICK
if [ -n "$quick" ]; then
  HLORANK_QUICK=$(mktemp -d)
  export HLORANK_QUICK
  trap 'rm -rf "$HLORANK_QUICK"' EXIT
fi
# Makes a tiny data set in $HLORANK_QUICK/data: a few programs of each split of data/layouts, one per family.
quick_data() {
  local name
  for name in train/{capsule_matrices,mixer_residual,word2vec_skip_wr} \
    valid/{energy_ising_bnk,flow_coupling_axis2,gan_modulated_nhwc,pinn_laplacian} \
    test/{bilinear_outer_bpc_p324,densenet_block2_nhwc_s16,opticalflow_pyramid_nhwc_s20}; do
    mkdir -p "$HLORANK_QUICK/data/${name%/*}"
    cp data/layouts/"$name".* "$HLORANK_QUICK/data/${name%/*}"
  done
}

bold() { if [ -t 1 ]; then printf '\033[1m%s\033[0m\n' "$*"; else printf '%s\n' "$*"; fi; }
# step "title" command... runs the command and prints how long it took.
step() {
  local what=$1 start=$SECONDS
  shift
  bold "▸ $what"
  "$@"
  local took=$((SECONDS - start))
  if [ "$took" -ge 2 ]; then echo "  $what: $took s"; fi
}
# alone NAME command... runs the command while no other script runs one of the same NAME in this folder.
alone() {
  local name=$1
  shift
  (
    flock -n 9 || { echo "  waiting for another script ($name)" && flock 9; }
    "$@" 9>&-
  ) 9> "build/$name.lock"
}
