import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GitGround } from './git-ground.ts'

/** One way in which a repository makes git run a program. */
export interface GitRow {
  readonly name: string
  readonly prepare: (ground: GitGround) => void
  /** Each of these runs the program. */
  readonly commands: readonly string[]
  /** Of these none does. */
  readonly quiet?: readonly string[]
  /** Not tried with git itself: why. */
  readonly untried?: string
}

const set =
  (key: string, value: (ground: GitGround) => string = ({ evil }) => evil) =>
  (ground: GitGround): void => {
    ground.git('config', key, value(ground))
  }

/** A clone as a folder of the work tree, known to the index or not. */
function submodule(ground: GitGround, { known = true }: { readonly known?: boolean } = {}): void {
  const { git, work } = ground
  git('clone', '--quiet', '.', 'sub')
  if (known) {
    git('-c', 'advice.addEmbeddedRepo=false', 'add', 'sub')
    git('commit', '--quiet', '-m', 'with a submodule')
  }
  // As long as before, so that git has to look into it.
  writeFileSync(join(work, 'sub/a'), 'two\n')
}

const inSubmodule =
  (key: string, more: (ground: GitGround) => void = () => {}) =>
  (ground: GitGround): void => {
    submodule(ground)
    more(ground)
    ground.git('-C', 'sub', 'config', key, ground.evil)
  }

const attributes =
  (line: string, folder = '') =>
  (ground: GitGround): void =>
    ground.put(`${folder}.gitattributes`, `${line}\n`)

/** The submodule's own folder lies in that of the whole, as git makes it. */
function absorbed(ground: GitGround): void {
  submodule(ground)
  ground.put('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n')
  ground.git('submodule', '--quiet', 'absorbgitdirs')
  ground.git('config', '--file', '.git/modules/sub/config', 'core.fsmonitor', ground.evil)
}

const LOOKING = ['git status', 'git diff', 'git add -u', 'git commit -am x', 'git stash']

