# Sets $python to the Python with Halide, build/halide-python, and installs Halide there. A quick run installs nothing: $python
# is then empty if Halide is not installed.
halide_python() {
  python=build/halide-python/bin/python
  cmp -s scripts/halide-requirements.txt build/halide-python/installed.txt && return
  if [ -n "$quick" ]; then python= && return; fi
  local system=/usr/bin/python3
  [ -x "$system" ] || system=python3
  rm -rf build/halide-python
  step "making build/halide-python" "$system" -m venv build/halide-python
  step "installing Halide" build/halide-python/bin/pip install -q --disable-pip-version-check --no-deps -r scripts/halide-requirements.txt
  cp scripts/halide-requirements.txt build/halide-python/installed.txt
}
