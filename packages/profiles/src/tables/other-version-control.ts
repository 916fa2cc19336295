import { flags, helpAndVersion, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, READS_HERE, loadsFirst, workspaceCode } from '../engine/usual-effects.ts'
import { outsideIsCode } from './tool-of-workspace.ts'

const reads = (source: string, options: readonly OptionRow[]): CommandTable => ({
  source,
  style: 'exact',
  options: [helpAndVersion, ...options],
  operands: 'read-tree',
  always: [READS_HERE],
  // A template may be a file.
  refine: outsideIsCode,
})

const hgLook = reads('hg(1): --config names programs, hooks and extensions of the repository run', [
  flags`-v -q -a -m -u -g -w -b -B -A -n -i -p -f -G -M --verbose --quiet --all --modified --added --removed --deleted --clean --unknown --ignored --no-status --copies --stat --graph --patch --git --text --ignore-all-space --ignore-blank-lines --no-dates --show-function --closed --active --topo --branch --num --id --tags --bookmarks --noninteractive --follow --no-merges --removed`,
  values`-l --limit -r --rev -d --date -k --keyword -u --user -U --unified -I --include -X --exclude -T --template -c --change --color --pager`,
  unevaluatedValues`--config --cwd -R --repository --style --encoding`,
])

const hgLooks: CommandTable = { ...hgLook, always: [READS_HERE, workspaceCode('hooks and extensions of .hg/hgrc')] }

const svnLook = reads('svn: help; --diff-cmd, --config-option and --editor-cmd name programs', [
  flags`-v -q -u -g -N --verbose --quiet --show-updates --use-merge-history --stop-on-copy --summarize --no-ignore --xml --incremental --git --notice-ancestry --no-diff-deleted --ignore-properties --non-interactive --internal-diff --diff --show-item`,
  values`-r --revision -l --limit -c --change --depth --search --show-item -x --extensions --strip`,
  unevaluatedValues`--diff-cmd --config-option --config-dir --username --password --targets --changelist --trust-server-cert-failures`,
])

const jjLook = reads('jj: command reference; --config names programs, aliases and tools', [
  flags`-h -s -p -q -G --stat --summary --patch --git --no-graph --no-pager --quiet --types --name-only --color-words --reversed --ignore-working-copy --ignore-space-change --list`,
  values`-r --revisions --revision -n --limit -T --template --color --from --to --context --at-operation --at-op`,
  unevaluatedValues`--config --config-file --config-toml -R --repository --tool`,
])

/** Looking through repositories of Mercurial, Subversion and Jujutsu. What they change, and what contacts others, is asked for. */
export const otherVersionControl: Readonly<Record<string, CommandTable>> = {
  hg: {
    source: 'hg(1): aliases and extensions are commands too',
    style: 'exact',
    evaluate: loadsFirst('extensions of .hg/hgrc'),
    options: [
      flags`--help --version -q -v --quiet --verbose --noninteractive --time`,
      values`--color --pager`,
      unevaluatedValues`--config --cwd -R --repository --debugger --profile`,
    ],
    subcommands: {
      'status st log history diff annotate blame branches branch tags bookmarks summary id identify parents cat files manifest root heads paths':
        hgLooks,
      'version help': { source: 'hg(1)', operands: 'nothing' },
    },
  },
  svn: {
    source: 'svn: help',
    style: 'exact',
    options: [flags`--help --version -q --quiet`],
    subcommands: {
      'status stat st proplist pl propget pg': svnLook,
      'log diff di info list ls blame praise annotate cat': { ...svnLook, always: [READS_HERE, CONTACTS_SOME] },
    },
  },
  jj: {
    source: 'jj: command reference; aliases are commands too',
    style: 'exact',
    options: [
      flags`--help --version -h --no-pager --ignore-working-copy --quiet`,
      values`--color --at-operation`,
      unevaluatedValues`--config --config-file --config-toml -R --repository`,
    ],
    operands: { none: [READS_HERE] },
    subcommands: {
      // Looking takes a snapshot of the folder, which changes only the data of the repository.
      'log st status diff show evolog interdiff root version help': {
        ...jjLook,
        operands: 'nothing',
        always: [
          READS_HERE,
          workspaceCode('the configuration in .jj'),
          { kind: 'file-write', target: '.jj', recursive: true, repository: true },
        ],
      },
    },
  },
}
