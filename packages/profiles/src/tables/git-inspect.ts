import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, type OptionRow, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import type { GitArea } from '../model/git-area.ts'
import { knownText } from '../model/word.ts'
import { showsChanges, showsHistory, statusWithDiff } from './git-content.ts'
import {
  COMPARES_TREE,
  diffOptions,
  HISTORY_OPTIONS,
  evaluateFormats,
  evaluateOutsidePaths,
  LISTS_REPOSITORY,
  LOOKS,
  READS_REPOSITORY,
  SHOWS_COMMITS,
  SHOWS_DIFF,
} from './git-options.ts'

/** The second one shows the manual, in a viewer that the configuration names. git-help(1) */
const help = [flags`-h`, flags('--help', 'helper', 'man')]

function look(
  source: string,
  options: readonly OptionRow[],
  obeys: readonly GitArea[] = [],
  more: Partial<CommandTable> = {},
): CommandTable {
  return {
    source,
    style: 'git',
    operands: 'nothing',
    always: [LISTS_REPOSITORY],
    obeys: [...LOOKS, ...obeys],
    ...more,
    options: [...help, ...options],
  }
}

/** Sorting, filtering and formatting of references. git-for-each-ref(1). */
export const referenceOptions: readonly OptionRow[] = [
  flags`--ignore-case --omit-empty -i`,
  values`--sort --points-at --count --exclude --start-after`,
  { names: '--format', takes: 1, does: 'flag' },
  optionals`--color --column --contains --no-contains --merged --no-merged`,
]

function grepTree(call: Invocation): ProfileRefusal | undefined {
  if (call.has('--no-index')) {
    for (const { word } of call.operands.slice(call.has('-e -f') ? 0 : 1)) {
      call.effects.push({ kind: 'file-read', target: call.path(knownText(word)), recursive: true })
    }
  }
  return undefined
}

