/**
 * How often a person is asked in a hundred commands that agents really ran, beside other agents under the same rules.
 *
 *   node --conditions=@poundlock/source src/quiet.ts LINES.jsonl [--sessions FILE] [--peers] [--rest]
 *
 * Each line of the file has `command`, `cwd`, `source` and `n`, how often it was run; each of the sessions has `cwd` and
 * `commands`, the places of its lines. The files stay where they are: nothing of them is written to the results. Every
 * program is taken for one of the system, and nothing is known of the files in the folders.
 *
 * `--peers` asks the other agents too, which takes half an hour. `--rest` prints which programs are asked about most,
 * without rules. Writes results/quiet.json and the tables in README.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { CommandPlan, Containment, ExecLayer } from '@poundlock/policy'
import { BUILDING_RULES, DEVELOPER_RULES } from './decide/developer-rules.ts'
import { openClaudeCode } from './quiet/claude-code.ts'
import { openCodex } from './quiet/codex.ts'
import { Decider, ON_HOST, planLine } from './quiet/decide-lines.ts'
import { openGeminiPeer } from './quiet/gemini.ts'
import { type NamedHosts, unnamedHosts } from './quiet/hosts.ts'
import { learnHalves } from './quiet/learned.ts'
import { readLines, readSessions, type Line } from './quiet/lines.ts'
import { openOpenClaw } from './quiet/openclaw.ts'
import type { Peer } from './quiet/peer.ts'
import { REST_CLASSES, type RestClass, restClassOf } from './quiet/rest-classes.ts'
import { replaySessions, type SessionAsks } from './quiet/sessions.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rest: { type: 'boolean' }, peers: { type: 'boolean' }, sessions: { type: 'string' } },
})
const [file] = positionals
if (file === undefined) throw new Error('name a file of lines: src/quiet.ts LINES.jsonl')
const sessions = values.sessions === undefined ? [] : readSessions(values.sessions)
const lines = readLines(file, sessions)
const plans = lines.map(planLine)
const page = new URL('../README.md', import.meta.url)
const results = new URL('../results/quiet.json', import.meta.url)

const CONTAINED: Containment = { active: true, network: 'off', workspaceOnly: true }
const WITH_NETWORK: Containment = { active: true, network: 'allowlist', workspaceOnly: true }
const DEFAULT: Containment = { ...WITH_NETWORK, asksHosts: true }
const RULES: readonly (readonly [name: string, rules: readonly string[]])[] = [
  ['0 rules', []],
  ['49 rules that look', DEVELOPER_RULES.slice(0, 49)],
  ['49 rules that build', BUILDING_RULES.slice(0, 49)],
  ['125 rules that build', BUILDING_RULES],
]

/** Programs of the projects that most of the lines are from, beside the 125 rules, which name none. */
const OF_THE_PROJECTS = ['workmux', 'bd', 'entire']

interface Row {
  readonly policy: string
  readonly poundlock: number
  /** The same of the lines whose folder the transcript says. */
  readonly placed: number
  readonly peers: Readonly<Record<string, number | null>>
}

const count = (of: readonly Line[]) => of.reduce((sum, { n }) => sum + n, 0)
const percent = (part: readonly Line[], of: readonly Line[] = lines) =>
  Math.round((1000 * count(part)) / count(of)) / 10

/** The lines that are not allowed. */
function askedLines(
  exec: ExecLayer,
  containment?: Containment,
  asksToo?: (plan: CommandPlan) => boolean,
  readScope?: 'workspace' | 'all',
) {
  const decider = new Decider(exec, containment, readScope)
  return lines.filter((line, at) => {
    const plan = plans[at]!
    return decider.decide(line, plan).decision !== 'allow' || asksToo?.(plan) === true
  })
}

function measure(policy: string, asked: readonly Line[], peers: Row['peers'] = {}): Row {
  const isPlaced = ({ placed }: Line) => placed
  const placed = percent(asked.filter(isPlaced), lines.filter(isPlaced))
  console.error(policy, percent(asked), placed, peers)
  return { policy, poundlock: percent(asked), placed, peers }
}

/** What the other agents would ask about, which are measured only where it is wanted. */
async function openPeers(): Promise<readonly Peer[]> {
  if (values.peers !== true) return []
  const peers = [await openClaudeCode(), await openCodex(), openGeminiPeer(), await openOpenClaw()]
  return peers.filter((peer) => peer !== null)
}