export const SUBMODULE_ROWS: readonly GitRow[] = [
  {
    name: 'core.fsmonitor of a submodule',
    prepare: inSubmodule('core.fsmonitor'),
    commands: LOOKING,
    quiet: ['git log'],
  },
  {
    name: 'a clean filter of a submodule',
    prepare: inSubmodule('filter.x.clean', attributes('* filter=x', 'sub/')),
    commands: LOOKING,
  },
  {
    name: 'a long-running filter of a submodule',
    prepare: inSubmodule('filter.x.process', attributes('* filter=x', 'sub/')),
    commands: ['git status', 'git diff --stat'],
  },
  { name: 'a submodule whose own folder lies in that of the whole', prepare: absorbed, commands: LOOKING },
  {
    name: 'a submodule with a .git file that points elsewhere',
    prepare(ground) {
      submodule(ground)
      ground.git('-C', 'sub', 'config', 'core.fsmonitor', ground.evil)
      const elsewhere = join(ground.home, 'elsewhere')
      ground.runs(`mv sub/.git '${elsewhere}' && echo 'gitdir: ${elsewhere}' > sub/.git`)
    },
    commands: LOOKING,
  },
  {
    name: 'a submodule with a .git link that points elsewhere',
    prepare(ground) {
      submodule(ground)
      ground.git('-C', 'sub', 'config', 'core.fsmonitor', ground.evil)
      ground.runs(`mv sub/.git '${ground.home}/linked' && ln -s '${ground.home}/linked' sub/.git`)
    },
    commands: ['git status', 'git diff'],
  },
  {
    name: 'a submodule of a submodule',
    prepare(ground) {
      submodule(ground)
      ground.git('-C', 'sub', 'clone', '--quiet', '.', 'inner')
      ground.git('-C', 'sub', '-c', 'advice.addEmbeddedRepo=false', 'add', 'inner')
      ground.git('-C', 'sub/inner', 'config', 'core.fsmonitor', ground.evil)
    },
    commands: ['git status', 'git diff'],
  },
  {
    name: 'a submodule that only .git/modules and the index know',
    prepare(ground) {
      absorbed(ground)
      ground.runs('rm .gitmodules')
    },
    commands: ['git status', 'git commit -am x'],
  },
  {
    name: 'a submodule in an index of version 4',
    prepare(ground) {
      submodule(ground)
      ground.git('update-index', '--index-version', '4')
      ground.git('-C', 'sub', 'config', 'core.fsmonitor', ground.evil)
    },
    commands: ['git status', 'git diff'],
  },
  {
    name: 'a submodule in an index that is split',
    prepare(ground) {
      submodule(ground)
      ground.git('update-index', '--split-index')
      ground.git('-C', 'sub', 'config', 'core.fsmonitor', ground.evil)
    },
    commands: ['git status', 'git diff'],
  },
  {
    name: 'a submodule below a folder, seen from another folder',
    prepare(ground) {
      ground.git('clone', '--quiet', '.', 'deep/down/sub')
      ground.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'deep')
      mkdirSync(join(ground.work, 'other'))
      ground.git('-C', 'deep/down/sub', 'config', 'core.fsmonitor', ground.evil)
    },
    commands: ['cd other && git status', 'git -C other diff'],
  },
  {
    name: 'a hook of a submodule that checks out',
    prepare(ground) {
      submodule(ground)
      ground.put('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n')
      ground.git('add', '.gitmodules')
      ground.git('commit', '--quiet', '-m', 'registered')
      ground.git('branch', 'other')
      ground.git('-C', 'sub', 'checkout', '--quiet', '--', '.')
      ground.git('-C', 'sub', '-c', 'user.name=a', 'commit', '--quiet', '--allow-empty', '-m', 'two')
      ground.git('commit', '--quiet', '-am', 'moved')
      ground.git('submodule', '--quiet', 'absorbgitdirs')
      writeFileSync(
        join(ground.work, '.git/modules/sub/hooks/post-checkout'),
        `#!/bin/sh\nexec '${ground.evil}' </dev/null\n`,
        {
          mode: 0o755,
        },
      )
    },
    commands: ['git checkout -f --recurse-submodules other'],
    quiet: ['git checkout -f other'],
    untried: 'git 2.39 resets submodules without their hooks',
  },
  {
    name: 'a submodule that a setting makes every command go into',
    prepare(ground) {
      absorbed(ground)
      ground.runs(
        `rm .git/modules/sub/config && printf '[core]\\n\\tworktree = ../../../sub\\n[diff]\\n\\texternal = ${ground.evil}\\n' > .git/modules/sub/config`,
      )
      ground.git('config', 'diff.submodule', 'diff')
    },
    commands: ['git diff'],
  },
  {
    name: 'core.fsmonitor of a submodule, in another worktree',
    prepare(ground) {
      ground.git('worktree', 'add', '--quiet', 'tree')
      ground.git('clone', '--quiet', '.', 'tree/sub')
      ground.git('-C', 'tree', '-c', 'advice.addEmbeddedRepo=false', 'add', 'sub')
      ground.git('-C', 'tree/sub', 'config', 'core.fsmonitor', ground.evil)
    },
    commands: ['git -C tree status', 'cd tree && git diff'],
    quiet: ['git log'],
  },
]

/** A repository whose objects are elsewhere, as far as git knows. */
function partial(ground: GitGround, how: (ground: GitGround) => void): void {
  const { git, work } = ground
  git('add', '.')
  git('commit', '--quiet', '-m', 'two')
  git('config', 'remote.origin.url', work)
  git('config', 'extensions.partialClone', 'origin')
  git('config', 'core.repositoryFormatVersion', '1')
  how(ground)
  const lost = git('rev-parse', 'HEAD~1:a').trim()
  ground.runs(`rm -f .git/objects/${lost.slice(0, 2)}/${lost.slice(2)}`)
}

const READING = [
  'git diff HEAD~1',
  'git log -p',
  'git show HEAD~1:a',
  'git grep one HEAD~1',
  'git blame -w a HEAD',
  'git archive HEAD~1',
  'git cat-file -p HEAD~1:a',
  'git checkout -f HEAD~1',
]

