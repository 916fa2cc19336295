import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ProbeReport, toolchainPaths } from '@poundlock/sandbox'
import { describe, expect, test } from 'vitest'
import { proveRenderers } from '../../src/renderers/prove-renderers.ts'
import type { Renderer, RendererName } from '../../src/renderers/renderer.ts'
import { PATH, policyFor, run, testGround } from '../backend/test-sandbox.ts'
import { findProgram, needs } from '../system-package.ts'

const fixture = fileURLToPath(new URL('../fixtures/probe-inside.ts', import.meta.url))
const runInside = fileURLToPath(new URL('../fixtures/run-inside.ts', import.meta.url))

function renderer(name: RendererName, impossible: readonly string[] = []): Renderer {
  return {
    name,
    mounts: true,
    identity: [],
    tools: [],
    impossible: () => impossible,
    refusals: () => [],
    namespaces: () => [],
    defences: () => ({}),
    render: () => ({ programs: [] }),
  }
}

const check = (passed: boolean) => ({ name: 'c', description: 'try', passed, evidence: 'result 0' })
const reportOf = (passed: boolean, reasons: readonly string[] = []): ProbeReport => ({
  backend: 'b',
  contained: passed && reasons.length === 0,
  checks: reasons.length > 0 ? [] : [check(passed)],
  reasons,
  milliseconds: 2,
})

describe('the choice', () => {
  test('is the first that contains, and says what was tried before', async () => {
    const tried: string[] = []
    const proof = await proveRenderers(
      'b',
      [renderer('namespaces'), renderer('bubblewrap', ['not installed']), renderer('landlock')],
      async ({ name }) => {
        tried.push(name)
        return name === 'landlock' ? reportOf(true) : reportOf(true, ['refused'])
      },
    )
    expect(tried).toEqual(['namespaces', 'landlock'])
    expect(proof.renderer?.name).toBe('landlock')
    expect(proof.report).toEqual({
      ...reportOf(true),
      milliseconds: 4,
      renderer: 'landlock',
      failed: [
        { renderer: 'namespaces', reasons: ['refused'] },
        { renderer: 'bubblewrap', reasons: ['not installed'] },
      ],
    })
  })

  test('is nothing where a check of each did not hold: being there is no proof', async () => {
    const proof = await proveRenderers('b', [renderer('namespaces'), renderer('bubblewrap')], async () =>
      reportOf(false),
    )
    expect(proof.renderer).toBeNull()
    expect(proof.report.contained).toBe(false)
    expect(proof.report.checks).toEqual([check(false)])
    expect(proof.report.reasons).toEqual([
      'The check "c" did not hold: to try gave result 0.',
      'Renderer bubblewrap: The check "c" did not hold: to try gave result 0.',
    ])
  })
})

describe('nested', () => {
  test.skipIf(needs('unshare'))('where there are no user namespaces, it is Landlock (needs util-linux)', () => {
    const { folder } = testGround()
    const line = `echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"`
    const node = [process.execPath, '--disable-warning=ExperimentalWarning', fixture, folder]
    const { stdout } = spawnSync(findProgram('unshare')!, ['-r', 'sh', '-c', line, 'sh', ...node], { encoding: 'utf8' })
    const report = JSON.parse(stdout) as ProbeReport
    expect(report).toMatchObject({ contained: true, renderer: 'landlock' })
    expect(report.failed?.map(({ renderer: name }) => name)).toEqual(['namespaces', 'bubblewrap'])
    expect(report.failed?.[0]?.reasons.join('\n')).toMatch(/sysctl -w user\.max_user_namespaces=15000/)
  })

  test('inside itself it is Landlock, and inside that, Landlock again', async () => {
    const source = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)))
    const node = realpathSync(process.execPath)
    for (const outer of ['namespaces', 'landlock'] as const) {
      const ground = testGround({ renderer: outer })
      const readPaths = [source, ...toolchainPaths(dirname(node), '/nonexistent')]
      const sandbox = await ground.backend.open(policyFor(ground.workspace, { readPaths }))
      const args = [fixture, ground.workspace]
      const finished = await run(sandbox, { file: node, args, cwd: ground.workspace, env: { PATH } })
      const report = JSON.parse(finished.stdout) as ProbeReport
      expect(report, `${outer}: ${report.reasons.join('\n')}`).toMatchObject({ contained: true, renderer: 'landlock' })
      await sandbox.close()
    }
  })

  test.each(['namespaces', 'landlock'] as const)(
    'inside %s a command runs with its limits, and what it changed at protected paths is put back',
    async (outer) => {
      const source = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)))
      const node = realpathSync(process.execPath)
      const ground = testGround({ renderer: outer })
      const inner = join(ground.workspace, 'inner')
      mkdirSync(join(inner, '.git/hooks'), { recursive: true })
      writeFileSync(join(inner, '.git/hooks/own'), 'own\n', { mode: 0o755 })
      const readPaths = [source, ...toolchainPaths(dirname(node), '/nonexistent')]
      const limits = { processes: 512, memoryBytes: 8 * 1024 ** 3, openFiles: 4096, fileBytes: 2 * 1024 ** 3 }
      const sandbox = await ground.backend.open(policyFor(ground.workspace, { readPaths, limits }))
      const line = 'echo ran; echo x > made; echo x > .mcp.json; echo x > .git/hooks/own; mv .git/hooks .git/away; true'
      const finished = await run(sandbox, {
        file: node,
        args: ['--disable-warning=ExperimentalWarning', runInside, inner, join(ground.workspace, 'p'), line],
        cwd: ground.workspace,
        env: { PATH },
      })
      await sandbox.close()
      expect(finished.stderr).toBe('')
      expect(JSON.parse(finished.stdout)).toEqual({ renderer: 'landlock', stdout: 'ran\n', code: 0, signal: null })
      expect(readFileSync(join(inner, '.git/hooks/own'), 'utf8')).toBe('own\n')
      expect(statSync(join(inner, '.git/hooks/own')).mode & 0o777).toBe(0o755)
      expect(readdirSync(inner).toSorted()).toEqual(['.git', 'made'])
    },
  )
})