async function askPeers(peers: readonly Peer[], rules: readonly string[]): Promise<Row['peers']> {
  const found: Record<string, number> = {}
  for (const peer of peers) {
    const sample = sampleOf(peer.every ?? 1)
    const allowed = await peer.allows(sample, rules)
    found[peer.name] = percent(
      sample.filter((_, at) => allowed[at] !== true),
      sample,
    )
    console.error(peer.name, found[peer.name])
  }
  return found
}

/** One call of so many, at even distances in the order of the file. */
function sampleOf(every: number): readonly Line[] {
  let before = 0
  return lines.flatMap((line) => {
    const taken = Math.floor((before + line.n) / every) - Math.floor(before / every)
    before += line.n
    return taken > 0 ? [{ ...line, n: taken }] : []
  })
}

async function measureAll(): Promise<readonly Row[]> {
  const contactsOther = (plan: CommandPlan) => unnamedHosts(plan).size > 0
  const measured = [
    measure('contained, without network', askedLines({}, CONTAINED)),
    measure(
      'contained, presets of registries, every other host asked about',
      askedLines({}, WITH_NETWORK, contactsOther),
    ),
  ]
  const peers = await openPeers()
  const earlier = new Map(before.asksInHundred.map((row) => [row.policy, row.peers]))
  for (const [name, allowRules] of RULES) {
    const others =
      peers.length > 0 ? await askPeers(peers, allowRules) : earlier.get(`on the host, ${name}, proven work: off`)
    for (const proven of ['off', 'read', 'write'] as const) {
      const asked = askedLines({ ...ON_HOST, proven, allowRules })
      measured.push(
        measure(`on the host, ${name}, proven work: ${proven}`, asked, proven === 'off' ? others : undefined),
      )
    }
  }
  for (const [name, allowRules] of RULES.filter(([of]) => !of.includes('look'))) {
    const asked = askedLines({ ...ON_HOST, proven: 'write', allowRules }, undefined, undefined, 'all')
    measured.push(measure(`on the host, ${name}, proven work: write, reads everywhere but secrets`, asked))
  }
  for (const readScope of ['workspace', 'all'] as const) {
    const asked = askedLines(
      { ...ON_HOST, proven: 'write', allowRules: [...BUILDING_RULES, ...OF_THE_PROJECTS] },
      undefined,
      undefined,
      readScope,
    )
    const where = readScope === 'all' ? ', reads everywhere but secrets' : ''
    measured.push(measure(`on the host, and ${OF_THE_PROJECTS.join(', ')}, proven work: write${where}`, asked))
  }
  return measured
}

/** Sessions with a person who allows all and says "always" where that can be granted. */
function measureSessions(): Readonly<Record<string, SessionAsks>> {
  const most = sessions.slice(0, 250)
  const replay = (exec: ExecLayer, keeps: boolean, containment?: Containment) =>
    replaySessions(most, lines, plans, { exec, keeps, ...(containment && { containment }) })
  const onHost: ExecLayer = { ...ON_HOST, proven: 'write' }
  const byDefault = (keeps: boolean, named: NamedHosts = 'nothing') =>
    replaySessions(most, lines, plans, { exec: {}, keeps, containment: DEFAULT, named })
  return {
    'contained, without network': replay({}, false, CONTAINED),
    'contained, presets of registries, every other host asked about': replaySessions(most, lines, plans, {
      exec: {},
      keeps: false,
      containment: WITH_NETWORK,
      named: 'presets',
    }),
    'contained, by default: every host asked about': byDefault(false),
    'contained, network "ask", the registries of the project named': byDefault(false, 'registries'),
    'contained, by default, hosts allowed for the folder': byDefault(true),
    'on the host, 0 rules, grants of the session': replay(onHost, false),
    'on the host, 0 rules, grants kept for the folder': replay(onHost, true),
    'on the host, 49 rules that build, grants kept': replay(
      { ...onHost, allowRules: BUILDING_RULES.slice(0, 49) },
      true,
    ),
    'on the host, 125 rules that build, grants kept': replay({ ...onHost, allowRules: BUILDING_RULES }, true),
  }
}

