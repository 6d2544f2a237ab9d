#!/bin/sh
# Installs the judge: install.sh FROM FOLDER [SHA256]
#
# FROM is the path or the address of the program itself, of an archive (.tar.gz) with it, or of a wheel (.whl). The program is
# then FOLDER/judge. With SHA256 only a file with this digest is installed.
set -eu
from=$1 folder=$2 digest=${3-}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
case $from in
  *://*)
    # An address may end with a query, such as a signature.
    file=${from%%[?#]*}
    file=$scratch/${file##*/}
    curl --fail --silent --show-error --location --retry 3 --output "$file" "$from"
    ;;
  *) file=$from ;;
esac
if [ -n "$digest" ]; then
  echo "$digest  $file" | sha256sum --check --quiet
fi

mkdir -p "$folder" "$scratch/unpacked"
case $file in
  *.tar.gz | *.tgz) tar -xzf "$file" -C "$scratch/unpacked" ;;
  # A wheel is a zip file, and its programs are in a folder NAME.data/scripts.
  *.whl) python3 -m zipfile -e "$file" "$scratch/unpacked" ;;
  *) cp "$file" "$scratch/unpacked/judge" ;;
esac
program=$(find "$scratch/unpacked" -type f -name judge | head -n 1)
if [ -z "$program" ]; then
  echo "install.sh: there is no program judge in $from" >&2
  exit 2
fi
install -m 755 "$program" "$folder/judge"
"$folder/judge" --version
