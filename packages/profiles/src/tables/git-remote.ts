import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { DELETES_HERE } from '../engine/usual-effects.ts'
import type { ProfileEffect } from '../model/result.ts'
import { knownText, type ProfileWord } from '../model/word.ts'
import {
  ANYTHING,
  CHANGES_FILES,
  CHANGES_REPOSITORY,
  CHANGES_TREE,
  COMPARES_TREE,
  REPLAYS_COMMITS,
  TALKS,
} from './git-options.ts'

/** The second one shows the manual, in a viewer that the configuration names. git-help(1) */
const help = [flags`-h`, flags('--help', 'helper', 'man')]

/** Where a repository is: a name in the configuration, a folder, or an address. git-fetch(1) GIT URLS. */
function contact(call: Invocation, word: ProfileWord | undefined): ProfileRefusal | undefined {
  const text = word === undefined ? null : knownText(word)
  if (text === null) {
    if (word === undefined) {
      call.effects.push({ kind: 'network', target: null, note: 'the configured remote' })
      return undefined
    }
    return { code: 'DYNAMIC_ARGUMENT', message: 'git: an address that is only known at run time could be ext::' }
  }
  // gitremote-helpers(7): `transport::address` runs git-remote-transport; ext:: runs anything.
  if (/^[\w.+-]+::/.test(text)) {
    call.executes(text, 'argument', 'remote helper')
    return undefined
  }
  const url = /^([a-z][a-z0-9+.-]*):\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/?#]*)/i.exec(text)
  if (url) {
    const scheme = (url[1] as string).toLowerCase()
    if (scheme === 'file') call.effects.push({ kind: 'file-read', target: text.slice(7), recursive: true })
    else if (['https', 'http', 'ssh', 'git', 'git+ssh', 'ssh+git', 'ftp', 'ftps'].includes(scheme)) {
      call.effects.push({ kind: 'network', target: url[2] as string })
    } else call.executes(text, 'argument', 'remote helper')
    return undefined
  }
  const scp = /^(?:[^/:@]+@)?(\[[^\]]*\]|[^/:]+):/.exec(text)
  if (scp) call.effects.push({ kind: 'network', target: scp[1] as string })
  else if (/^[.~/]|\//.test(text)) call.effects.push({ kind: 'file-read', target: call.path(text), recursive: true })
  else call.effects.push({ kind: 'network', target: null, note: `remote ${text}` })
  return undefined
}

/** Who lets a repository be brought up to date means the remotes that it has: code of any other host is more than that. */
function contactConfigured(call: Invocation, word: ProfileWord | undefined): ProfileRefusal | undefined {
  const refusal = contact(call, word)
  if (refusal) return refusal
  const isNamed = call.effects.some(({ kind, target }) => kind === 'network' && target !== null)
  return isNamed
    ? { code: 'NOT_EVALUATED', message: 'git: an address in the place of a remote that is configured' }
    : undefined
}

/** A push to a folder changes what is there. git-push(1) */
function pushTo(call: Invocation): ProfileRefusal | undefined {
  const refusal = contact(call, call.value('--repo') ?? call.operands[0]?.word)
  const folder = call.effects.at(-1)
  if (refusal === undefined && folder?.kind === 'file-read') call.effects.push({ ...folder, kind: 'file-write' })
  if (folder?.kind === 'network') call.effects.splice(-1, 1, { ...folder, sends: true })
  return refusal
}

function remote(
  source: string,
  options: readonly OptionRow[],
  always: readonly ProfileEffect[],
  more: Partial<CommandTable> = {},
): CommandTable {
  return {
    source,
    style: 'git',
    always,
    obeys: TALKS,
    ownOperands: true,
    refine: (call) => contact(call, call.value('--repo --remote') ?? call.operands[0]?.word),
    ...more,
    options: [
      ...help,
      flags`-q --quiet -v --verbose --progress -4 --ipv4 -6 --ipv6 --atomic`,
      values`-o --server-option --push-option`,
      // Run by a shell, here or on the other side.
      values('--upload-pack --receive-pack --exec', 'run'),
      ...options,
    ],
  }
}

