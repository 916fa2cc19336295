import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ProbeReport, Sandbox, SandboxPolicy } from '@poundlock/sandbox'

/** What is tried inside. Each ends with 0 where the sandbox holds. */
const ATTEMPTS = [
  ['read-secret', 'open a file beside the workspace', '! (: < ../secret)'],
  ['write-outside', 'create a file beside the programs', '! (: > /usr/poundlock-probe)'],
  ['write-kernel', 'open a setting of the kernel for writing', '! (: > /proc/sys/kernel/core_pattern)'],
  ['reach-network', 'find an interface besides loopback', '[ "$(grep -c : /proc/net/dev)" -le 1 ]'],
  ['new-privileges', 'gain privileges by executing', 'grep -q "^NoNewPrivs:.1$" /proc/self/status'],
  ['filter', 'make a call that no filter looks at', 'grep -q "^Seccomp:.2$" /proc/self/status'],
] as const

// #region probe
/** Tries on this machine whether a sandbox contains. A machine that cannot even try gives the reason. */
export async function runProbe(backend: string, open: (policy: SandboxPolicy) => Sandbox): Promise<ProbeReport> {
  const start = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-probe-'))
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  // A command that is root outside could write what belongs to root: the probe is about anybody else.
  if (process.getuid?.() === 0) chownSync(workspace, 65_534, 65_534)
  writeFileSync(join(folder, 'secret'), 'secret')
  const end = (part: Pick<ProbeReport, 'checks' | 'reasons'>): ProbeReport => {
    const contained = part.reasons.length === 0 && part.checks.every(({ passed }) => passed)
    return { backend, contained, ...part, milliseconds: Math.round(performance.now() - start) }
  }
  try {
    const sandbox = open({ ...NOTHING, workspace })
    const checks = []
    for (const [name, description, script] of ATTEMPTS) {
      const running = await sandbox.run({ ...SHELL, args: ['-c', `${script} && echo held`], cwd: workspace })
      const [evidence] = await Promise.all([text(running.stdout as never), running.exited])
      checks.push({ name, description, passed: evidence.trim() === 'held', evidence: evidence.trim() })
    }
    await sandbox.close()
    return end({ checks, reasons: [] })
  } catch (error) {
    return end({ checks: [], reasons: [error instanceof Error ? error.message : String(error)] })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
// #endregion

const SHELL = { file: '/bin/sh', env: { PATH: '/usr/bin:/bin' } }

const NOTHING = {
  fileMode: 'workspace-only',
  readPaths: [],
  writePaths: [],
  protectedPaths: [],
  hiddenPaths: [],
  network: 'off',
  limits: {},
} as const