export const PARTIAL_ROWS: readonly GitRow[] = [
  {
    name: 'remote.*.uploadpack of the promisor',
    prepare: (ground) =>
      partial(
        ground,
        set('remote.origin.uploadpack', ({ silent }) => silent),
      ),
    commands: READING,
  },
  {
    name: 'a promisor whose address is a command line',
    prepare: (ground) =>
      partial(ground, (one) => {
        one.git('config', 'remote.origin.url', `ext::${one.silent}`)
        one.git('config', 'protocol.ext.allow', 'always')
      }),
    commands: ['git diff HEAD~1', 'git log -p', 'git show HEAD~1:a', 'git cat-file -p HEAD~1:a'],
  },
  {
    name: 'a remote that is a promisor by remote.*.promisor alone',
    prepare: (ground) =>
      partial(ground, (one) => {
        one.git('config', '--unset', 'extensions.partialClone')
        one.git('config', 'remote.origin.promisor', 'true')
        one.git('config', 'remote.origin.uploadpack', one.silent)
      }),
    commands: ['git diff HEAD~1', 'git grep one HEAD~1', 'git archive HEAD~1'],
  },
  {
    name: 'a remote that is a promisor by its filter alone',
    prepare: (ground) =>
      partial(ground, (one) => {
        one.git('config', '--unset', 'extensions.partialClone')
        one.git('config', 'remote.origin.partialclonefilter', 'blob:none')
        one.git('config', 'remote.origin.uploadpack', one.silent)
      }),
    commands: ['git log -p', 'git cat-file -p HEAD~1:a'],
  },
  {
    name: 'core.sshCommand of a promisor behind ssh',
    prepare: (ground) =>
      partial(ground, (one) => {
        one.git('config', 'remote.origin.url', 'git@example.com:a.git')
        one.git('config', 'core.sshCommand', one.silent)
      }),
    commands: ['git diff HEAD~1', 'git show HEAD~1:a'],
  },
  {
    name: 'core.gitProxy of a promisor',
    prepare: (ground) =>
      partial(ground, (one) => {
        one.git('config', 'remote.origin.url', 'git://example.com/a.git')
        one.git('config', 'core.gitProxy', one.silent)
      }),
    commands: ['git diff HEAD~1', 'git archive HEAD~1'],
  },
  {
    name: 'a promisor of a submodule',
    prepare(ground) {
      submodule(ground)
      const { git, silent } = ground
      git('-C', 'sub', 'config', 'extensions.partialClone', 'origin')
      git('-C', 'sub', 'config', 'core.repositoryFormatVersion', '1')
      git('-C', 'sub', 'config', 'remote.origin.uploadpack', silent)
      const lost = git('-C', 'sub', 'rev-parse', 'HEAD^{tree}').trim()
      ground.runs(`rm -f sub/.git/objects/${lost.slice(0, 2)}/${lost.slice(2)}`)
    },
    commands: ['git status', 'git diff'],
  },
  {
    name: 'an address that insteadOf turns into a command line',
    prepare: (ground) =>
      partial(ground, (one) => {
        one.git('config', 'remote.origin.url', 'far:away')
        one.git('config', `url.ext::${one.silent} .insteadOf`, 'far:')
        one.git('config', 'protocol.ext.allow', 'always')
      }),
    commands: ['git diff HEAD~1', 'git log -p'],
  },
]

/** A bare repository inside the workspace, to which is pushed. */
function remoteInside(ground: GitGround): void {
  ground.git('clone', '--quiet', '--bare', '.', 'remote.git')
  ground.git('remote', 'add', 'origin', join(ground.work, 'remote.git'))
  ground.git('commit', '--quiet', '-am', 'two')
}

const hookOf =
  (folder: string, name: string) =>
  (ground: GitGround): void =>
    ground.put(`${folder}/hooks/${name}`, `#!/bin/sh\nexec '${ground.evil}' </dev/null\n`, 0o755)

const receiving = (name: string): GitRow => ({
  name: `the hook ${name} of a remote inside the workspace`,
  prepare(ground) {
    remoteInside(ground)
    hookOf('remote.git', name)(ground)
  },
  commands: ['git push origin main', 'git push remote.git main:other'],
  quiet: ['git fetch origin'],
})

