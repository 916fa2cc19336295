import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import {
  createMcpManager,
  type McpManager,
  type McpManagerOptions,
  type McpServerDefinition,
  openMcpStore,
} from '../src/index.ts'

const HOSTILE = fileURLToPath(new URL('fixtures/hostile-server.ts', import.meta.url))
const require = createRequire(import.meta.url)

type More = Partial<Omit<McpServerDefinition, 'transport'>> & { readonly env?: Readonly<Record<string, string>> }

/** A server that is a program of Node. */
export function nodeServer(
  name: string,
  args: readonly string[],
  { env = {}, ...more }: More = {},
): McpServerDefinition {
  return { name, transport: { kind: 'stdio', command: process.execPath, args, env, passEnvironment: [] }, ...more }
}

/** A server that misbehaves in this way, called after it. */
export function hostile(mode: string, more: More & { readonly file?: string } = {}): McpServerDefinition {
  const { file = '', ...rest } = more
  return nodeServer(rest.name ?? mode, [HOSTILE, mode, file], rest)
}

/** A server of the registry that everybody knows. */
export function knownServer(name: string, args: readonly string[] = [], more: More = {}): McpServerDefinition {
  return nodeServer(name, [require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args], more)
}

/** A folder of its own, gone when the test is over. */
export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-mcp-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A manager with an empty store unless one is given; everything it started is ended when the test is over. */
export function openManager(
  servers: readonly McpServerDefinition[],
  options: Partial<McpManagerOptions> & { readonly folder?: string } = {},
): McpManager {
  const { folder = makeFolder(), ...rest } = options
  const manager = createMcpManager({
    servers,
    store: openMcpStore(folder),
    client: { name: 'tests', version: '1' },
    hostEnvironment: { PATH: process.env['PATH'] },
    cwd: folder,
    backoff: { firstMs: 20 },
    ...rest,
  })
  onTestFinished(() => manager.close())
  return manager
}

/** Whether a process is there, and not only waits to be collected. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}
