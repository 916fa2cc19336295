import type { Invocation } from '../engine/invocation.ts'
import { LISTS_REPOSITORY, READS_REPOSITORY } from './git-options.ts'

/**
 * Options under which git shows what was changed, and those that look for it, which tells of it too. git-log(1), "Diff
 * formatting" and "Generating patch text with -p"
 */
const CONTENT =
  '-p --patch -u --patch-with-raw --patch-with-stat -U --unified --cc -c -m --dd --remerge-diff --diff-merges -W ' +
  '--function-context --word-diff --word-diff-regex --color-words --binary --check -L -S -G -I --ignore-matching-lines ' +
  '--submodule --output --ext-diff --textconv --anchored --diff-algorithm --full-index --stdin --no-index'

/** Options under which it shows names and numbers in the place of that. */
const NUMBERS =
  '--stat --name-only --name-status --numstat --shortstat --summary --compact-summary --raw --dirstat -s --no-patch --quiet'

/** History shows no content unless an option asks for it. */
export function showsHistory(call: Invocation): undefined {
  if (call.has(CONTENT) || call.hidesOptions) call.effects.push(READS_REPOSITORY)
}

/** A difference shows content unless an option asks for something else. */
export function showsChanges(call: Invocation): undefined {
  const lists = call.has(NUMBERS) && !call.has(CONTENT) && !call.hidesOptions
  call.effects.push(lists ? LISTS_REPOSITORY : READS_REPOSITORY)
}

/** `git status -v` shows the difference too. git-status(1) */
export function statusWithDiff(call: Invocation): undefined {
  if (call.has('-v --verbose') || call.hidesOptions) call.effects.push(READS_REPOSITORY)
}
