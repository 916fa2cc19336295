import { flags, values, type CommandTable } from '../engine/table.ts'
import { isHarmlessSetting } from '../languages/git-config-keys.ts'
import { knownText } from '../word.ts'
import { gitChange } from './git-change.ts'
import { gitInspect } from './git-inspect.ts'
import { gitReferences } from './git-references.ts'
import { gitRemote } from './git-remote.ts'

/** Runs what is configured or named, whatever the options. */
const runner = (source: string): CommandTable => ({
  source,
  raw: true,
  ownOperands: true,
  refine: () => ({ code: 'NOT_JUDGED', message: `${source}: runs programs that are configured or named` }),
})

/** git(1). Aliases and `git-x` on PATH are subcommands that no table has. */
export const git: Readonly<Record<string, CommandTable>> = {
  git: {
    source: 'git(1)',
    style: 'exact-posix',
    options: [
      flags('-v --version -h --help --html-path --man-path --info-path'),
      flags(
        '-P --no-pager --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice --bare',
      ),
      values('-C', 'folder'),
      // Another repository means another configuration, which may run programs.
      values('--git-dir --work-tree --namespace --super-prefix --attr-source --list-cmds', 'unjudged'),
      values('-c', 'flag'),
      values('--config-env', 'unjudged'),
      // Alone it prints the folder.
      { names: '--exec-path', takes: 'optional', does: 'unjudged' },
      flags('-p --paginate', 'helper', 'pager'),
    ],
    operands: { none: [] },
    judge: (call) => {
      for (const { name, values: given, at } of call.options) {
        if (name !== '-c') continue
        const setting = given[0] === undefined ? null : knownText(given[0])
        if (setting === null || !isHarmlessSetting(setting)) {
          return { code: 'NOT_JUDGED', message: `git -c ${setting ?? '…'}: a setting that may run a program`, at }
        }
      }
      return undefined
    },
    environment: [
      {
        names: 'GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS GIT_PAGER PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR EDITOR VISUAL',
        does: 'run',
      },
      { names: 'GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND SSH_ASKPASS GIT_TEMPLATE_DIR GIT_EXEC_PATH', does: 'run' },
      { names: 'GIT_CONFIG* GIT_ATTR_*', does: 'options' },
      {
        names:
          'GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES',
        does: 'read',
      },
      { names: 'HOME XDG_CONFIG_HOME', does: 'options' },
      { names: 'GIT_TRACE*', does: 'write' },
      { names: 'GIT_SSL_* http_proxy https_proxy HTTPS_PROXY ALL_PROXY GIT_PROXY_SSL*', does: 'network' },
    ],
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
