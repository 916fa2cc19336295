/**
 * How often a person is asked in a hundred commands that agents really ran.
 *
 *   node --conditions=@poundlock/source src/quiet.ts LINES.jsonl [--rest]
 *
 * Each line of the file has `command`, `cwd` and `n`, how often it was run. The file stays where it is: nothing of it is
 * written to the results. Every program is taken for one of the system, and the folder where a command ran for its
 * workspace, of whose files nothing is known. `--rest` prints which programs are asked about most, without rules. Writes
 * results/quiet.json and the table in README.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inspectRepository, planCommand } from '@poundlock/plan'
import { createPolicy, type Containment, type ExecLayer, type PolicyDecision } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { DEVELOPER_RULES } from './decide/developer-rules.ts'
import { installJudges, openGemini } from './decide/peers.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

interface Row {
  readonly command: string
  readonly cwd?: string
  readonly n: number
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { rest: { type: 'boolean' } } })
const [file] = positionals
if (file === undefined) throw new Error('name a file of lines: src/quiet.ts LINES.jsonl')
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row)
const total = rows.reduce((sum, { n }) => sum + n, 0)

const CONTAINED: Containment = { active: true, network: 'off', workspaceOnly: true }
const ON_HOST = { host: 'gateway', security: 'allowlist', ask: 'on-miss' } as const

/** What is decided about each row under settings of the user. */
function decideAll(exec: ExecLayer, containment?: Containment): readonly PolicyDecision[] {
  const policies = new Map<string, ReturnType<typeof createPolicy>>()
  return rows.map(({ command, cwd = '/w' }) => {
    const home = /^\/(?:Users|home)\/[^/]+/.exec(cwd)?.[0] ?? '/home/u'
    let policy = policies.get(home)
    if (policy === undefined) {
      policy = createPolicy([{ name: 'user', mayLoosen: true, exec }], { home, commands: commandEvaluator })
      policies.set(home, policy)
    }
    const findExecutable = (name: string) =>
      name.startsWith('/') ? name : name.includes('/') ? `${cwd}/${name}` : `/usr/bin/${name}`
    return policy.decide({
      tool: 'exec',
      requiredPermission: 'danger-full-access',
      context: { agent: 'main', session: 'main', cwd, workspace: cwd, home, interactive: true },
      plan: planCommand(command, { cwd, home, findExecutable, inspectRepository }).plan,
      ...(containment && { containment }),
    })
  })
}

const percent = (count: number) => Math.round((1000 * count) / total) / 10
const asks = (decisions: readonly PolicyDecision[]) =>
  percent(rows.reduce((sum, { n }, index) => sum + (decisions[index]!.decision === 'allow' ? 0 : n), 0))

installJudges()
const measured: { readonly policy: string; readonly poundlock: number; readonly gemini: number | null }[] = [
  { policy: 'default: contained, without network', poundlock: asks(decideAll({}, CONTAINED)), gemini: null },
]
for (const count of [0, 49, DEVELOPER_RULES.length]) {
  const allowRules = DEVELOPER_RULES.slice(0, count)
  const gemini = await openGemini(allowRules)
  let others = 0
  for (const { command, n } of rows) if (!(await gemini.allows(command))) others += n
  for (const proven of ['off', 'read', 'write'] as const) {
    const exec: ExecLayer = { ...ON_HOST, proven, allowRules }
    const policy = `on the host, ${count} rules, proven work: ${proven}`
    measured.push({ policy, poundlock: asks(decideAll(exec)), gemini: proven === 'off' ? percent(others) : null })
  }
}

const result = { machine: describeMachine(), commands: total, different: rows.length, asksInHundred: measured }
writeFileSync(new URL('../results/quiet.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
const rowsOfTable = measured.map(({ policy, poundlock, gemini }) => [policy, String(poundlock), String(gemini ?? '–')])
const printed = table(['policy', 'asks in 100 commands', 'Gemini CLI with the same rules'], rowsOfTable)
replaceSection(new URL('../README.md', import.meta.url), 'quiet', printed)
console.log(printed)

if (values.rest === true) {
  const programs = new Map<string, number>()
  for (const [index, { commands, decision }] of decideAll({ ...ON_HOST, proven: 'write' }).entries()) {
    if (decision === 'allow') continue
    const names = commands.filter((command) => command.decision !== 'allow').map(({ name }) => name ?? '(unknown)')
    for (const name of new Set(names)) programs.set(name, (programs.get(name) ?? 0) + rows[index]!.n)
  }
  const most = [...programs].toSorted((one, other) => other[1] - one[1]).slice(0, 40)
  for (const [name, count] of most) console.log(percent(count), name)
}
