# The private Python of `compare` and `ablate`, build/compare-python: installs what is missing. PyTorch is the one that
# Debian packages where there is one (that of PyPI brings gigabytes).
comparison_python() {
  cmp -s scripts/compare-requirements.txt build/compare-python/installed.txt && return
  local python=/usr/bin/python3 root=() torch=()
  [ -x "$python" ] || python=python3
  [ "$(id -u)" = 0 ] || root=(sudo)
  if ! "$python" -c 'import torch' 2> /dev/null; then
    if command -v apt-get > /dev/null; then
      step "installing PyTorch" "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -y -q install --no-install-recommends python3-torch
    else
      torch=(torch)
    fi
  fi
  rm -rf build/compare-python
  step "installing Python packages" "$python" -m venv --system-site-packages build/compare-python
  build/compare-python/bin/pip install -q --disable-pip-version-check -r scripts/compare-requirements.txt "${torch[@]}"
  cp scripts/compare-requirements.txt build/compare-python/installed.txt
}
