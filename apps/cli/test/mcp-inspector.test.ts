import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { LAUNCHER, openScene, type Scene } from './poundlock.ts'

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')
const { bin } = createRequire(import.meta.url)(manifest) as { readonly bin: Readonly<Record<string, string>> }

/** The command line of the official inspector, with `mcp serve` as the server that it looks at. */
async function inspect(scene: Scene, ...args: readonly string[]) {
  const inspector = join(dirname(manifest), bin['mcp-inspector']!)
  const server = [process.execPath, LAUNCHER, 'mcp', 'serve']
  const options = { cwd: scene.workspace, reject: false, stdin: 'ignore', timeout: 60_000 } as const
  const own = ['--cli', '-e', `POUNDLOCK_HOME=${scene.state}`, ...args, '--', ...server]
  const { exitCode, stdout, stderr } = await execa(process.execPath, [inspector, ...own], options)
  return { exitCode, stderr, answer: stdout === '' ? null : JSON.parse(stdout) }
}

test('the official inspector lists the tools and calls them', { timeout: 600_000 }, async () => {
  const scene = openScene()
  const listed = await inspect(scene, '--method', 'tools/list')
  expect(listed).toMatchObject({ exitCode: 0 })
  expect(listed.answer.tools.map((tool: any) => tool.name)).toEqual(expect.arrayContaining(['exec', 'read_file']))
  const called = await inspect(scene, '--method', 'tools/call', '--tool-name', 'exec', '--tool-arg', 'command=echo hi')
  expect(called.answer).toMatchObject({ content: [{ type: 'text', text: 'hi' }] })
})
