import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { DELETES_HERE, READS_HERE } from '../engine/usual-effects.ts'
import type { GitArea } from '../model/git-area.ts'
import type { ProfileEffect } from '../model/result.ts'
import { wordTarget } from '../model/word.ts'
import {
  CHANGES_FILES,
  CHANGES_REPOSITORY,
  CHANGES_TREE,
  COMPARES_TREE,
  diffOptions,
  EDITOR,
  LOOKS,
  MAKES_COMMITS,
  READS_REPOSITORY,
  REPLAYS_COMMITS,
  SHOWS_COMMITS,
  SHOWS_DIFF,
} from './git-options.ts'

/** The second one shows the manual, in a viewer that the configuration names. git-help(1) */
const help = [flags`-h`, flags('--help', 'helper', 'man')]
const DELETES_FILES: ProfileEffect = { ...DELETES_HERE, note: 'working tree' }

function change(
  source: string,
  options: readonly OptionRow[],
  always: readonly ProfileEffect[],
  obeys: readonly GitArea[],
  more: Partial<CommandTable> = {},
): CommandTable {
  return { source, style: 'git', operands: 'nothing', always, obeys, ...more, options: [...help, ...options] }
}

const pathspecs = [values('--pathspec-from-file', 'read'), flags`--pathspec-file-nul`]
const SIGNING: readonly OptionRow[] = [{ names: '-S --gpg-sign', takes: 'optional', does: 'helper', target: 'gpg' }]
/** Options that choose between writing a message and being given one; without them an editor is started. */
const MESSAGE = '-m --message -F --file -C --reuse-message --fixup --no-edit --dry-run --squash --allow-empty-message'

/** Starts an editor unless a message is given. */
function editsUnless(names: string) {
  const messages = names.split(' ')
  return (call: Invocation): undefined => {
    const own = ownOptions(call)
    const given = own.some((name) => messages.includes(name))
    if (!given || own.some((name) => EDITS.includes(name))) call.effects.push(EDITOR)
  }
}

const EDITS = ['-e', '--edit', '-c', '--reedit-message']

/** Without those of git itself: `git -c key=value commit -m x` is none of `git commit -c`. */
const ownOptions = ({ options }: Invocation): readonly string[] =>
  options
    .filter(({ name, row }) => row.does !== 'folder' && !(name === '-c' && row.does === 'flag'))
    .map(({ name }) => name)

/**
 * Changes files of the working tree, unless all it does is to make a branch of the commit that is checked out.
 * git-checkout(1), `-b`; git: builtin/checkout.c, `skip_merge_working_tree`
 */
function filesUnlessNewBranch(creating: string) {
  const names = creating.split(' ')
  const harmless = [...names, '-q', '--quiet', '--no-track', '--progress', '--no-progress']
  return (call: Invocation): undefined => {
    const own = ownOptions(call)
    const creates = own.some((name) => names.includes(name)) && own.every((name) => harmless.includes(name))
    if (!creates || call.operands.length > 0) call.effects.push(CHANGES_FILES, DELETES_FILES)
  }
}