/** What is asked about on the host, by what stands against proving it. */
function measureRest(): readonly (readonly [name: string, shares: Readonly<Record<RestClass, number>>])[] {
  return RULES.filter(([name]) => !name.includes('look')).map(([name, allowRules]) => {
    const decider = new Decider({ ...ON_HOST, proven: 'write', allowRules })
    const found = new Map<RestClass, Line[]>()
    for (const [at, line] of lines.entries()) {
      const decided = decider.decide(line, plans[at]!)
      if (decided.decision === 'allow') continue
      const of = restClassOf(decided, plans[at]!, line.workspace)
      found.set(of, [...(found.get(of) ?? []), line])
    }
    const classes = Object.keys(REST_CLASSES) as RestClass[]
    const shares = Object.fromEntries(classes.map((of) => [of, percent(found.get(of) ?? [])]))
    return [name, shares as Record<RestClass, number>] as const
  })
}

function printRest(): void {
  const programs = new Map<string, number>()
  const decider = new Decider({ ...ON_HOST, proven: 'write' })
  for (const [at, line] of lines.entries()) {
    const { commands, decision } = decider.decide(line, plans[at]!)
    if (decision === 'allow') continue
    const names = commands.filter((command) => command.decision !== 'allow').map(({ name }) => name ?? '(unknown)')
    for (const name of new Set(names)) programs.set(name, (programs.get(name) ?? 0) + line.n)
  }
  const most = [...programs].toSorted((one, other) => other[1] - one[1]).slice(0, 40)
  for (const [name, asked] of most) console.log(Math.round((1000 * asked) / count(lines)) / 10, name)
}

/** Rules that each project learns from the first half of its sessions, measured on the second half. */
function measureLearned() {
  const learn = (own: readonly string[], most: number) => learnHalves(sessions, lines, plans, own, most)
  return {
    'no rules, then at most 49 that are learned': learn([], 49),
    '49 rules that build, then at most 125 with those that are learned': learn(BUILDING_RULES.slice(0, 49), 125),
  }
}

// What the other agents said stays until they are asked again.
const before = JSON.parse(readFileSync(results, 'utf8')) as { readonly asksInHundred: readonly Row[] }
const asksInHundred = await measureAll()
const perSession = sessions.length > 0 ? measureSessions() : undefined
const learned = sessions.length > 0 ? measureLearned() : undefined
const rest = measureRest()
const result = {
  ...before,
  machine: describeMachine(),
  commands: count(lines),
  different: lines.length,
  asksInHundred,
  rest: Object.fromEntries(rest),
  ...(perSession && { perSession }),
  ...(learned && { learned }),
}
writeFileSync(results, `${JSON.stringify(result, null, 2)}\n`)

const NAMES = ['Claude Code', 'Codex', 'Gemini CLI', 'OpenClaw']
const printed = table(
  ['policy', 'Poundlock', 'where the folder is known', ...NAMES],
  asksInHundred.map(({ policy, poundlock, placed, peers }) => [
    policy,
    String(poundlock),
    String(placed),
    ...NAMES.map((name) => String(peers[name] ?? '–')),
  ]),
)
replaceSection(page, 'quiet', printed)
console.log(printed)
const classTable = table(
  ['what is asked about, of 100 calls', ...rest.map(([name]) => name), 'why it asks'],
  Object.entries(REST_CLASSES).map(([of, why]) => [
    of,
    ...rest.map(([, shares]) => String(shares[of as RestClass])),
    why,
  ]),
)
replaceSection(page, 'quiet-rest', classTable)
console.log(classTable)
if (perSession) {
  const rows = Object.entries(perSession).map(([policy, { median, p95, asksInHundred: asks }]) => [
    policy,
    String(median),
    String(p95),
    String(asks),
  ])
  const sessionTable = table(['policy', 'median', '95 of 100 sessions at most', 'asks in 100 commands'], rows)
  replaceSection(page, 'quiet-sessions', sessionTable)
  console.log(sessionTable)
}
if (learned) {
  const rows = Object.entries(learned).map(([policy, { calls, asksBefore, asksAfter, mostRules }]) => [
    policy,
    String(mostRules),
    String(calls),
    String(asksBefore),
    String(asksAfter),
  ])
  const learnedTable = table(['policy', 'rules of a project at most', 'calls', 'asks before', 'asks after'], rows)
  replaceSection(page, 'quiet-learned', learnedTable)
  console.log(learnedTable)
}
if (values.rest === true) printRest()