const fetchOptions: readonly OptionRow[] = [
  flags`--all -a --append -f --force -m --multiple -t --tags -n --no-tags -p --prune -P --prune-tags -k --keep -u --update-head-ok --unshallow --update-shallow --dry-run --write-fetch-head --porcelain --refetch --auto-maintenance --auto-gc --show-forced-updates --write-commit-graph --prefetch --stdin --set-upstream --negotiate-only`,
  values`-j --jobs --depth --shallow-since --shallow-exclude --deepen --refmap --negotiation-tip --filter --recurse-submodules-default --bundle-uri --submodule-prefix`,
  optionals`--recurse-submodules`,
]

/** Subcommands of git that talk to other repositories. */
export const gitRemote: Readonly<Record<string, CommandTable>> = {
  fetch: remote('git-fetch(1)', fetchOptions, [CHANGES_REPOSITORY], {
    obeys: [...TALKS, 'recurses'],
    refine: (call) => {
      for (const { word } of call.has('-m --multiple') ? call.operands : call.operands.slice(0, 1)) {
        const refusal = contactConfigured(call, word)
        if (refusal) return refusal
      }
      return call.operands.length === 0 ? contact(call, undefined) : undefined
    },
  }),
  pull: remote(
    'git-pull(1)',
    [
      ...fetchOptions,
      flags`--stat --no-stat --summary --commit --edit -e --ff --ff-only --verify-signatures --autostash --allow-unrelated-histories --signoff --squash --verify --cleanup`,
      values`-X --strategy-option`,
      unevaluatedValues`-s --strategy`,
      optionals`-r --rebase --log`,
      { names: '-S --gpg-sign', takes: 'optional', does: 'helper', target: 'gpg' },
    ],
    [CHANGES_REPOSITORY, CHANGES_FILES, { ...DELETES_HERE, note: 'working tree' }],
    {
      obeys: [...TALKS, ...REPLAYS_COMMITS, 'recurses'],
      refine: (call) => contactConfigured(call, call.operands[0]?.word),
    },
  ),
  push: remote(
    'git-push(1)',
    [
      flags`--all --branches --mirror -d --delete --tags -n --dry-run --porcelain -f --force --force-if-includes --thin --prune --no-verify --verify --follow-tags -u --set-upstream`,
      values('--repo', 'flag'),
      optionals`--force-with-lease --signed --recurse-submodules`,
    ],
    [CHANGES_REPOSITORY],
    { obeys: [...TALKS, 'pushes', 'signs', 'recurses'], refine: pushTo },
  ),
  clone: remote(
    'git-clone(1)',
    [
      values('-u', 'run'),
      flags`--reject-shallow -n --no-checkout --checkout --bare --mirror -l --local --no-hardlinks --hardlinks -s --shared --dissociate --no-tags --tags --shallow-submodules --single-branch --remote-submodules --also-filter-submodules --sparse`,
      values`-j --jobs -o --origin -b --branch --revision --depth --shallow-since --shallow-exclude --filter --ref-format --bundle-uri`,
      optionals`--recurse-submodules --recursive`,
      values('--reference --reference-if-able', 'read-tree'),
      values('--separate-git-dir', 'write-tree'),
      // Hooks come from a template; settings are written before the checkout and obeyed by it.
      unevaluatedValues`--template -c --config`,
    ],
    [],
    {
      obeys: [...TALKS, ...CHANGES_TREE, 'initialises'],
      refine: (call) => {
        const folder = call.operands[1]?.word
        const address = knownText(call.operands[0]?.word ?? null)
        const name = address
          ?.replace(/\/+$/, '')
          .replace(/\.git$/, '')
          .replace(/^.*[/:]/, '')
        const target = folder === undefined ? (name ?? null) : knownText(folder)
        call.effects.push({ kind: 'file-write', target: call.path(target), recursive: true })
        return contact(call, call.operands[0]?.word)
      },
    },
  ),
  'ls-remote': remote(
    'git-ls-remote(1)',
    [flags`-h --heads --branches -t --tags --refs --exit-code --get-url --symref`, values`--sort`],
    [],
  ),
  archive: {
    source: 'git-archive(1)',
    style: 'git',
    options: [
      ...help,
      flags`-l --list -v --verbose --worktree-attributes`,
      values`--prefix --mtime --format`,
      values('--add-file', 'read'),
      values`--add-virtual-file`,
      values('-o --output', 'output'),
      values('--remote', 'flag'),
      values('--exec', 'run'),
    ],
    numeric: true,
    operands: 'nothing',
    always: [{ kind: 'file-read', target: '.', recursive: true }],
    // export-subst runs the pretty formats of commits.
    obeys: ['looks', 'archives', 'shows-commits'],
    refine: (call) => (call.has('--remote') ? contact(call, call.value('--remote')) : undefined),
  },
  submodule: {
    source: 'git-submodule(1)',
    style: 'git',
    options: [...help, flags`-q --quiet --cached`],
    always: [{ kind: 'file-read', target: '.', recursive: true }],
    operands: { none: [] },
    subcommands: {
      'status summary': {
        source: 'git-submodule(1)',
        options: [...help, flags`-q --quiet --cached --recursive --files`, values`-n --summary-limit`],
        operands: 'nothing',
        obeys: [...COMPARES_TREE, 'recurses'],
      },
      'init sync deinit absorbgitdirs set-branch set-url': {
        source: 'git-submodule(1)',
        options: [...help, flags`-q --quiet --recursive -f --force --all -d --default`, values`-b --branch`],
        operands: 'nothing',
        always: [CHANGES_REPOSITORY, { kind: 'file-write', target: '.git/config' }, CHANGES_FILES],
        obeys: [...CHANGES_TREE, 'recurses'],
      },
      update: {
        source: 'git-submodule(1)',
        options: [
          ...help,
          flags`-q --quiet --init --remote -N --no-fetch -f --force --checkout --merge --rebase --recursive --recommend-shallow --single-branch --progress`,
          values`--depth -j --jobs --filter -b --branch --name --reference`,
        ],
        operands: 'nothing',
        always: [
          CHANGES_REPOSITORY,
          CHANGES_FILES,
          { kind: 'network', target: null, note: 'addresses in .gitmodules' },
        ],
        obeys: [...TALKS, ...CHANGES_TREE, 'merges', 'recurses'],
      },
      add: {
        source: 'git-submodule(1)',
        options: [
          ...help,
          flags`-q --quiet -f --force --progress`,
          values`--depth -b --branch --name`,
          values('--reference', 'read'),
        ],
        ownOperands: true,
        always: [CHANGES_REPOSITORY, CHANGES_FILES],
        obeys: [...TALKS, ...CHANGES_TREE],
        refine: (call) => contact(call, call.operands[0]?.word),
      },
      foreach: {
        source: 'git-submodule(1): several words are one command, joined for a shell',
        style: 'posix',
        options: [flags`-q --quiet --recursive`],
        ownOperands: true,
        // What is run in them may obey anything of theirs.
        obeys: ANYTHING,
        refine: (call) => {
          const words = call.operands.map(({ word }) => knownText(word))
          call.runs.push(['sh', '-c', words.includes(null) ? null : words.join(' ')])
        },
      },
    },
  },
  'format-patch': {
    source: 'git-format-patch(1): writes files into the folder',
    style: 'git',
    numeric: true,
    options: [
      ...help,
      flags`-n --numbered -N --no-numbered -s --signoff --stdout --cover-letter -k --keep-subject --numbered-files --full-index --always --zero-commit --ignore-if-in-upstream -q --quiet -p --no-stat --root --progress --rfc --encode-email-headers --no-binary --no-attach`,
      values`--start-number -v --reroll-count --suffix --subject-prefix --to --cc --base --cover-from-description --signature --filename-max-length --creation-factor --description-file`,
      optionals`--attach --inline --thread --in-reply-to --from --interdiff --range-diff --notes --stat -M`,
      values('-o --output-directory', 'write-tree'),
      values('--output', 'write'),
      values('--signature-file', 'read'),
    ],
    operands: 'nothing',
    always: [{ kind: 'file-read', target: '.', recursive: true }],
    obeys: ['looks', 'shows-diff', 'shows-commits', 'formats'],
    refine: (call) => {
      if (call.has('--stdout --output --output-directory -o')) return
      call.effects.push({ kind: 'file-write', target: call.path('*.patch'), glob: true })
    },
  },
}
