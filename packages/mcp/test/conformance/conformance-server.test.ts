import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../open-manager.ts'

const SUITE = createRequire(import.meta.url)
  .resolve('@modelcontextprotocol/conformance/package.json')
  .replace(/package\.json$/, 'dist/index.js')
const SERVER = fileURLToPath(new URL('../fixtures/conformance-server.ts', import.meta.url))
const PATIENCE_MS = 300_000
const AT_A_TIME = 4

/** What is required of servers that have more than tools, whose tools answer with more than text and images, or ask for more than a decision. */
const NOT_SERVED =
  /^(?:completion-|resources-|prompts-|sep-2164-|caching$|tools-call-(?:audio|embedded-resource|mixed-content|sampling|elicitation)$|elicitation-|input-required-)/

/** What a revision requires of a server. */
function scenariosOf(revision: string): readonly string[] {
  const text = readFileSync(new URL(`../requirements/${revision}.yaml`, pathToFileURL(SUITE)), 'utf8')
  const [, list = ''] = /^server:\n((?: {2}- .*\n)+)/m.exec(text) ?? []
  return [...list.matchAll(/^ {2}- (.*)$/gm)].map(([, name]) => name!)
}

async function startServer(): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=@poundlock/source', SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return line.toString().trim()
}

/** Exit code 0 is the verdict. */
function passes(url: string, scenario: string, revision: string): Promise<boolean> {
  const args = ['server', '--url', url, '--scenario', scenario, '--spec-version', revision]
  const options = { maxBuffer: 64 * 1024 * 1024, timeout: PATIENCE_MS, cwd: makeFolder() }
  return new Promise((resolve) =>
    execFile(process.execPath, [SUITE, ...args], options, (error) => resolve(error === null)),
  )
}

test.each([
  ['2025-11-25', 30, 11],
  ['2026-07-28', 37, 8],
] as const)(
  'the official suite finds nothing wrong with a server of tools for %s',
  { timeout: 15 * 60_000 },
  async (revision, all, served) => {
    const required = scenariosOf(revision)
    expect(required).toHaveLength(all)
    const waiting = required.filter((scenario) => !NOT_SERVED.test(scenario))
    expect(waiting).toHaveLength(served)
    const url = await startServer()
    const failed: string[] = []
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (!(await passes(url, next, revision))) failed.push(next)
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
    expect(failed).toEqual([])
  },
)