export const SETTING_ROWS: readonly GitRow[] = [
  {
    name: 'core.alternateRefsCommand, where a look asks for what is borrowed',
    prepare(ground) {
      ground.runs(
        'git clone --quiet --bare . alternate.git && echo "$PWD/alternate.git/objects" > .git/objects/info/alternates',
      )
      ground.git('config', 'core.alternateRefsCommand', ground.evil)
    },
    commands: ['git rev-list --alternate-refs', 'git log --alternate-refs'],
    quiet: ['git rev-list --all'],
  },
  {
    name: 'core.alternateRefsCommand',
    prepare(ground) {
      remoteInside(ground)
      ground.git('-C', 'remote.git', 'branch', 'more')
      ground.runs(
        'git clone --quiet --bare . alternate.git && echo "$PWD/alternate.git/objects" > .git/objects/info/alternates',
      )
      ground.git('config', 'core.alternateRefsCommand', ground.evil)
    },
    commands: ['git fetch origin'],
    quiet: ['git status', 'git commit -am x'],
  },
  {
    name: 'trailer.*.cmd',
    prepare: set('trailer.sign.cmd'),
    commands: ["git commit -am x --trailer 'sign: me'"],
    quiet: ['git status', 'git diff'],
  },
  {
    name: 'trailer.*.command',
    prepare: set('trailer.sign.command'),
    commands: ["git commit -am x --trailer 'sign: me'"],
    quiet: ['git log'],
  },
  {
    name: 'gpg.ssh.defaultKeyCommand',
    prepare(ground) {
      ground.git('config', 'gpg.format', 'ssh')
      ground.git('config', 'gpg.ssh.defaultKeyCommand', ground.evil)
      ground.git('config', 'commit.gpgSign', 'true')
    },
    commands: ['git commit -am x'],
    quiet: ['git status', 'git log'],
  },
  {
    name: 'gc.recentObjectsHook',
    prepare: set('gc.recentObjectsHook'),
    commands: ['git gc --prune=now', 'git commit -am x'],
    quiet: ['git status'],
    untried: 'git 2.42 and later',
  },
  ...['reference-transaction', 'pre-commit', 'post-commit', 'post-index-change'].map((name): GitRow => ({
    name: `the hook ${name}`,
    prepare: hookOf('.git', name),
    commands: ['git commit -am x'],
    quiet: ['git log'],
  })),
  {
    name: 'the hook reference-transaction of a branch',
    prepare: hookOf('.git', 'reference-transaction'),
    commands: [
      'git branch new',
      'git tag new',
      'git update-ref refs/heads/new HEAD',
      'git stash',
      'git reset --soft HEAD',
      'git checkout -q -b new',
    ],
  },
  {
    name: 'the hook pre-auto-gc',
    prepare(ground) {
      hookOf('.git', 'pre-auto-gc')(ground)
      ground.git('config', 'gc.auto', '1')
      for (let count = 0; count < 600; count++) ground.put(`many/${String(count)}`, `${String(count)}\n`)
    },
    commands: ['git add . && git commit -qm x && git gc --auto', 'git commit --amend -qm y && git merge -q HEAD'],
    untried: 'how many objects are too many is estimated',
  },
  {
    name: 'a hook of a name that nobody knows yet',
    prepare: hookOf('.git', 'post-something'),
    commands: ['git commit -am x', 'git checkout -b new'],
    quiet: ['git log', 'git diff'],
    untried: 'no such hook yet',
  },
  ...['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction'].map(receiving),
  {
    name: 'core.hooksPath of a remote inside the workspace',
    prepare(ground) {
      remoteInside(ground)
      hookOf('odd', 'x')(ground)
      ground.runs('mv odd/hooks/x odd/update')
      ground.git('-C', 'remote.git', 'config', 'core.hooksPath', join(ground.work, 'odd'))
    },
    commands: ['git push origin main'],
  },
  {
    name: 'a remote that is pushed to by another address, and takes it into its work tree',
    prepare(ground) {
      ground.git('clone', '--quiet', '.', 'other')
      ground.git('-C', 'other', 'config', 'receive.denyCurrentBranch', 'updateInstead')
      ground.git('-C', 'other', 'config', 'core.fsmonitor', ground.evil)
      ground.git('remote', 'add', 'origin', 'https://example.com/a.git')
      ground.git('config', 'remote.origin.pushurl', './other')
      ground.git('commit', '--quiet', '-am', 'two')
    },
    commands: ['git push origin main'],
  },
  {
    name: 'the user’s own include.path that leads into the workspace',
    prepare(ground) {
      writeFileSync(join(ground.home, '.gitconfig'), `[include]\n\tpath = ${ground.work}/shared.config\n`)
      ground.put('shared.config', `[core]\n\tfsmonitor = ${ground.evil}\n`)
    },
    commands: ['git status', 'git diff', 'git commit -am x'],
    quiet: ['git log'],
  },
  {
    name: 'the user’s own includeIf that leads into the workspace through a link',
    prepare(ground) {
      ground.put('shared.config', `[diff]\n\texternal = ${ground.evil}\n`)
      ground.runs(`ln -s '${ground.work}/shared.config' '${ground.home}/linked.config'`)
      mkdirSync(join(ground.home, '.config/git'), { recursive: true })
      writeFileSync(
        join(ground.home, '.config/git/config'),
        `[includeIf "gitdir:${ground.work}/"]\n\tpath = ~/linked.config\n`,
      )
    },
    commands: ['git diff', 'git log -p --ext-diff'],
    quiet: ['git status'],
  },
  {
    name: 'the user’s own folder of hooks that is relative to the repository',
    prepare(ground) {
      writeFileSync(join(ground.home, '.gitconfig'), '[core]\n\thooksPath = .githooks\n')
      ground.put('.githooks/pre-commit', `#!/bin/sh\nexec '${ground.evil}' </dev/null\n`, 0o755)
    },
    commands: ['git commit -am x'],
    quiet: ['git status'],
  },
  {
    name: 'core.worktree outside',
    prepare(ground) {
      mkdirSync(join(ground.home, 'docs'))
      writeFileSync(join(ground.home, 'docs/a'), 'mine\n')
      ground.git('config', 'core.worktree', join(ground.home, 'docs'))
    },
    commands: ['git checkout -f .', 'git stash', 'git reset --hard', 'git clean -fd'],
    untried: 'it writes outside, and runs nothing',
  },
  {
    name: 'an include of the repository below the user’s home, in the workspace of somebody else',
    prepare(ground) {
      writeFileSync(join(ground.home, 'evil.config'), `[core]\n\tfsmonitor = ${ground.evil}\n`)
      ground.git('config', 'include.path', '~/evil.config')
    },
    commands: ['git status'],
  },
  {
    name: 'a setting that nobody knows yet',
    prepare: set('core.newHelper'),
    commands: ['git status', 'git log', 'git commit -am x', 'git push'],
    untried: 'no such setting yet',
  },
  {
    name: 'a hook that a setting names',
    prepare(ground) {
      ground.git('config', 'hook.lint.command', ground.evil)
      ground.git('config', 'hook.lint.event', 'pre-commit')
    },
    commands: ['git commit -am x'],
    quiet: ['git log', 'git status'],
    untried: 'git 2.54 and later',
  },
  {
    name: 'pull.twohead',
    prepare: set('pull.twohead', () => 'evil'),
    commands: ['git merge HEAD', 'git pull'],
    untried: 'a program on PATH',
  },
  {
    name: 'branch.*.mergeOptions',
    prepare: set('branch.main.mergeOptions', () => '--strategy=evil'),
    commands: ['git merge HEAD'],
    untried: 'a program on PATH',
  },
  {
    name: 'tar.*.command',
    prepare: set('tar.x.command'),
    commands: ['git archive --format=x HEAD', 'git archive -o out.x HEAD'],
    quiet: ['git status'],
  },
  {
    name: 'a merge driver',
    prepare(ground) {
      ground.put('.git/info/attributes', 'a merge=x\n')
      ground.runs('git commit -qam two && git checkout -qb side HEAD~1 && echo three > a && git commit -qam three')
      ground.git('config', 'merge.x.driver', ground.evil)
    },
    commands: ['git merge main', 'git rebase main'],
    quiet: ['git status', 'git commit -am x --allow-empty'],
  },
  {
    name: 'a file of old that names a remote',
    prepare(ground) {
      ground.put('.git/remotes/old', `URL: ext::${ground.silent}\n`)
      ground.git('config', 'protocol.ext.allow', 'always')
    },
    commands: ['git fetch old'],
    quiet: ['git status'],
  },
  {
    name: 'a branch whose remote is a command line',
    prepare(ground) {
      ground.git('config', 'branch.main.remote', `ext::${ground.silent}`)
      ground.git('config', 'branch.main.merge', 'refs/heads/main')
      ground.git('config', 'protocol.ext.allow', 'always')
    },
    commands: ['git fetch', 'git pull'],
    quiet: ['git status'],
  },
  {
    name: 'a transfer agent of LFS',
    prepare: set('lfs.customtransfer.x.path'),
    commands: ['git checkout -f .', 'git push'],
    quiet: ['git log'],
    untried: 'git-lfs is not at hand',
  },
]

