/** A sandbox alone: a command that can write its workspace, and nothing else, and sees little of the host. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { supervise } from '@poundlock/process'
import { createUnshareBackend } from '@poundlock/sandbox-unshare'

const folder = await mkdtemp(join(tmpdir(), 'run-contained-'))
const workspace = join(folder, 'workspace')
await mkdir(workspace)
const outside = join(folder, 'outside')
try {
  // #region run
  const backend = createUnshareBackend({
    cacheDirectory: join(folder, 'cache'),
    stateDirectory: join(folder, 'state'),
  })
  const sandbox = await backend.open({
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    protectedPaths: ['.git/hooks'],
    hiddenPaths: [],
    network: 'off',
    limits: { processes: 64 },
  })
  const run = async (script: string) => {
    const handle = await sandbox.run({
      file: '/bin/sh',
      args: ['-c', script],
      cwd: workspace,
      env: { PATH: '/usr/bin:/bin' },
    })
    return supervise(handle, { timeoutMs: 10_000 })
  }
  // #endregion

  const written = await run('echo hello > greeting && cat greeting')
  console.log(`in the workspace: exit ${written.exitCode}, ${JSON.stringify(written.stdout)}`)
  assert.equal(written.exitCode, 0)
  assert.equal(await readFile(join(workspace, 'greeting'), 'utf8'), 'hello\n')

  const refused = await run('echo gotcha > /etc/gotcha')
  console.log(`in /etc:          exit ${refused.exitCode}, ${JSON.stringify(refused.stderr)}`)
  assert.notEqual(refused.exitCode, 0)
  assert.equal(existsSync('/etc/gotcha'), false)

  // Its temporary folder is its own: what it writes there is never on the host.
  const elsewhere = await run(`echo gotcha > '${outside}'`)
  console.log(`beside it:        exit ${elsewhere.exitCode}, on the host: ${existsSync(outside)}`)
  assert.equal(existsSync(outside), false)

  const network = await run('cat /proc/net/dev | tail -n +3 | cut -d: -f1')
  console.log(`network devices:  ${network.stdout.trim()}`)
  assert.equal(network.stdout.trim(), 'lo')

  await sandbox.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}
