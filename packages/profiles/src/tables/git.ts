import { flags, unevaluatedValues, values } from '../engine/option-row.ts'
import { type CommandTable, leftToPerson } from '../engine/table.ts'
import { isHarmlessSetting } from '../git/meaning-of-setting.ts'
import { knownText } from '../model/word.ts'
import { gitChange } from './git-change.ts'
import { gitInspect } from './git-inspect.ts'
import { gitReferences } from './git-references.ts'
import { gitRemote } from './git-remote.ts'

/** Runs what is configured or named, whatever the options. */
const runner = (source: string): CommandTable => leftToPerson(source, 'runs programs that are configured or named')

/** git(1). Aliases and `git-x` on PATH are subcommands that no table has. */
export const git: Readonly<Record<string, CommandTable>> = {
  git: {
    source: 'git(1)',
    style: 'exact-posix',
    options: [
      flags`-v --version -h --help --html-path --man-path --info-path`,
      flags`-P --no-pager --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice --bare`,
      values('-C', 'folder'),
      // Another repository means another configuration, which may run programs.
      unevaluatedValues`--git-dir --work-tree --namespace --super-prefix --attr-source --list-cmds`,
      values('-c', 'flag'),
      unevaluatedValues`--config-env`,
      // Alone it prints the folder.
      { names: '--exec-path', takes: 'optional', does: 'unevaluated' },
      flags('-p --paginate', 'helper', 'pager'),
    ],
    operands: { none: [] },
    evaluate: (call) => {
      for (const { name, values: given, at } of call.options) {
        if (name !== '-c') continue
        const setting = given[0] === undefined ? null : knownText(given[0])
        if (setting === null || !isHarmlessSetting(setting)) {
          return { code: 'NOT_EVALUATED', message: `git -c ${setting ?? '…'}: a setting that may run a program`, at }
        }
      }
    },

    subcommands: {
      ...gitInspect,
      ...gitChange,
      ...gitReferences,
      ...gitRemote,
      'difftool mergetool hook filter-branch instaweb gui gitk citool send-email daemon shell web--browse credential for-each-repo':
        runner('git-difftool(1), git-hook(1) and kin'),
    },
  },
}
