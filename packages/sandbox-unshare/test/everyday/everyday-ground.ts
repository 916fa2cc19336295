import { spawn, spawnSync } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { findSpecialNetwork } from '@poundlock/egress'
import {
  defaultHiddenPaths,
  DEFAULT_PROTECTED_PATHS,
  type EgressPolicy,
  type SandboxDenial,
  type SandboxPolicy,
  toolchainPaths,
} from '@poundlock/sandbox'
import { expect, onTestFinished } from 'vitest'

const fixture = fileURLToPath(new URL('../fixtures/everyday.ts', import.meta.url))
const home = '/nonexistent'

export interface EverydayResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly denials: readonly SandboxDenial[]
}

/** The folders of programs that a command gets: those that this test was started with, and the system's. */
const path = [...new Set([...(process.env['PATH'] ?? '').split(':'), '/usr/local/bin', '/usr/bin', '/bin'])].filter(
  (folder) => folder.startsWith('/') && !folder.includes('/node_modules/'),
)

/** The registry that npm is configured to use on this machine, and a rule that lets it through. */
export async function configuredRegistry(): Promise<{
  readonly url: string
  readonly rule: EgressPolicy['rules'][number]
}> {
  const asked = spawnSync('npm', ['config', 'get', 'registry'], { cwd: '/', encoding: 'utf8' })
  const url = new URL(asked.stdout.trim())
  const host = `${url.hostname}:${url.port === '' ? (url.protocol === 'http:' ? '80' : '443') : url.port}`
  const addresses = await lookup(url.hostname, { all: true })
  const own = addresses.some(({ address }) => findSpecialNetwork(address) !== null)
  // A mirror in the own network is named as such.
  return { url: url.href, rule: own && !/^[\d[]/.test(host) ? { host, allowPrivate: true } : host }
}

/** Runs lines in one workspace, as a user. */
export async function everyday(
  user: number,
  files: Readonly<Record<string, string>>,
  lines: readonly string[],
  options: {
    readonly egress?: EgressPolicy
    readonly env?: Readonly<Record<string, string>>
    readonly limits?: SandboxPolicy['limits']
    /** Whether caches are kept from line to line. */
    readonly keepsCaches?: boolean
  } = {},
): Promise<readonly EverydayResult[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-everyday-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const workspace = join(folder, 'workspace')
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true })
    writeFileSync(join(workspace, name), content)
  }
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    chownSync(join(folder, name), user, user)
  }
  const policy: SandboxPolicy = {
    fileMode: 'workspace-only',
    workspace,
    readPaths: toolchainPaths(path.join(':'), home, { workspace }),
    writePaths: [],
    ...(options.keepsCaches === true && { cachePath: join(folder, 'state/caches/workspace') }),
    protectedPaths: DEFAULT_PROTECTED_PATHS.map((entry) => entry.path),
    hiddenPaths: defaultHiddenPaths(home).map((entry) => entry.path),
    network: options.egress === undefined ? 'off' : 'allowlist',
    ...(options.egress && { egress: options.egress }),
    limits: { processes: 512, openFiles: 4096, fileBytes: 2 ** 31, ...options.limits },
  }
  const env = { PATH: path.join(':'), HOME: home, LANG: 'C.UTF-8', ...options.env }
  const order = JSON.stringify({ folder, user, policy, env, lines })
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fixture, order], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(code, output).toBe(0)
  return JSON.parse(output) as EverydayResult[]
}