/** What developers have in their repositories, and no command has to ask for. */
export const USUAL_SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ['user.name', 'Ada'],
  ['user.email', 'ada@example.com'],
  ['user.signingKey', '~/.ssh/id_ed25519.pub'],
  ['commit.gpgSign', 'true'],
  ['gpg.format', 'ssh'],
  ['alias.st', 'status --short'],
  ['alias.graph', '!git log --graph'],
  ['color.ui', 'auto'],
  ['color.status.added', 'green bold'],
  ['core.autocrlf', 'input'],
  ['core.fsmonitor', 'true'],
  ['core.untrackedCache', 'true'],
  ['core.hooksPath', '/dev/null'],
  ['core.sshCommand', 'ssh -i ~/.ssh/id_work -o IdentitiesOnly=yes'],
  ['core.pager', 'less -FRX'],
  ['core.editor', 'code --wait'],
  ['core.excludesFile', '~/.gitignore'],
  ['credential.helper', 'osxkeychain'],
  ['credential.https://github.com.helper', '!/usr/bin/gh auth git-credential'],
  ['filter.lfs.clean', 'git-lfs clean -- %f'],
  ['filter.lfs.smudge', 'git-lfs smudge -- %f'],
  ['filter.lfs.process', 'git-lfs filter-process'],
  ['filter.lfs.required', 'true'],
  ['lfs.repositoryFormatVersion', '0'],
  ['lfs.https://example.com/a.git/info/lfs.access', 'basic'],
  ['url.git@github.com:.insteadOf', 'https://github.com/'],
  ['http.https://github.com/.extraheader', 'AUTHORIZATION: basic abc'],
  ['remote.origin.url', 'https://github.com/a/b.git'],
  ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
  ['remote.origin.gh-resolved', 'base'],
  ['remote.up.url', 'git@github.com:a/b.git'],
  ['remote.up.pushurl', 'ssh://git@example.com:2222/a.git'],
  ['remote.near.url', '../near.git'],
  ['remote.origin.promisor', 'true'],
  ['remote.origin.partialclonefilter', 'blob:none'],
  ['branch.main.remote', 'origin'],
  ['branch.main.merge', 'refs/heads/main'],
  ['branch.main.vscode-merge-base', 'origin/main'],
  ['branch.main.github-pr-owner-number', 'a#b#1'],
  ['branch.main.description', 'what it is for'],
  ['submodule.lib.url', 'https://github.com/a/lib.git'],
  ['submodule.lib.active', 'true'],
  ['submodule.recurse', 'true'],
  ['pull.rebase', 'true'],
  ['push.autoSetupRemote', 'true'],
  ['merge.conflictStyle', 'zdiff3'],
  ['rerere.enabled', 'true'],
  ['diff.algorithm', 'histogram'],
  ['diff.tool', 'vimdiff'],
  ['init.defaultBranch', 'main'],
  ['fetch.prune', 'true'],
  ['rebase.autoSquash', 'true'],
  ['blame.ignoreRevsFile', '.git-blame-ignore-revs'],
  ['commit.template', '.gitmessage'],
  ['gui.geometry', '1061x563+26+26 233 255'],
  ['maintenance.auto', 'false'],
  ['maintenance.strategy', 'incremental'],
  ['extensions.worktreeConfig', 'true'],
  ['core.repositoryFormatVersion', '1'],
  ['advice.detachedHead', 'false'],
  ['protocol.version', '2'],
  ['gitflow.branch.develop', 'develop'],
]
