/**
 * What share of the lines that agents write needs a person, and how long a decision takes.
 *
 *   node --conditions=@poundlock/source src/decide.ts [rounds]
 *
 * Two policies: the default one, contained by a sandbox without network, and `host: gateway, security: allowlist` with
 * the rules that a developer writes. What is silent on the gateway must by its plan write nothing outside the workspace
 * and contact nobody that no rule names; the program fails when that does not hold. Writes results/decide.json and the
 * tables in README.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compareJudges } from './decide/compare-judges.ts'
import { DEVELOPER_RULES as RULES } from './decide/developer-rules.ts'
import { installJudges, openGemini, openSafetyNet, type Judge } from './decide/peers.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

interface Effect {
  readonly kind: string
  readonly path: string | null
}
interface Plan {
  readonly commands: readonly { readonly argv: readonly (string | null)[]; readonly profile?: { effects: Effect[] } }[]
  readonly effects: readonly Effect[]
}
interface Policy {
  decide(request: object): { readonly decision: string; readonly reasons: readonly { readonly code: string }[] }
}
type Load = (path: string, file?: string) => Promise<unknown>
const load: Load = (path, file = 'index') =>
  import(new URL(`../../packages/${path}/src/${file}.ts`, import.meta.url).href)
const { createPolicy } = (await load('policy')) as { createPolicy: (layers: object[], options: object) => Policy }
const JUDGE_FILE = '../../packages/policy/src/commands.ts'
const { commandEvaluator } = (await import(JUDGE_FILE)) as { commandEvaluator: object }
const { planCommand } = (await load('plan')) as { planCommand: (text: string, options: object) => { plan: Plan } }
const { planAnalyzed } = (await load('plan', 'plan-command')) as {
  planAnalyzed: (text: string, analysis: unknown, options: object) => Plan
}
const { analyzeShell } = (await load('shell', 'analysis/index')) as {
  analyzeShell: (text: string, options: object) => unknown
}

const rounds = Number(process.argv[2] ?? 7)
const lines = readFileSync(new URL('../corpus/agent-one-liners.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { command: string }).command)

const CWD = '/w'
const HOME = '/home/u'
const find = (name: string) =>
  name.startsWith('/') ? name : name.includes('/') ? `${CWD}/${name}` : `/usr/bin/${name}`
const options = { cwd: CWD, home: HOME, findExecutable: find }
const CONTEXT = { agent: 'main', session: 'main', cwd: CWD, workspace: CWD, home: HOME, interactive: true }
const BASE = { tool: 'exec', requiredPermission: 'danger-full-access', context: CONTEXT }
const CONTAINED = { active: true, network: 'off', workspaceOnly: true }
const gateway = (allowRules: readonly string[], denyRules: readonly string[] = []) =>
  createPolicy(
    [
      {
        name: 'user',
        mayLoosen: true,
        mode: 'workspace-write',
        exec: { host: 'gateway', security: 'allowlist', ask: 'on-miss', allowRules, denyRules },
      },
    ],
    { home: HOME, commands: commandEvaluator },
  )

const defaults = createPolicy([{ name: 'default', mayLoosen: true }], { home: HOME, commands: commandEvaluator })
const typical = gateway(RULES)
const plans = lines.map((line) => planCommand(line, options).plan)
const byDefault = plans.map((plan) => defaults.decide({ ...BASE, plan, containment: CONTAINED }))
const onGateway = plans.map((plan) => typical.decide({ ...BASE, plan }))

/** Rules for builders mean that they fetch what the project depends on. */
const FETCHES = /^(?:go|cargo|npm|npx|pnpm|yarn)$/
const outside = lines.filter((_line, index) => {
  if (onGateway[index]!.decision !== 'allow') return false
  const { commands, effects } = plans[index]!
  const far = ({ kind, path }: Effect) =>
    kind.startsWith('file-') && kind !== 'file-read' && !/^\/w(?:\/|$)|^\/dev\/(?:null|std\w+|tty)$/.test(path ?? '')
  return (
    effects.some((effect) => far(effect) || effect.kind === 'network') ||
    commands.some(({ argv, profile }) =>
      profile?.effects.some(
        (effect) => far(effect) || (effect.kind === 'network' && !FETCHES.test(argv[0]?.replace(/.*\//, '') ?? '')),
      ),
    )
  )
})
if (outside.length > 0) {
  throw new Error(`silent, but beyond the workspace by its plan:\n${outside.join('\n')}`)
}

const share = (decisions: readonly { readonly decision: string }[]) => {
  const prompts = decisions.filter(({ decision }) => decision !== 'allow').length
  return { lines: decisions.length, prompts, percent: Math.round((1000 * prompts) / decisions.length) / 10 }
}
const shares = { default: share(byDefault), gateway: share(onGateway) }

/** Microseconds for each line: the best of the rounds, in which the contestants take turns. */
function measure(contestants: Readonly<Record<string, (index: number) => unknown>>): Record<string, number> {
  const best = Object.fromEntries(Object.keys(contestants).map((name) => [name, lines.map(() => Infinity)]))
  for (let round = 0; round < rounds + 1; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      for (let index = 0; index < lines.length; index++) {
        const start = process.hrtime.bigint()
        for (let times = 0; times < 20; times++) run(index)
        const taken = Number(process.hrtime.bigint() - start) / 20_000
        if (round > 0) best[name]![index] = Math.min(best[name]![index]!, taken)
      }
    }
  }
  return Object.fromEntries(Object.entries(best).map(([name, values]) => [name, median(values)]))
}
const median = (values: readonly number[]) =>
  Math.round(10 * values.toSorted((one, other) => one - other)[values.length >> 1]!) / 10

const analyses = lines.map((line) => analyzeShell(line, { dialect: 'bash', cwd: CWD, home: HOME }))
const few = gateway(RULES.slice(0, 20))
const OTHERS = Array.from({ length: 980 }, (_, index) => `tool-${index} run`)
const many = gateway([...RULES.slice(0, 20), ...OTHERS])
const DENIED =
  'rm,sudo,git push,curl,dd,mkfs,chown,shutdown,reboot,nc,ssh,scp,crontab,kill,pkill,npm publish,docker,su,at,eval'
const fewDenied = gateway(RULES, DENIED.split(','))
const manyDenied = gateway(RULES, [...DENIED.split(','), ...OTHERS])
const speed = measure({
  'read the line': (index) => analyzeShell(lines[index]!, { dialect: 'bash', cwd: CWD, home: HOME }),
  'read and profile': (index) => planCommand(lines[index]!, options),
  'profile and decide a line that is read': (index) =>
    typical.decide({ ...BASE, plan: planAnalyzed(lines[index]!, analyses[index], options) }),
  'the same, contained by default': (index) =>
    defaults.decide({ ...BASE, containment: CONTAINED, plan: planAnalyzed(lines[index]!, analyses[index], options) }),
  'decide by policy': (index) => typical.decide({ ...BASE, plan: plans[index] }),
  'check, from text to decision': (index) =>
    typical.decide({ ...BASE, plan: planCommand(lines[index]!, options).plan }),
  'decide by 20 rules': (index) => few.decide({ ...BASE, plan: plans[index] }),
  'decide by 1,000 rules': (index) => many.decide({ ...BASE, plan: plans[index] }),
  'decide by 20 rules that deny': (index) => fewDenied.decide({ ...BASE, plan: plans[index] }),
  'decide by 1,000 rules that deny': (index) => manyDenied.decide({ ...BASE, plan: plans[index] }),
})

/** The same for others, which are told one line at a time and answer later; fewer times, since they take longer. */
async function measureJudge({ allows }: Judge, times: number, turns: number): Promise<number> {
  const best = lines.map(() => Infinity)
  for (let round = 0; round < turns + 1; round++) {
    for (const [index, line] of lines.entries()) {
      const start = process.hrtime.bigint()
      for (let time = 0; time < times; time++) await allows(line)
      const taken = Number(process.hrtime.bigint() - start) / (times * 1000)
      if (round > 0) best[index] = Math.min(best[index]!, taken)
    }
  }
  return median(best)
}
installJudges()
const gemini = await openGemini(RULES)
const safetyNet = await openSafetyNet()
speed[`${gemini.name}, from text to decision`] = await measureJudge(gemini, 3, 3)
speed[`${safetyNet.name}, from text to decision`] = await measureJudge(safetyNet, 1, 1)
const errors = await compareJudges()

const asked = (decisions: typeof byDefault) =>
  lines.filter((_line, index) => decisions[index]!.decision !== 'allow').map((line) => line.split('\n', 1)[0])
const result = {
  machine: describeMachine(),
  shares,
  medianMicroseconds: speed,
  errors,
  askedByDefault: asked(byDefault),
}
mkdirSync(new URL('../results/', import.meta.url), { recursive: true })
writeFileSync(fileURLToPath(new URL('../results/decide.json', import.meta.url)), `${JSON.stringify(result, null, 2)}\n`)
const readme = new URL('../README.md', import.meta.url)
const shareRow = (name: string, { lines: all, prompts, percent }: (typeof shares)['default']) => [
  name,
  String(all),
  String(prompts),
  `${percent} %`,
]
const tables = [
  table(
    ['policy', 'lines', 'ask', 'share'],
    [
      shareRow('default: contained, no network', shares.default),
      shareRow('gateway, allowlist of a developer', shares.gateway),
    ],
  ),
  table(
    ['step', 'median µs'],
    Object.entries(speed).map(([name, time]) => [name, String(time)]),
  ),
  table(
    ['judge', 'let through that must be asked for', 'asked for without need'],
    errors.map(({ judge, wronglyAllowed, ofForbidden, needlesslyAsked, ofHarmless }) => [
      judge,
      `${wronglyAllowed} of ${ofForbidden}`,
      `${needlesslyAsked} of ${ofHarmless}`,
    ]),
  ),
]
replaceSection(readme, 'decide', tables.join('\n\n'))
console.log(tables.join('\n\n'))
if (process.argv.includes('--asked')) console.log(asked(onGateway).join('\n'))
