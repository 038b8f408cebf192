# For the scripts: bash that stops at the first error, in the repository's root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p build
export PATH="$PWD/node_modules/.bin:$PATH"

# `--quick` among its arguments makes a script do the same on tiny inputs in seconds, and write into $HLORANK_QUICK, which is
# removed at the end. Tests run every script so.
quick= arguments=()
for argument; do
  if [ "$argument" = --quick ]; then quick=yes; else arguments+=("$argument"); fi
done
set -- "${arguments[@]}"
unset HLORANK_QUICK
if [ -n "$quick" ]; then
  HLORANK_QUICK=$(mktemp -d)
  export HLORANK_QUICK
  trap 'rm -rf "$HLORANK_QUICK"' EXIT
fi
# A tiny data set: some programs of each split of data/layouts, one of a family, in $HLORANK_QUICK/data.
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
# A step with its time: step "what is done" command...
step() {
  local what=$1 start=$SECONDS
  shift
  bold "▸ $what"
  "$@"
  local took=$((SECONDS - start))
  if [ "$took" -ge 2 ]; then echo "  $what: $took s"; fi
}
