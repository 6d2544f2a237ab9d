#!/usr/bin/env bash
# What the picture in the README shows: a program with a fault is judged, mended and judged again.
# Started by make.sh, in a folder that holds myttt.py.
set -u

type_and_run() {
  printf '\e[1m$\e[0m '
  for ((i = 0; i < ${#1}; i++)); do
    printf '%s' "${1:i:1}"
    sleep "${2:-0.04}"
  done
  sleep 0.5
  printf '\n'
  eval "$1"
}

type_and_run 'judge check myttt.py'
sleep 4
printf '\n'
type_and_run "sed -i 's/if board\[cell\]/if cell >= 0 and board[cell]/' myttt.py" 0.01
type_and_run 'judge check myttt.py'
sleep 6
printf '\e[1m$\e[0m '
