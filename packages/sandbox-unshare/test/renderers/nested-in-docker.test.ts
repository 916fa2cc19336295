import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProbeReport } from '@poundlock/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../system-package.ts'

const docker = findProgram('docker')
const runs = docker !== null && spawnSync(docker, ['version'], { stdio: 'ignore' }).status === 0
const missing = !runs && process.env['CI'] === undefined

const image = `poundlock-nested:${String(process.pid)}`
const repository = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)))
const fixture = fileURLToPath(new URL('../fixtures/probe-inside.ts', import.meta.url))

/** A system without files of its own: programs are those of this machine, mounted. */
function makeImage(folder: string): void {
  for (const name of ['etc', 'tmp', 'root', 'usr', 'proc', 'sys', 'dev']) mkdirSync(join(folder, name))
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(folder, name))
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\n')
  execFileSync('/bin/sh', ['-c', `tar -C "$1" -c . | docker import - ${image}`, 'sh', folder], { stdio: 'ignore' })
}

function probeIn(settings: readonly string[]): ProbeReport {
  const mounts = ['/usr', repository, process.execPath].flatMap((path) => ['-v', `${path}:${path}:ro`])
  const own = ['--tmpfs', '/room:exec,mode=1777', ...settings, image]
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', fixture, '/room/p']
  const args = ['run', '--rm', '--network', 'none', ...mounts, ...own, ...command]
  const { stdout, stderr } = spawnSync(docker ?? 'docker', args, { encoding: 'utf8' })
  expect(stdout, stderr).toMatch(/^\{/)
  return JSON.parse(stdout) as ProbeReport
}

describe.skipIf(missing)('inside a container (needs docker, and its daemon)', () => {
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'poundlock-image-'))
    makeImage(folder)
    rmSync(folder, { recursive: true })
  })
  afterAll(() => {
    spawnSync(docker ?? 'docker', ['rmi', '-f', image], { stdio: 'ignore' })
  })

  test.each([
    ['with the usual settings', [], 'landlock'],
    ['with the usual settings, as a normal user', ['--user', '1000:1000'], 'landlock'],
    ['without its filter', ['--security-opt', 'seccomp=unconfined'], 'landlock'],
    [
      'without its filter and its covers over /proc',
      ['--security-opt', 'seccomp=unconfined', '--security-opt', 'systempaths=unconfined'],
      'namespaces',
    ],
    ['with CAP_SYS_ADMIN', ['--cap-add', 'SYS_ADMIN'], 'landlock'],
  ])('%s, the best that there is contains, and the stronger ones say why they do not', (_name, settings, renderer) => {
    const report = probeIn(settings)
    expect(report, report.reasons.join('\n')).toMatchObject({ contained: true, renderer })
    if (renderer === 'namespaces') return
    expect(report.failed?.map(({ renderer: name }) => name)).toEqual(['namespaces', 'bubblewrap'])
    expect(report.failed?.[0]?.reasons.join('\n')).toMatch(/systempaths=unconfined/)
  })

  test('as root without capabilities it is refused, with the remedy', () => {
    const report = probeIn(['--cap-drop', 'ALL'])
    expect(report).toMatchObject({ contained: false })
    expect(report.reasons.join('\n')).toMatch(
      /Renderer landlock: Root lacks capabilities .*run Poundlock as a normal user/,
    )
  })
})
