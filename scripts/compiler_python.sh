# compiler_python NAME TITLE installs a compiler (Halide or TVM) into the Python environment build/NAME-python and sets
# $python to that Python. A quick run installs nothing: $python is then empty if the compiler is not installed.
compiler_python() {
  local folder=build/$1-python requirements=scripts/$1-requirements.txt
  python=$folder/bin/python
  cmp -s "$requirements" "$folder/installed.txt" && return
  if [ -n "$quick" ]; then python= && return; fi
  (
    flock 9
    cmp -s "$requirements" "$folder/installed.txt" || install_compiler_python "$@"
  ) 9> "$folder.lock"
}

install_compiler_python() {
  local system=/usr/bin/python3
  [ -x "$system" ] || system=python3
  rm -rf "$folder"
  step "making $folder" "$system" -m venv "$folder"
  step "installing $2" "$folder/bin/pip" install -q --disable-pip-version-check --no-deps -r "$requirements"
  cp "$requirements" "$folder/installed.txt"
}
