#!/usr/bin/env bash
# Makes the files of a release in target/packages: an archive, a package for Debian, a wheel for Python, a package for npm and an
# image of a container. All hold the same two programs, linked statically, so they need nothing of the system that they run on.
#
#   packaging/build.sh                                             all; what a tool is missing for is left out, with the reason
#   packaging/build.sh archive|debian|wheel|npm|image...           these; a tool that is missing is an error
#   TARGET=x86_64-unknown-linux-musl packaging/build.sh            for a target of rustc that is installed
#
# packaging/check.sh installs and runs them. The workflow of a release calls these two scripts, so all that it does can be tried on
# any machine.
set -euo pipefail
cd "$(dirname "$0")/.."

# glibc, linked statically, needs no other target than that of the compiler.
target=${TARGET:-$(uname -m)-unknown-linux-gnu}
architecture=${target%%-*}
export RUSTFLAGS="-C target-feature=+crt-static ${RUSTFLAGS-}"
CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR
options=(--locked --profile dist --all-features --target "$target")

version=$(cargo pkgid --quiet | sed 's/.*[#@]//')
packages=$PWD/target/packages
# What packages are made from; `package.metadata.deb` in Cargo.toml names it, too.
parts=$PWD/target/packaging
licences=$parts/tree/share/doc/referee/LICENSE-THIRD-PARTY
programs=$CARGO_TARGET_DIR/$target/dist

engine() {
  command -v podman || command -v docker
}

# lacks PACKAGE: tells what must be installed to make it, if anything.
lacks() {
  case $1 in
    archive) command -v python3 >/dev/null || echo "python3, which collects the licences of the crates" ;;
    debian) command -v cargo-deb >/dev/null || echo "cargo-deb (cargo install cargo-deb)" ;;
    wheel) command -v maturin >/dev/null || echo "maturin (pip install maturin)" ;;
    npm) command -v npm >/dev/null || echo "npm" ;;
    image) engine >/dev/null || echo "podman or docker" ;;
    *) echo "build.sh: there is no package $1, but archive, debian, wheel, npm and image" >&2 && exit 2 ;;
  esac
}

# The programs and what belongs to them, in the folders below /usr/local or ~/.local where shells and man look for it.
tree() {
  local program share=$parts/tree/share
  install -D -m 755 -t "$parts/tree/bin" "$programs/judge" "$programs/referee"
  install -D -m 644 -t "$share/doc/referee" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT
  packaging/licences.py "$target" >"$licences"
  mkdir -p "$share"/{man/man1,bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}
  for program in judge referee; do
    "$programs/$program" completions --man "$share/man/man1"
    # Not `judge` alone: whoever looks for the program in the archive must not find its completions.
    "$programs/$program" completions bash >"$share/bash-completion/completions/$program.bash"
    "$programs/$program" completions zsh >"$share/zsh/site-functions/_$program"
    "$programs/$program" completions fish >"$share/fish/vendor_completions.d/$program.fish"
  done
  gzip -9n "$share"/man/man1/*
}

# `package.metadata.binstall` in Cargo.toml has this name and the folder in it.
archive() {
  local name=referee-$version-$architecture-linux
  mv "$parts/tree" "$parts/$name"
  tar -C "$parts" --owner=0 --group=0 --numeric-owner --sort=name -czf "$packages/$name.tar.gz" "$name"
  mv "$parts/$name" "$parts/tree"
}

debian() {
  cargo deb --quiet --no-build --no-strip --profile dist --target "$target" --output "$packages/"
}

wheel() {
  mkdir "$parts/wheel"
  cp python/pytest_judge.py packaging/about.md LICENSE-* "$licences" "$parts/wheel"
  sed "s|MANIFEST|$PWD/Cargo.toml|" packaging/pyproject.toml >"$parts/wheel/pyproject.toml"
  (cd "$parts/wheel" && maturin build --quiet "${options[@]}" --compatibility manylinux2014 --out "$packages")
}

npm_package() {
  local cpu=$architecture
  case $architecture in x86_64) cpu=x64 ;; aarch64) cpu=arm64 ;; esac
  mkdir "$parts/npm"
  cp "$programs/judge" "$programs/referee" LICENSE-* "$licences" "$parts/npm"
  cp packaging/about.md "$parts/npm/README.md"
  sed -e "s/VERSION/$version/" -e "s/CPU/$cpu/" packaging/package.json >"$parts/npm/package.json"
  (cd "$packages" && npm pack --silent "$parts/npm" >/dev/null)
}

image() {
  local name=referee:$version file=$packages/referee-$version-image.tar
  mkdir "$parts/image"
  cp "$programs/judge" "$programs/referee" LICENSE-* "$licences" "$parts/image"
  "$(engine)" build --quiet --tag "$name" --file packaging/Containerfile "$parts/image" >/dev/null
  "$(engine)" save --output "$file" "$name"
  "$(engine)" rmi "$name" >/dev/null
  gzip -9n "$file"
}

if [ $# -eq 0 ]; then
  for package in archive debian wheel npm image; do
    lacking=$(lacks "$package")
    if [ -n "$lacking" ]; then echo "build.sh: without $package, which needs $lacking" >&2; else set -- "$@" "$package"; fi
  done
else
  for package in "$@"; do
    lacking=$(lacks "$package")
    [ -z "$lacking" ] || { echo "build.sh: $package needs $lacking" >&2 && exit 2; }
  done
fi

rm -rf "$packages" "$parts"
mkdir -p "$packages" "$parts"
trap 'rm -rf "$parts"' EXIT
cargo build "${options[@]}" --bins
tree
for package in "$@"; do
  case $package in npm) npm_package ;; *) "$package" ;; esac
done
cd "$packages"
sha256sum -- * >SHA256SUMS
ls -l
