import type { OptionGrammar } from './options.ts'

/** A tool of a language that runs a program by its name, perhaps behind a subcommand. */
export interface RunnerRow extends OptionGrammar {
  /** Subcommands behind which the program stands; empty where it stands right behind the options. */
  readonly subcommands: readonly string[]
  /** Options whose value is shell code. */
  readonly text?: string
}

const NPM_EXEC = {
  short: 'yp:c:w:q',
  long: 'yes no package= call= workspace= workspaces include-workspace-root quiet prefer-offline prefer-online offline',
}

/** Runners by the last part of their name. */
export const runnerTable = (): Readonly<Record<string, RunnerRow>> => ({
  // npm 10: npm exec, npx
  npx: { ...NPM_EXEC, long: `${NPM_EXEC.long} no-install ignore-existing`, subcommands: [], text: 'c call' },
  npm: { ...NPM_EXEC, subcommands: ['exec', 'x'], text: 'c call' },
  // pnpm 9: pnpm exec, pnpm dlx; `-c` runs the words in a shell
  pnpm: {
    short: 'rw',
    long: 'recursive workspace-root silent filter= parallel no-bail package=',
    subcommands: ['exec', 'dlx'],
  },
  pnpx: { short: '', long: 'package= silent', subcommands: [] },
  // yarn 1 and 4: yarn exec, yarn dlx
  yarn: { short: 'p:q', long: 'package= quiet silent', subcommands: ['exec', 'dlx'] },
  // bun 1: bunx, bun x
  bunx: { short: '', long: 'bun no-install verbose silent', subcommands: [] },
  bun: { short: '', long: 'bun silent', subcommands: ['x'] },
  // bundler 2: bundle exec
  bundle: { short: '', long: 'keep-file-descriptors', subcommands: ['exec'] },
  // poetry 1, pipenv, uv, pipx, rye, hatch
  poetry: { short: 'qn', long: 'quiet no-interaction', subcommands: ['run'] },
  pipenv: { short: 'q', long: 'quiet', subcommands: ['run'] },
  uv: {
    short: 'qp:',
    long: 'quiet python= with= no-sync frozen locked offline extra= group= package= no-dev dev all-extras all-groups',
    subcommands: ['run'],
  },
  uvx: { short: 'qp:', long: 'quiet python= from= with= offline', subcommands: [] },
  pipx: { short: '', long: 'spec= no-cache', subcommands: ['run'] },
})
