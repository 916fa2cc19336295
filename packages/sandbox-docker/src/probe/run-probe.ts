import { chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProbeCheck, Sandbox, SandboxPolicy } from '@poundlock/sandbox'
import { probeAttempts } from './probe-script.ts'

/** The strictest policy: the one that a probe proves. */
function probePolicy(workspace: string): SandboxPolicy {
  return {
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    protectedPaths: ['.git/config'],
    hiddenPaths: [],
    network: 'off',
    limits: {},
  }
}

/** The id of an ordinary user: root is refused other things than a user. */
const ANYBODY = 21_357

/**
 * Tries forbidden actions in a real container, and checks the effects inside and outside.
 *
 * @throws SandboxError when no container can be made
 */
export async function runProbe(open: (policy: SandboxPolicy) => Promise<Sandbox>): Promise<readonly ProbeCheck[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-probe-')))
  const workspace = join(folder, 'workspace')
  const [secret, absent] = [join(folder, 'secret'), join(folder, 'absent')]
  mkdirSync(join(workspace, '.git'), { recursive: true })
  writeFileSync(join(workspace, '.git/config'), '')
  writeFileSync(secret, 'secret')
  if (process.geteuid?.() === 0) {
    for (const path of ['', '.git', '.git/config']) chownSync(join(workspace, path), ANYBODY, ANYBODY)
  }
  let sandbox: Sandbox | null = null
  try {
    sandbox = await open(probePolicy(workspace))
    const attempts = probeAttempts({ secret, absent, process: process.pid })
    // One after another in subshells: a shell may end at the first redirection that fails.
    const script = attempts.map(
      ({ name, script: text }) => `printf '%s ' ${name}; (${text}) 2>&1 && echo @passed || echo @failed`,
    )
    const running = await sandbox.run({
      file: '/bin/sh',
      args: ['-c', [...script, 'trap "" TERM HUP; (while :; do :; done) >/dev/null 2>&1 &'].join('\n')],
      cwd: workspace,
      env: {},
    })
    let output = ''
    for await (const chunk of running.stdout ?? []) output += Buffer.from(chunk).toString()
    await running.exited
    const checks = attempts.map(({ name, description }): ProbeCheck => {
      const [, evidence, outcome] = new RegExp(`^${name} ([^]*?)@(passed|failed)$`, 'm').exec(output) ?? []
      if (outcome === undefined) return { name, description, passed: false, evidence: 'no answer' }
      return { name, description, passed: outcome === 'passed', evidence: evidence?.trim() || outcome }
    })
    return [...checks, lookOutside(absent), await lookForRest(sandbox, workspace)]
  } finally {
    await sandbox?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function lookOutside(absent: string): ProbeCheck {
  const there = existsSync(absent)
  return {
    name: 'nothing-outside',
    description: 'look on the host for the file that was to be created',
    passed: !there,
    evidence: there ? 'the file is there' : 'no such file',
  }
}

/** The first command left a process behind that ignores gentle signals. */
async function lookForRest(sandbox: Sandbox, workspace: string): Promise<ProbeCheck> {
  const running = await sandbox.run({ file: '/bin/sh', args: ['-c', 'kill -0 -1'], cwd: workspace, env: {} })
  const { code } = await running.exited
  return {
    name: 'nothing-left',
    description: 'look in the container for a process that a command left',
    passed: code !== 0,
    evidence: code === 0 ? 'it is there' : 'no such process',
  }
}
