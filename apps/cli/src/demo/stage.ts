import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { homeFolder } from '@poundlock/local-host'
import { UsageError } from '../usage-error.ts'
import type { Stage } from './demo-steps.ts'

const POLICY = `{
  // The policy of this demonstration: the defaults, and one rule.
  "tools": {
    "exec": {
      "deny": [{ "command": "git push", "reason": "a person pushes" }],
    },
  },
}
`

export interface OpenStage extends Stage {
  /** A state folder of its own, so that the demonstration leaves yours alone. */
  readonly stateDirectory: string
  /** Takes everything away again. */
  close(): void
}

/** Makes a small project, a secret beside it and a policy, in a temporary folder. */
export function openStage(): OpenStage {
  const root = makeFolder()
  const workspace = join(root, 'workspace')
  const stateDirectory = join(root, 'state')
  const secret = 'a private key that no agent should read'
  const secretFile = join(root, 'id_rsa')
  mkdirSync(workspace)
  mkdirSync(stateDirectory, { mode: 0o700 })
  writeFileSync(secretFile, secret, { mode: 0o600 })
  writeFileSync(join(stateDirectory, 'poundlock.json'), POLICY, { mode: 0o600 })
  mkdirSync(join(workspace, 'src'))
  writeFileSync(join(workspace, 'src', 'first.js'), 'greet()\n')
  writeFileSync(join(workspace, 'src', 'second.js'), 'let done = true\n')
  return {
    workspace,
    secretFile,
    secret,
    outsideFile: join(homeFolder(), `poundlock-demo-escaped-${process.pid}`),
    stateDirectory,
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}

function makeFolder(): string {
  try {
    return realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-demo-')))
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new UsageError(`nothing can be made in the temporary folder ${JSON.stringify(tmpdir())} (${code})`, {
      remedy: 'Set TMPDIR to a folder that can be written, for example: TMPDIR=/tmp poundlock demo.',
    })
  }
}
