export PYTHONPATH=scripts OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1

# compiler_python NAME TITLE installs a compiler (Halide or TVM) into the Python environment build/NAME-python and sets
# $python to that Python. A quick run installs nothing: if the compiler is not installed, it says so and $python is empty.
compiler_python() {
  local folder=build/$1-python requirements=scripts/$1-requirements.txt
  python=$folder/bin/python
  cmp -s "$requirements" "$folder/installed.txt" && return
  if [ -n "$quick" ]; then
    echo "$2 is not installed: its part is left out (npm run collect:$1 -- --help installs it)"
    python=
    return
  fi
  alone "$1-python" install_compiler_python "$folder" "$requirements" "$2"
}

# install_compiler_python FOLDER REQUIREMENTS TITLE
install_compiler_python() {
  local folder=$1 requirements=$2 title=$3 system=/usr/bin/python3
  cmp -s "$requirements" "$folder/installed.txt" && return # by another script meanwhile
  [ -x "$system" ] || system=python3
  rm -rf "$folder"
  step "making $folder" "$system" -m venv "$folder"
  step "installing $title" "$folder/bin/pip" install -q --disable-pip-version-check --no-deps -r "$requirements"
  cp "$requirements" "$folder/installed.txt"
}