/** The paths given, below the folder it works in; without any, the tree. */
function eachPath(kinds: readonly ('file-write' | 'file-delete')[]) {
  return (call: Invocation): ProfileRefusal | undefined => {
    for (const { word } of call.operands) {
      const target = wordTarget(word)
      const glob = target !== null && /[*?[]/.test(target) ? { glob: true as const } : {}
      for (const kind of kinds) {
        // Of a folder, what git keeps in it.
        const some = kind === 'file-delete' && target !== null && /(?:^|\/)\.{0,2}$/.test(target)
        if (some) call.effects.push({ ...DELETES_HERE, target: call.path(`${target || '.'}/*`) })
        else call.effects.push({ kind, target: call.path(target), recursive: true, ...glob })
      }
    }
    return undefined
  }
}

const replay = (source: string, options: readonly OptionRow[], more: Partial<CommandTable> = {}): CommandTable =>
  change(
    source,
    [
      ...SIGNING,
      flags`--continue --skip --quit --abort -q --quiet -v --verbose --autostash --no-autostash --rerere-autoupdate --no-edit --signoff --stat --no-stat -n --no-commit --allow-empty --allow-empty-message --keep-redundant-commits --allow-unrelated-histories --ff --ff-only --squash --progress --commit`,
      flags('-e --edit', 'flag'),
      values`-X --strategy-option --cleanup -m --mainline`,
      // `-s foo` runs git-merge-foo from PATH.
      values('-s --strategy', 'flag'),
      ...options,
    ],
    [READS_REPOSITORY, CHANGES_REPOSITORY, CHANGES_FILES, DELETES_FILES],
    REPLAYS_COMMITS,
    {
      refine: (call) => {
        const strategy = call.value('-s --strategy')
        const known = ['recursive', 'ort', 'resolve', 'octopus', 'ours', 'subtree']
        if (strategy === undefined || (typeof strategy === 'string' && known.includes(strategy))) return
        return { code: 'NOT_EVALUATED', message: 'git: a merge strategy of its own is a program on PATH' }
      },
      ...more,
    },
  )

/** Subcommands of git that change the repository or the working tree. */
export const gitChange: Readonly<Record<string, CommandTable>> = {
  'add stage': change(
    'git-add(1)',
    [
      flags`-n --dry-run -v --verbose -f --force --sparse -u --update -A --all --ignore-removal -N --intent-to-add --refresh --ignore-errors --ignore-missing --renormalize`,
      flags('-i --interactive -p --patch -e --edit', 'helper', 'editor'),
      values`--chmod`,
      ...pathspecs,
    ],
    [CHANGES_REPOSITORY],
    COMPARES_TREE,
    {
      operands: 'read-tree',
      // Without a path it is all that is not tracked yet.
      refine: (call) => {
        if (call.has('-A --all') && call.operands.length === 0) call.effects.push(READS_HERE)
      },
    },
  ),
  commit: change(
    'git-commit(1)',
    [
      ...SIGNING,
      flags`-q --quiet -v --verbose --reset-author -s --signoff -z --null --long --short --branch --porcelain --ahead-behind -a --all -i --include -o --only --no-post-rewrite --dry-run --amend --allow-empty --allow-empty-message --status --no-edit -n --no-verify`,
      flags('--interactive -p --patch', 'helper', 'editor'),
      flags('-e --edit', 'flag'),
      values`-m --message -C --reuse-message -c --reedit-message --fixup --squash --author --date --trailer --cleanup`,
      values('-F --file -t --template', 'read'),
      optionals`-u --untracked-files`,
      ...pathspecs,
    ],
    [CHANGES_REPOSITORY],
    MAKES_COMMITS,
    { refine: editsUnless(MESSAGE) },
  ),
  checkout: change(
    'git-checkout(1)',
    [
      flags`-2 -3 -q --quiet -f --force --ours --theirs -l -d --detach --guess --overlay --overwrite-ignore --ignore-other-worktrees --recurse-submodules --progress -m --merge --ignore-skip-worktree-bits --no-track`,
      flags('-p --patch', 'helper', 'editor'),
      values`-b -B --orphan --conflict`,
      optionals`-t --track --recurse-submodules`,
      ...pathspecs,
    ],
    [CHANGES_REPOSITORY],
    [...CHANGES_TREE, 'merges', 'references'],
    { refine: filesUnlessNewBranch('-b') },
  ),
  switch: change(
    'git-switch(1)',
    [
      flags`-d --detach --guess --discard-changes -f --force -m --merge -q --quiet --progress --ignore-other-worktrees --overwrite-ignore --no-track`,
      values`-c --create -C --force-create --orphan --conflict`,
      optionals`-t --track --recurse-submodules`,
    ],
    [CHANGES_REPOSITORY],
    [...CHANGES_TREE, 'merges', 'references'],
    { refine: filesUnlessNewBranch('-c --create') },
  ),
  restore: change(
    'git-restore(1)',
    [
      flags`-2 -3 -W --worktree -S --staged -q --quiet --progress --ours --theirs -m --merge --ignore-unmerged --overlay --ignore-skip-worktree-bits --recurse-submodules`,
      flags('-p --patch', 'helper', 'editor'),
      values`-s --source --conflict`,
      ...pathspecs,
    ],
    [CHANGES_REPOSITORY],
    CHANGES_TREE,
    {
      refine: (call) => {
        if (call.has('-S --staged') && !call.has('-W --worktree')) return
        call.effects.push(CHANGES_FILES, DELETES_FILES)
      },
    },
  ),
  reset: change(
    'git-reset(1)',
    [
      flags`-q --quiet --refresh --mixed --soft -N --intent-to-add --recurse-submodules`,
      flags('--hard --merge --keep', 'flag'),
      flags('-p --patch', 'helper', 'editor'),
      ...pathspecs,
    ],
    [CHANGES_REPOSITORY],
    [...CHANGES_TREE, 'references'],
    {
      refine: (call) => {
        if (call.has('--hard --merge --keep --recurse-submodules')) call.effects.push(CHANGES_FILES, DELETES_FILES)
      },
    },
  ),
  clean: change(
    'git-clean(1)',
    [flags`-q --quiet -d -x -X -f --force`, flags`-n --dry-run`, flags`-i --interactive`, values`-e --exclude`],
    [READS_REPOSITORY],
    COMPARES_TREE,
    {
      refine: (call) => {
        if (call.has('-n --dry-run')) return
        if (call.operands.length > 0) return eachPath(['file-delete'])(call)
        call.effects.push(DELETES_FILES)
      },
    },
  ),
  mv: change(
    'git-mv(1)',
    [flags`-v --verbose -n --dry-run -f --force -k --sparse`],
    [CHANGES_REPOSITORY],
    COMPARES_TREE,
    { refine: eachPath(['file-write', 'file-delete']) },
  ),
  rm: change(
    'git-rm(1)',
    [flags`-n --dry-run -q --quiet --cached -f --force -r --ignore-unmatch --sparse`, ...pathspecs],
    [CHANGES_REPOSITORY],
    COMPARES_TREE,
    {
      refine: (call) => {
        if (call.has('--pathspec-from-file')) call.effects.push(DELETES_FILES)
        return call.has('--cached') ? undefined : eachPath(['file-delete'])(call)
      },
    },
  ),
  merge: replay('git-merge(1)', [
    flags`--summary --compact-summary --verify-signatures --overwrite-ignore --verify --no-verify -n`,
    values`--into-name`,
    values`-m --message`,
    values('-F --file', 'read'),
    optionals`--log`,
  ]),
  'cherry-pick': replay('git-cherry-pick(1)', [flags`-x -r -s`, values`--empty`]),
  revert: replay('git-revert(1)', [flags`--reference -s`]),
  rebase: replay('git-rebase(1)', [
    flags`--keep-base --no-keep-base --apply --merge -m --keep-empty --no-keep-empty --reapply-cherry-picks --fork-point --ignore-whitespace --committer-date-is-author-date --reset-author-date --ignore-date --autosquash --update-refs --reschedule-failed-exec --root --no-verify --verify --no-ff --force-rebase -f --show-current-patch --preserve-merges -y -k`,
    flags('-i --interactive --edit-todo', 'helper', 'editor'),
    values`--onto --empty -C --whitespace`,
    optionals`-r --rebase-merges`,
    values('-x --exec', 'shell'),
  ]),
  stash: change(
    'git-stash(1); bare, it stashes',
    [
      flags`-k --keep-index -S --staged -q --quiet -u --include-untracked -a --all`,
      flags('-p --patch', 'helper', 'editor'),
      values`-m --message`,
      ...pathspecs,
    ],
    [CHANGES_REPOSITORY, CHANGES_FILES, DELETES_FILES],
    [...CHANGES_TREE, 'references'],
    {
      subcommands: {
        list: change(
          'git-stash(1)',
          [...diffOptions, flags`--oneline --reverse`, values`-n --date --format --pretty`],
          [READS_REPOSITORY],
          [...LOOKS, ...SHOWS_DIFF, ...SHOWS_COMMITS],
          { numeric: true, refine: evaluateStashFormat },
        ),
        show: change(
          'git-stash(1)',
          [...diffOptions, flags`-u --include-untracked --only-untracked`],
          [READS_REPOSITORY],
          [...LOOKS, ...SHOWS_DIFF],
        ),
        'push save': change(
          'git-stash(1)',
          [
            flags`-k --keep-index -S --staged -q --quiet -u --include-untracked -a --all`,
            flags('-p --patch', 'helper', 'editor'),
            values`-m --message`,
            ...pathspecs,
          ],
          [CHANGES_REPOSITORY, CHANGES_FILES, DELETES_FILES],
          [...CHANGES_TREE, 'references'],
        ),
        'pop apply branch': change(
          'git-stash(1)',
          [flags`--index -q --quiet`],
          [CHANGES_REPOSITORY, CHANGES_FILES, DELETES_FILES],
          [...CHANGES_TREE, 'merges', 'references'],
        ),
        'drop clear': change(
          'git-stash(1)',
          [flags`-q --quiet`],
          [{ kind: 'file-delete', target: '.', repository: true }],
          ['references'],
        ),
        'create store': change(
          'git-stash(1)',
          [flags`-q --quiet`, values`-m --message`],
          [CHANGES_REPOSITORY],
          COMPARES_TREE,
        ),
      },
    },
  ),
  apply: change(
    'git-apply(1); CVE-2015-9082 and kin: --unsafe-paths writes anywhere',
    [
      flags('--stat --numstat --summary --check', 'flag'),
      flags('--apply', 'flag'),
      flags`--index -N --intent-to-add --cached -3 --3way --ours --theirs --union -R --reverse --reject -z --unidiff-zero --no-add --binary --allow-binary-replacement --allow-overlap --inaccurate-eof --recount --ignore-space-change --ignore-whitespace -v --verbose -q --quiet --allow-empty`,
      values`-p -C --whitespace --exclude --include`,
      unevaluatedValues`--directory --build-fake-ancestor`,
      flags('--unsafe-paths', 'unevaluated'),
    ],
    [],
    ['merges', ...COMPARES_TREE],
    {
      operands: 'read',
      refine: (call) => {
        if (call.has('--stat --numstat --summary --check') && !call.has('--apply')) return
        call.effects.push(CHANGES_FILES, DELETES_FILES, CHANGES_REPOSITORY)
      },
    },
  ),
  am: change(
    'git-am(1)',
    [
      ...SIGNING,
      flags`-s --signoff -k --keep --keep-non-patch --keep-cr -c --scissors -q --quiet -m --message-id -3 --3way --rerere-autoupdate --ignore-space-change --ignore-whitespace --reject --continue -r --resolved --skip --abort --quit --committer-date-is-author-date --ignore-date --allow-empty -n --no-verify -u --utf8`,
      flags('-i --interactive', 'helper', 'editor'),
      values`--whitespace -C -p --include --exclude --patch-format --quoted-cr --empty`,
      unevaluatedValues`--directory`,
      optionals`--show-current-patch`,
    ],
    [CHANGES_REPOSITORY, CHANGES_FILES, DELETES_FILES],
    [...REPLAYS_COMMITS, 'patches'],
    { operands: 'read' },
  ),
}

function evaluateStashFormat(call: Invocation): ProfileRefusal | undefined {
  const format = call.value('--format --pretty')
  if (format === undefined || (typeof format === 'string' && !/%[-+ ]?G/.test(format))) return undefined
  return { code: 'NOT_EVALUATED', message: 'git stash list: a format that may have signatures checked' }
}