/** Subcommands of git that only look. */
export const gitInspect: Readonly<Record<string, CommandTable>> = {
  status: look(
    'git-status(1)',
    [
      flags`-v --verbose -s --short -b --branch --show-stash --ahead-behind --long -z --null --renames --no-renames --no-column`,
      optionals`--porcelain -u --untracked-files --ignored --ignore-submodules --column -M --find-renames`,
    ],
    COMPARES_TREE,
    { refine: statusWithDiff },
  ),
  log: look('git-log(1)', HISTORY_OPTIONS, [...SHOWS_DIFF, ...SHOWS_COMMITS, 'lists-files'], {
    numeric: true,
    refine: (call) => showsHistory(call) ?? evaluateOutsidePaths(call),
  }),
  whatchanged: look(
    'git-whatchanged(1); deprecated, so that an alias may take its place',
    HISTORY_OPTIONS,
    [...SHOWS_DIFF, ...SHOWS_COMMITS, 'lists-files', 'aliases'],
    { numeric: true, refine: (call) => showsHistory(call) ?? evaluateOutsidePaths(call) },
  ),
  show: look('git-show(1)', HISTORY_OPTIONS, [...SHOWS_DIFF, ...SHOWS_COMMITS], {
    always: [],
    numeric: true,
    refine: (call) => showsChanges(call) ?? evaluateFormats(call),
  }),
  reflog: look('git-reflog(1)', HISTORY_OPTIONS, SHOWS_COMMITS, {
    numeric: true,
    refine: (call) => showsHistory(call) ?? evaluateFormats(call),
    subcommands: {
      show: look('git-reflog(1)', HISTORY_OPTIONS, SHOWS_COMMITS, {
        numeric: true,
        refine: (call) => showsHistory(call) ?? evaluateFormats(call),
      }),
      'list exists': look('git-reflog(1)', []),
      'expire delete drop write': {
        source: 'git-reflog(1)',
        style: 'git',
        options: [
          flags`--all --single-worktree --rewrite --updateref --stale-fix -n --dry-run --verbose`,
          values`--expire --expire-unreachable`,
        ],
        operands: 'nothing',
        always: [{ kind: 'file-delete', target: '.', repository: true }],
        obeys: LOOKS,
      },
    },
  }),
  diff: look(
    'git-diff(1)',
    [
      ...diffOptions,
      flags`--cached --staged --merge-base --base --ours --theirs -0 -1 -2 -3 -q`,
      flags('--no-index', 'flag'),
      values`-n --max-count`,
    ],
    [...COMPARES_TREE, ...SHOWS_DIFF],
    { always: [], numeric: true, refine: (call) => showsChanges(call) ?? evaluateOutsidePaths(call) },
  ),
  'diff-tree diff-index diff-files': look(
    'git-diff-tree(1), git-diff-index(1), git-diff-files(1)',
    [
      ...diffOptions,
      flags`--cached --root --stdin --no-commit-id -v --merge-base -q --base --ours --theirs -0 -1 -2 -3 -s --always --pretty`,
      { names: '--pretty --format', takes: 'optional', does: 'flag' },
    ],
    [...COMPARES_TREE, ...SHOWS_DIFF],
    { always: [READS_REPOSITORY], refine: evaluateFormats },
  ),
  'range-diff': look(
    'git-range-diff(1)',
    [
      ...diffOptions,
      flags`--no-dual-color --dual-color --left-only --right-only`,
      values`--creation-factor`,
      optionals`--notes`,
    ],
    SHOWS_DIFF,
    { always: [READS_REPOSITORY] },
  ),
  grep: look(
    'git-grep(1): -O opens a pager',
    [
      flags`--cached --untracked --exclude-standard --recurse-submodules -v --invert-match -i --ignore-case -w --word-regexp -a --text -I --no-textconv -r --recursive --no-recursive -E --extended-regexp -G --basic-regexp -F --fixed-strings -P --perl-regexp -n --line-number --column -h -H --full-name -l --files-with-matches --name-only -L --files-without-match -z --null -o --only-matching -c --count --heading --break -p --show-function -W --function-context -q --quiet --and --or --not --all-match`,
      flags('--no-index', 'flag'),
      optionals`--color`,
      values`-A --after-context -B --before-context -C --context -m --max-count --max-depth --threads -e --parent-basename`,
      values('-f', 'read'),
      flags('--textconv', 'helper', 'textconv driver'),
      { names: '-O --open-files-in-pager', takes: 'optional', does: 'run' },
      flags`--ext-grep`,
    ],
    SHOWS_DIFF,
    { always: [READS_REPOSITORY], numeric: true, refine: grepTree },
  ),
  'blame annotate': look(
    'git-blame(1)',
    [
      ...diffOptions,
      flags`--incremental --root --show-stats --progress --score-debug -f --show-name -n --show-number -p --porcelain --line-porcelain -l -s -e --show-email --first-parent --color-lines --color-by-age --minimal -k --reverse`,
      values`-L --since --date --ignore-rev`,
      values('-S --contents --ignore-revs-file', 'read'),
    ],
    [...COMPARES_TREE, ...SHOWS_DIFF, 'lists-files'],
    { always: [READS_REPOSITORY] },
  ),
  'ls-files': look(
    'git-ls-files(1)',
    [
      flags`-z -t -v -f --deduplicate -c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -k --killed --directory --eol --empty-directory --no-empty-directory -u --unmerged --resolve-undo --exclude-standard --full-name --recurse-submodules --error-unmatch --debug --sparse`,
      values`-x --exclude --with-tree --format`,
      values('-X --exclude-from --exclude-per-directory', 'read'),
      optionals`--abbrev`,
    ],
    COMPARES_TREE,
  ),
  'ls-tree': look('git-ls-tree(1)', [
    flags`-d -r -t -l --long -z --name-only --name-status --object-only --full-name --full-tree`,
    values`--format`,
    optionals`--abbrev`,
  ]),
  'rev-parse': look(
    'git-rev-parse(1)',
    [
      flags`--parseopt --keep-dashdash --stop-at-non-option --stuck-long --sq-quote --revs-only --no-revs --flags --no-flags --verify -q --quiet --sq --symbolic --symbolic-full-name --all --branches --tags --remotes --not --git-dir --absolute-git-dir --git-common-dir --is-inside-git-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository --show-cdup --show-prefix --show-toplevel --show-superproject-working-tree --shared-index-path --local-env-vars --show-ref-format`,
      optionals`--abbrev-ref --short --show-object-format --branches --tags --remotes --path-format`,
      values`--default --prefix --git-path --glob --exclude --exclude-hidden --disambiguate --since --after --until --before --output-object-format`,
      values('--resolve-git-dir', 'read'),
    ],
    [],
    { numeric: true },
  ),
  'rev-list': look('git-rev-list(1)', HISTORY_OPTIONS, SHOWS_COMMITS, {
    numeric: true,
    refine: (call) => showsHistory(call) ?? evaluateFormats(call),
  }),
  shortlog: look(
    'git-shortlog(1)',
    [
      ...HISTORY_OPTIONS,
      flags`-s --summary -e --email`,
      flags`-n --numbered`,
      flags`-c --committer`,
      { names: '--group', takes: 1, does: 'flag' },
      optionals`-w`,
    ],
    ['lists-files'],
    { numeric: true, refine: (call) => showsHistory(call) ?? evaluateFormats(call) },
  ),
  describe: look(
    'git-describe(1)',
    [
      flags`--contains --debug --all --tags --long --first-parent --exact-match --always`,
      values`--candidates --match --exclude`,
      optionals`--abbrev --dirty --broken`,
    ],
    COMPARES_TREE,
  ),
  'name-rev': look('git-name-rev(1)', [
    flags`--name-only --tags --all --stdin --annotate-stdin --undefined --always`,
    values`--refs --exclude`,
  ]),
  'merge-base': look('git-merge-base(1)', [flags`-a --all --octopus --independent --is-ancestor --fork-point`]),
  'merge-tree': {
    ...look(
      'git-merge-tree(1): writes objects',
      [
        flags`--write-tree --trivial-merge -z --name-only --messages --no-messages --stdin --quiet --allow-unrelated-histories`,
        values`--merge-base -X --strategy-option`,
      ],
      ['merges'],
    ),
    always: [READS_REPOSITORY, { kind: 'file-write', target: '.', repository: true }],
  },
  'cat-file': look(
    'git-cat-file(1)',
    [
      flags`-t -s -e -p --allow-unknown-type -z -Z --batch-all-objects --buffer --unordered --follow-symlinks --use-mailmap --mailmap --no-mailmap`,
      optionals`--batch --batch-check --batch-command`,
      values`--path --filter`,
      flags('--textconv --filters', 'helper', 'filter driver'),
    ],
    [],
    { always: [READS_REPOSITORY] },
  ),
  'for-each-ref': look(
    'git-for-each-ref(1)',
    [...referenceOptions, flags`-s --shell -p --perl --python --tcl --stdin --include-root-refs`],
    SHOWS_COMMITS,
    { refine: evaluateFormats },
  ),
  'show-ref': look('git-show-ref(1)', [
    flags`--head --tags --heads --branches -d --dereference --verify --exists -q --quiet`,
    optionals`-s --hash --abbrev --exclude-existing`,
  ]),
  'show-branch': look('git-show-branch(1)', [
    flags`-a --all -r --remotes --current --topo-order --date-order --sparse --no-name --sha1-name --merge-base --independent --topics --no-color --list`,
    optionals`--more -g --reflog --color`,
  ]),
  'count-objects': look('git-count-objects(1)', [flags`-v --verbose -H --human-readable`]),
  'check-ignore': look('git-check-ignore(1)', [flags`-q --quiet -v --verbose --stdin -z -n --non-matching --no-index`]),
  'check-attr': look('git-check-attr(1)', [flags`-a --all --cached --stdin -z`, values`--source`]),
  'check-ref-format': look('git-check-ref-format(1)', [flags`--branch --normalize --allow-onelevel --refspec-pattern`]),
  'check-mailmap': look('git-check-mailmap(1)', [flags`--stdin`], ['lists-files']),
  'patch-id': look('git-patch-id(1)', [flags`--stable --unstable --verbatim`]),
  cherry: look('git-cherry(1)', [flags`-v --verbose`, optionals`--abbrev`]),
  var: look('git-var(1)', [flags`-l`]),
  'get-tar-commit-id': look('git-get-tar-commit-id(1)', []),
  'verify-commit verify-tag': look(
    'git-verify-commit(1)',
    [flags`-v --verbose --raw`, values`--format`],
    SHOWS_COMMITS,
    { always: [LISTS_REPOSITORY, { kind: 'execute', target: 'gpg', origin: 'helper' }] },
  ),
  version: { source: 'git-version(1)', options: [...help, flags`--build-options`] },
  fsck: look(
    'git-fsck(1); --lost-found writes',
    [
      flags`-v --verbose --unreachable --dangling --tags --root --cache --reflogs --full --connectivity-only --strict --progress --name-objects --references`,
    ],
    ['lists-files'],
    { options: [flags('--lost-found', 'unevaluated')] },
  ),
}
