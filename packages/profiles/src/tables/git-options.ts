import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, type OptionRow, values } from '../engine/option-row.ts'
import type { ProfileEffect } from '../model/result.ts'
import { knownText } from '../model/word.ts'

/** What commands that only look do. */
export const LOOKS = ['looks', 'pages'] as const
export const COMPARES_TREE = ['compares'] as const
export const SHOWS_DIFF = ['shows-diff'] as const
export const SHOWS_COMMITS = ['shows-commits'] as const
export const CHANGES_TREE = ['compares', 'checks-out', 'submodules'] as const
export const MOVES_REFERENCES = ['references'] as const
export const MAKES_COMMITS = ['compares', 'commits', 'signs', 'edits', 'trailers', 'references', 'collects'] as const
export const REPLAYS_COMMITS = [...CHANGES_TREE, ...MAKES_COMMITS, 'merges', 'replays'] as const
export const TALKS = ['talks', 'references', 'collects'] as const
/** The effects of a command that may do anything. */
export const ANYTHING = [
  ...REPLAYS_COMMITS,
  ...TALKS,
  ...LOOKS,
  ...SHOWS_DIFF,
  ...SHOWS_COMMITS,
  'pushes',
  'recurses',
] as const

/** The repository's own data, changed the way git does it. */
export const CHANGES_REPOSITORY: ProfileEffect = { kind: 'file-write', target: '.', repository: true }
/** The files of the working tree. */
export const CHANGES_FILES: ProfileEffect = { kind: 'file-write', target: '.', recursive: true, note: 'working tree' }
export const READS_REPOSITORY: ProfileEffect = { kind: 'file-read', target: '.', recursive: true }
/** Names of files and commits, and no content of them. */
export const LISTS_REPOSITORY: ProfileEffect = { ...READS_REPOSITORY, lists: true }

export const EDITOR: ProfileEffect = { kind: 'execute', target: 'editor', origin: 'helper' }
const SIGNATURES: ProfileEffect = { kind: 'execute', target: 'gpg', origin: 'helper', note: 'checks signatures' }

/** git-diff(1) OPTIONS that only shape the output. `git diff -h`, `git log -h`. */
export const diffOptions: readonly OptionRow[] = [
  flags`-p --patch -u -s --no-patch --raw --patch-with-raw --patch-with-stat --minimal --patience --histogram --numstat --shortstat --summary --compact-summary --no-compact-summary -z --name-only --name-status --no-color-moved --no-color-moved-ws --no-renames --check --full-index --binary --no-prefix --default-prefix --pickaxe-all --pickaxe-regex -R -a --text --ignore-cr-at-eol --ignore-space-at-eol -b --ignore-space-change -w --ignore-all-space --ignore-blank-lines -W --function-context --exit-code --quiet --no-ext-diff --no-textconv --ita-invisible-in-index --ita-visible-in-index --follow --indent-heuristic --no-rename-empty --rename-empty -t --combined-all-paths --cc -c --no-relative --find-copies-harder --irreversible-delete -r --no-diff-merges --remerge-diff --dd -m --full-diff --find-object-all`,
  values`-U -S -G --anchored --diff-algorithm --ws-error-highlight --diff-filter --find-object --inter-hunk-context --output-indicator-new --output-indicator-old --output-indicator-context -l --src-prefix --dst-prefix --line-prefix --skip-to --rotate-to --max-depth --diff-merges --ignore-matching-lines -I`,
  optionals`--stat --dirstat -X --cumulative --dirstat-by-file --submodule --color --color-moved --color-moved-ws --word-diff --word-diff-regex --color-words --abbrev --break-rewrites -B --find-renames -M --find-copies -C -D --relative --ignore-submodules --unified --stat-width --stat-name-width --stat-count --stat-graph-width`,
  values('--output', 'output'),
  values('-O', 'read'),
  flags('--ext-diff', 'helper', 'diff driver'),
  flags('--textconv', 'helper', 'textconv driver'),
]

/** git-rev-list(1), git-log(1): which commits, and how they are shown. */
export const logOptions: readonly OptionRow[] = [
  flags`--all --branches --tags --remotes --reflog --indexed-objects --single-worktree --ignore-missing --bisect --stdin --cherry-mark --cherry-pick --left-only --right-only --cherry -g --walk-reflogs --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --date-order --author-date-order --topo-order --reverse --unpacked --no-walk --do-walk --merges --no-merges --first-parent --exclude-first-parent-only --not --invert-grep --all-match -i --regexp-ignore-case --basic-regexp -E --extended-regexp -F --fixed-strings -P --perl-regexp --remove-empty --no-min-parents --no-max-parents --abbrev-commit --no-abbrev-commit --oneline --no-notes --relative-date --parents --children --left-right --graph --no-graph --no-decorate --clear-decorations --source --use-mailmap --mailmap --no-mailmap --no-use-mailmap --log-size --no-expand-tabs --show-linear-break --no-standard-notes --standard-notes --count -q --quiet --objects --objects-edge --no-object-names --object-names --timestamp --header --max-count-oldest --full-diff --no-abbrev --show-notes-by-default --ancestry-path --early-output --disk-usage --in-commit-order --no-kept-objects --test-bitmap --use-bitmap-index --progress --maximal-only`,
  values`-n --max-count --skip --since --after --until --before --max-age --min-age --author --committer --grep --grep-reflog --min-parents --max-parents --exclude --glob --exclude-hidden --since-as-filter --date --encoding -L --decorate-refs --decorate-refs-exclude --filter --missing --bisect-all`,
  optionals`--decorate --notes --show-notes --expand-tabs`,
  { names: '--pretty --format', takes: 'optional', does: 'flag' },
  flags('--show-signature', 'helper', 'gpg'),
  // core.alternateRefsCommand
  flags('--alternate-refs', 'helper', 'git for-each-ref'),
]
/** `--format=x` and `--pretty=x` take their value attached, `--branches` may. */
const optionalGlobs = optionals`--branches --tags --remotes --ancestry-path --no-walk --early-output --disk-usage --objects`

/** Later rows win: some switches above may have a value attached. */
export const HISTORY_OPTIONS: readonly OptionRow[] = [...diffOptions, ...logOptions, optionalGlobs]

/** Placeholders that have signatures checked. git-log(1) PRETTY FORMATS `%G`, git-for-each-ref(1) `signature`. */
export function evaluateFormats(call: Invocation): ProfileRefusal | undefined {
  for (const { name, values: given } of call.options) {
    if (name !== '--pretty' && name !== '--format' && name !== '--group') continue
    const text = given[0] === undefined ? '' : knownText(given[0])
    if (text === null || /%[-+ ]?G|%\([^()]*signature/.test(text)) call.effects.push(SIGNATURES)
  }
  return undefined
}

/** A place outside the working tree makes `git diff` compare files as `--no-index` does. git-diff(1). */
export function evaluateOutsidePaths(call: Invocation): ProfileRefusal | undefined {
  const noIndex = call.has('--no-index')
  for (const { word } of call.operands) {
    const text = knownText(word)
    if (noIndex || (text !== null && /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(text))) {
      call.effects.push({ kind: 'file-read', target: call.path(text), recursive: true })
    }
  }
  return evaluateFormats(call)
}
