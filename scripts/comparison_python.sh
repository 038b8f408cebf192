# One thread per process, because the comparisons run several processes at once.
export PYTHONPATH=scripts OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1

# Sets $python to the Python of the comparison scripts, build/compare-python, and installs missing packages there.
# PyTorch comes from Debian if possible, because the PyPI package has gigabytes. A quick run installs nothing. If
# build/compare-python is missing, a quick run uses the Python of the tests and skips learners whose packages that
# Python lacks.
comparison_python() {
  python=build/compare-python/bin/python
  cmp -s scripts/compare-requirements.txt build/compare-python/installed.txt && return
  if [ -n "$quick" ]; then
    scripts/setup --python
    python=build/python/bin/python
    return
  fi
  alone compare-python install_comparison_python
}

install_comparison_python() {
  cmp -s scripts/compare-requirements.txt build/compare-python/installed.txt && return # by another script meanwhile
  local system=/usr/bin/python3 root=() torch=()
  [ -x "$system" ] || system=python3
  [ "$(id -u)" = 0 ] || root=(sudo)
  if ! "$system" -c 'import torch' 2> /dev/null; then
    if command -v apt-get > /dev/null; then
      step "installing PyTorch" "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -y -q install --no-install-recommends python3-torch
    else
      torch=(torch)
    fi
  fi
  rm -rf build/compare-python
  step "installing Python packages" "$system" -m venv --system-site-packages build/compare-python
  build/compare-python/bin/pip install -q --disable-pip-version-check -r scripts/compare-requirements.txt "${torch[@]}"
  cp scripts/compare-requirements.txt build/compare-python/installed.txt
}
