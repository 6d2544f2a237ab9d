#!/usr/bin/env bash
# A step of GitHub Actions: installs the judge, and judges. Its inputs are environment variables; see ../action.yml.
set -euo pipefail

"$(dirname "$0")/install.sh" "$JUDGE_FROM" "$RUNNER_TEMP/judge" "${JUDGE_SHA256-}"
echo "$RUNNER_TEMP/judge" >>"$GITHUB_PATH"

# Words with quotes, in which a backslash is itself; nothing is expanded.
words=$(xargs -r -n 1 printf '%s\n' <<<"${JUDGE_ARGUMENTS-}") || {
  echo "check.sh: the arguments cannot be read: $JUDGE_ARGUMENTS" >&2
  exit 2
}
arguments=()
[ -z "$words" ] || mapfile -t arguments <<<"$words"
# Besides the report the judge annotates the programs, and writes the summary of the job.
exec "$RUNNER_TEMP/judge/judge" check "${arguments[@]}"
