import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, type OptionRow, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import type { ProfileEffect } from '../model/result.ts'
import { knownText } from '../model/word.ts'
import { referenceOptions } from './git-inspect.ts'
import {
  CHANGES_FILES,
  CHANGES_REPOSITORY,
  CHANGES_TREE,
  COMPARES_TREE,
  EDITOR,
  HISTORY_OPTIONS,
  evaluateFormats,
  LOOKS,
  LISTS_REPOSITORY,
  MOVES_REFERENCES,
  READS_REPOSITORY,
  TALKS,
} from './git-options.ts'

/** The second one shows the manual, in a viewer that the configuration names. git-help(1) */
const help = [flags`-h`, flags('--help', 'helper', 'man')]
const DELETES_REFERENCES: ProfileEffect = { kind: 'file-delete', target: '.', repository: true }

function table(source: string, options: readonly OptionRow[], more: Partial<CommandTable> = {}): CommandTable {
  // An unknown subcommand is no operand.
  const operands = more.subcommands === undefined ? { operands: 'nothing' as const } : {}
  return { source, style: 'git', ...operands, ...more, options: [...help, ...options] }
}

/** Only looks when one of these is given, or nothing at all. */
function changesUnless(listing: string, changing: string, deleting: string) {
  const names = changing.split(' ')
  return (call: Invocation): ProfileRefusal | undefined => {
    // `git -C folder branch` is none of `git branch -C`.
    const changes = call.options.some(({ name, row }) => row.does !== 'folder' && names.includes(name))
    const lists = call.has(listing) || (call.operands.length === 0 && !changes && !call.has(deleting))
    call.effects.push(LISTS_REPOSITORY)
    if (call.has(deleting)) call.effects.push(DELETES_REFERENCES)
    else if (!lists || changes) call.effects.push(CHANGES_REPOSITORY)
    return evaluateFormats(call)
  }
}

/** `git config`: what reads, and what writes. git-config(1). */
function evaluateConfig(call: Invocation): ProfileRefusal | undefined {
  const gets = call.has('--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l --list')
  const changes = call.has('--unset --unset-all --add --replace-all --rename-section --remove-section -e --edit')
  if (gets && changes)
    return { code: 'NOT_EVALUATED', message: 'git config: options that show and options that change' }
  const reads = gets || (call.operands.length === 1 && !changes)
  return configuration(call, reads)
}

function configuration(call: Invocation, reads: boolean): undefined {
  const file = call.value('-f --file')
  const kind = reads ? 'file-read' : 'file-write'
  if (file !== undefined) call.effects.push({ kind, target: call.path(knownText(file)) })
  else if (reads) call.effects.push({ kind, target: '.', repository: true, note: 'configuration of git' })
  else if (call.has('--global')) call.effects.push({ kind, target: '~/.gitconfig' })
  else if (call.has('--system')) call.effects.push({ kind, target: '/etc/gitconfig' })
  else call.effects.push({ kind, target: call.path('.git/config') })
}

const configOptions: readonly OptionRow[] = [
  flags('--global --system --local --worktree', 'flag'),
  values('-f --file', 'flag'),
  values`--blob --type --default --value --comment --url`,
  flags`--all --regexp --fixed-value --append --bool --int --bool-or-int --bool-or-str --path --expiry-date -z --null --name-only --show-names --includes --show-origin --show-scope`,
]

