import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { onTestFinished } from 'vitest'
import { createExecutableFinder, inspectRepository, planCommand, SYSTEM_PATH } from '../../src/index.ts'

/** A repository with commits, beside a program that leaves a mark when it is run. */
export interface GitGround {
  /** The work tree, which is the workspace too. */
  readonly work: string
  readonly home: string
  /** Leaves the mark, then does what a filter does: passes its input on. */
  readonly evil: string
  /** Leaves the mark, and ends: nobody waits for what it would say. */
  readonly silent: string
  readonly git: (...words: string[]) => string
  /** Writes a file of the work tree. */
  readonly put: (path: string, text: string, mode?: number) => void
  /** Runs a command line for real, and tells whether the program was run by it. */
  readonly runs: (command: string) => boolean
  /** What the plan says a command line executes besides its own programs. */
  readonly planned: (command: string) => readonly (string | null)[]
}

export function prepareGit(): GitGround {
  needsProgram('git')
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-git-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string): string => join(folder, name)
  const [work, home, evil, silent, mark] = [at('work'), at('home'), at('evil'), at('silent'), at('ran')]
  mkdirSync(work)
  mkdirSync(home)
  writeFileSync(evil, `#!/bin/sh\n: > '${mark}'\nexec cat\n`)
  writeFileSync(silent, `#!/bin/sh\n: > '${mark}'\nexit 1\n`)
  for (const program of [evil, silent]) chmodSync(program, 0o755)
  const env = {
    PATH: SYSTEM_PATH.join(':'),
    HOME: home,
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b.c',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b.c',
    GIT_EDITOR: 'true',
  }
  const put = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(work, path)), { recursive: true })
    writeFileSync(join(work, path), text, { mode })
  }
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: work, stdio: 'pipe', env, encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch=main')
  put('a', 'one\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'one')
  put('a', 'two\n')
  return {
    work,
    home,
    evil,
    silent,
    git,
    put,
    runs(command) {
      rmSync(mark, { force: true })
      spawnSync('bash', ['-c', command], { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 10_000 })
      return existsSync(mark)
    },
    planned: (command) =>
      planCommand(command, {
        cwd: work,
        home,
        workspace: work,
        findExecutable: createExecutableFinder(SYSTEM_PATH),
        inspectRepository,
      }).plan.commands.flatMap((entry) =>
        (entry.profile?.effects ?? []).flatMap((effect) => (effect.kind === 'execute' ? [effect.path] : [])),
      ),
  }
}
