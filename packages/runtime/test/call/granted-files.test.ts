import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inspectRepository, planCommand } from '@poundlock/plan'
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { expect, onTestFinished, test } from 'vitest'
import { grantHolds, offerGrants } from '../../src/host/index.ts'

/** A line that is allowed for good, what is written afterwards, and whether it is still allowed; `null`: never offered. */
interface Row {
  readonly line: string
  readonly change: Readonly<Record<string, string>>
  readonly holds: boolean | null
  readonly covers?: string
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const rows = read('../corpus/granted-files.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
const files = JSON.parse(read('../fixtures/granted-workspace.json')) as Readonly<Record<string, string>>

function write(folder: string, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text, { mode: 0o755 })
  }
}

/** What is decided of a line in a workspace, and what may be allowed for good. */
function open(workspace: string, line: string) {
  const home = '/home/u'
  const { plan } = planCommand(line, {
    cwd: workspace,
    home,
    workspace,
    findExecutable: (name, cwd) => (name.includes('/') ? join(cwd, name) : `/usr/bin/${name}`),
    inspectRepository,
  })
  const policy = createPolicy(
    { tools: { exec: { host: 'gateway', security: 'allowlist', ask: 'on-miss' } } },
    { home, commands: commandEvaluator },
  )
  const context = { agent: 'main', session: 'main', cwd: workspace, workspace, home, interactive: true }
  const request = { tool: 'exec', requiredPermission: 'danger-full-access', plan, context } as const
  return { plan, offers: offerGrants(policy, request, workspace) }
}

test.each(rows.map((row) => [row.line, Object.keys(row.change).join(' '), row] as const))(
  'a grant for %s, after %s is written',
  (_line, _written, { line, change, holds, covers }) => {
    const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-granted-')))
    onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
    write(workspace, files)
    const { offers } = open(workspace, line)
    const allowed = () =>
      open(workspace, line).plan.commands.some((command) =>
        offers.some(({ grant }) => grantHolds(grant, command, workspace)),
      )
    expect(offers.length > 0).toBe(holds !== null)
    if (holds === null) return
    expect(offers.map((offer) => offer.covers).join()).toContain(covers ?? '')
    expect(allowed()).toBe(true)
    write(workspace, change)
    expect(allowed()).toBe(holds)
  },
)