/** Subcommands of git that look or change, depending on their options. */
export const gitReferences: Readonly<Record<string, CommandTable>> = {
  branch: table(
    'git-branch(1)',
    [
      ...referenceOptions,
      flags`-v --verbose -q --quiet -a --all -r --remotes -f --force --create-reflog --recurse-submodules --no-color --no-column`,
      flags('-l --list --show-current', 'flag'),
      flags('-m --move -M -c --copy -C --unset-upstream --no-track', 'flag'),
      flags('-d -D --delete', 'flag'),
      flags('--edit-description', 'helper', 'editor'),
      { names: '-u --set-upstream-to', takes: 1, does: 'flag' },
      optionals`-t --track --abbrev`,
    ],
    {
      obeys: [...LOOKS, ...MOVES_REFERENCES],
      refine: (call) => {
        // `--contains x` and the like imply --list. git-branch(1).
        const listing =
          '-l --list --show-current --contains --no-contains --merged --no-merged --points-at -a --all -r --remotes'
        const changing =
          '-m --move -M -c --copy -C -u --set-upstream-to --unset-upstream --edit-description -f --force -t --track --no-track'
        return changesUnless(listing, changing, '-d -D --delete')(call)
      },
    },
  ),
  tag: table(
    'git-tag(1)',
    [
      ...referenceOptions,
      flags('-l --list', 'flag'),
      optionals`-n`,
      flags('-d --delete', 'flag'),
      flags('-a --annotate -f --force --create-reflog', 'flag'),
      flags('-e --edit', 'helper', 'editor'),
      flags('-v --verify', 'helper', 'gpg'),
      flags('-s --sign', 'helper', 'gpg'),
      { names: '-u --local-user', takes: 1, does: 'helper', target: 'gpg' },
      { names: '-m --message --cleanup --trailer', takes: 1, does: 'flag' },
      values('-F --file', 'read'),
    ],
    {
      obeys: [...LOOKS, ...MOVES_REFERENCES, 'signs', 'shows-commits', 'edits'],
      refine: (call) => {
        const listing = '-l --list -n --contains --no-contains --merged --no-merged --points-at -v --verify'
        if (call.has('-a --annotate') && !call.has('-m --message -F --file')) call.effects.push(EDITOR)
        const changing = '-a --annotate -s --sign -u --local-user -f --force -m --message -F --file'
        return changesUnless(listing, changing, '-d --delete')(call)
      },
    },
  ),
  config: table(
    'git-config(1)',
    [
      ...configOptions,
      flags('--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l --list', 'flag'),
      flags('--unset --unset-all --add --replace-all --rename-section --remove-section', 'flag'),
      flags('-e --edit', 'helper', 'editor'),
    ],
    {
      refine: evaluateConfig,
      operands: 'nothing',
      subcommands: {
        'get list': table('git-config(1)', configOptions, { refine: (call) => configuration(call, true) }),
        'set unset rename-section remove-section': table('git-config(1)', configOptions, {
          refine: (call) => configuration(call, false),
        }),
        edit: table('git-config(1)', configOptions, { always: [EDITOR], refine: (call) => configuration(call, false) }),
      },
    },
  ),
  remote: table('git-remote(1)', [flags`-v --verbose`], {
    always: [LISTS_REPOSITORY],
    operands: { none: [] },
    subcommands: {
      'get-url': table('git-remote(1)', [flags`--push --all`], { always: [LISTS_REPOSITORY] }),
      show: table('git-remote(1)', [flags('-n', 'flag')], {
        obeys: TALKS,
        refine: (call) => {
          if (call.operands.length > 0 && !call.has('-n'))
            call.effects.push({ kind: 'network', target: null, note: 'remote' })
        },
      }),
      'add set-url rename remove rm set-head set-branches': table(
        'git-remote(1)',
        [
          flags`-f --fetch --tags --no-tags -a --auto -d --delete --add --push --progress`,
          values`-t -m`,
          optionals`--mirror`,
        ],
        {
          always: [{ kind: 'file-write', target: '.git/config', note: 'what git will contact' }],
          obeys: TALKS,
          refine: (call) => {
            if (call.has('-f --fetch -a --auto')) call.effects.push({ kind: 'network', target: null, note: 'remote' })
          },
        },
      ),
      'update prune': table('git-remote(1)', [flags`-p --prune -n --dry-run`], {
        always: [CHANGES_REPOSITORY, { kind: 'network', target: null, note: 'remote' }],
        obeys: TALKS,
      }),
    },
  }),
  worktree: table('git-worktree(1)', [], {
    operands: { none: [] },
    subcommands: {
      list: table('git-worktree(1)', [flags`-v --verbose --porcelain -z`, values`--expire`], {
        always: [LISTS_REPOSITORY],
      }),
      add: table(
        'git-worktree(1)',
        [
          flags`-f --force -d --detach --checkout --lock --orphan -q --quiet --track --guess-remote --relative-paths`,
          values`-b -B --reason`,
        ],
        {
          operands: { first: ['write-tree'], rest: 'nothing' },
          always: [CHANGES_REPOSITORY],
          obeys: [...CHANGES_TREE, ...MOVES_REFERENCES],
        },
      ),
      remove: table('git-worktree(1)', [flags`-f --force`], {
        operands: 'delete-tree',
        always: [CHANGES_REPOSITORY],
        obeys: [...COMPARES_TREE, ...MOVES_REFERENCES],
      }),
      move: table('git-worktree(1)', [flags`-f --force --relative-paths`], {
        operands: { first: ['move', 'write-tree'] },
        always: [CHANGES_REPOSITORY],
      }),
      'lock unlock repair': table('git-worktree(1)', [values`--reason`], {
        operands: 'write',
        always: [CHANGES_REPOSITORY],
      }),
      prune: table('git-worktree(1)', [flags`-n --dry-run -v --verbose`, values`--expire`], {
        always: [DELETES_REFERENCES],
        obeys: MOVES_REFERENCES,
      }),
    },
  }),
  notes: table('git-notes(1)', [values`--ref`], {
    always: [READS_REPOSITORY],
    operands: { none: [] },
    subcommands: {
      'list show get-ref': table('git-notes(1)', [], { obeys: LOOKS }),
      'add append copy remove prune merge': table(
        'git-notes(1)',
        [
          flags`-f --force --allow-empty --stdin --ignore-missing -n --dry-run -v --verbose -q --quiet --commit --abort`,
          values`-m --message -C --reuse-message -s --strategy`,
          values('-F --file', 'read'),
          optionals`--separator`,
          flags('-c --reedit-message', 'unevaluated'),
        ],
        {
          always: [CHANGES_REPOSITORY],
          obeys: [...LOOKS, ...MOVES_REFERENCES, 'edits'],
          refine: (call) => {
            if (!call.has('-m --message -F --file -C --reuse-message')) call.effects.push(EDITOR)
          },
        },
      ),
      edit: table('git-notes(1)', [], {
        always: [CHANGES_REPOSITORY, EDITOR],
        obeys: [...LOOKS, ...MOVES_REFERENCES, 'edits'],
      }),
    },
  }),
  'symbolic-ref': table(
    'git-symbolic-ref(1)',
    [flags`-q --quiet --short --recurse`, flags('-d --delete', 'flag'), values`-m`],
    {
      refine: (call) => {
        const changes = call.operands.length > 1 || call.has('-d --delete')
        call.effects.push(changes ? CHANGES_REPOSITORY : LISTS_REPOSITORY)
      },
      obeys: MOVES_REFERENCES,
    },
  ),
  'update-ref': table(
    'git-update-ref(1)',
    [flags`-d --no-deref --deref --stdin -z --create-reflog --batch-updates -u`, values`-m`],
    { always: [CHANGES_REPOSITORY], obeys: MOVES_REFERENCES },
  ),
  'update-index': table(
    'git-update-index(1)',
    [
      flags`-q --add --remove --refresh --really-refresh --ignore-submodules --unmerged --ignore-missing --assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree -g --again --info-only --force-remove --replace --stdin -z --verbose --show-index-version --split-index --untracked-cache`,
      values`--chmod --index-version`,
    ],
    { always: [CHANGES_REPOSITORY], obeys: COMPARES_TREE },
  ),
  'write-tree commit-tree hash-object mktree read-tree': {
    source: 'git-hash-object(1), git-commit-tree(1) and kin: plumbing',
    style: 'git',
    options: [
      ...help,
      flags`-w --stdin --stdin-paths --no-filters --literally --missing --batch -z --missing-ok -m -u -i -n --dry-run -v --reset --trivial --aggressive --empty`,
      values`-t --path -p --prefix`,
      values('-F', 'read'),
      { names: '-S', takes: 'optional', does: 'helper', target: 'gpg' },
    ],
    operands: 'read',
    always: [CHANGES_REPOSITORY, CHANGES_FILES],
    obeys: CHANGES_TREE,
  },
  bisect: table('git-bisect(1)', [], {
    subcommands: {
      'start bad good new old skip reset next terms replay': table(
        'git-bisect(1)',
        [flags`--no-checkout --first-parent --term-good --term-bad`, values`--term-new --term-old`],
        { always: [CHANGES_REPOSITORY, CHANGES_FILES], obeys: [...CHANGES_TREE, ...MOVES_REFERENCES] },
      ),
      log: table('git-bisect(1)', [...HISTORY_OPTIONS], { always: [READS_REPOSITORY], obeys: LOOKS }),
      run: {
        source: 'git-bisect(1)',
        raw: true,
        ownOperands: true,
        always: [CHANGES_REPOSITORY, CHANGES_FILES],
        obeys: [...CHANGES_TREE, ...MOVES_REFERENCES],
        refine: (call) => {
          if (call.operands.length > 0) call.runs.push(call.operands.map(({ word }) => word))
        },
      },
    },
  }),
  'gc prune repack pack-refs prune-packed pack-objects': {
    source: 'git-gc(1)',
    style: 'git',
    options: [
      ...help,
      flags`-q --quiet --auto --aggressive --force --keep-largest-pack --cruft --no-cruft -n --dry-run -v --verbose --progress -a -A -d -l -f -F -b --all --prune-packed --detach`,
      values`--depth --window --threads --expire --max-pack-size`,
      optionals`--prune`,
    ],
    operands: { first: ['nothing'] },
    always: [CHANGES_REPOSITORY, DELETES_REFERENCES],
    obeys: ['looks', 'collects', ...MOVES_REFERENCES],
  },
  maintenance: table(
    'git-maintenance(1): start, stop and register change the schedule and the user’s configuration',
    [],
    {
      subcommands: {
        run: table('git-maintenance(1)', [flags`-q --quiet --auto --detach`, values`--task --schedule`], {
          always: [CHANGES_REPOSITORY, DELETES_REFERENCES],
          obeys: ['looks', 'collects', ...MOVES_REFERENCES, 'talks'],
        }),
      },
    },
  ),
  init: table(
    'git-init(1)',
    [
      flags`--bare -q --quiet`,
      values`--object-format --ref-format -b --initial-branch`,
      optionals`--shared`,
      // Hooks come from a template.
      values('--template', 'load'),
      values('--separate-git-dir', 'write-tree'),
    ],
    {
      operands: { rest: 'write-tree', none: [{ kind: 'file-write', target: '.', repository: true }] },
      obeys: ['initialises'],
    },
  ),
  rerere: table('git-rerere(1)', [flags`--rerere-autoupdate`], { always: [CHANGES_REPOSITORY], obeys: COMPARES_TREE }),
  'sparse-checkout': table('git-sparse-checkout(1)', [], {
    subcommands: {
      list: table('git-sparse-checkout(1)', [], { always: [READS_REPOSITORY] }),
      'set add reapply disable init': table(
        'git-sparse-checkout(1)',
        [flags`--cone --sparse-index --stdin --skip-checks`],
        { always: [CHANGES_REPOSITORY, CHANGES_FILES], obeys: CHANGES_TREE },
      ),
    },
  }),
}
