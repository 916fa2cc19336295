/** May this agent call this tool? The same question to four engines, in one process, in turns. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createMongoAbility, type MongoAbility } from '@casl/ability'
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { createPolicy, toolRequest } from '@poundlock/policy'
import { newEnforcer, newModelFromString, StringAdapter } from 'casbin'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const ROUNDS = 30
/** So many pairs of questions between two looks at the clock, which takes a microsecond itself. */
const BATCH = 64

/** What this thread has worked: the machine may be busy with something else meanwhile. */
function cpuMicroseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Long enough for the clock, short enough that all meet the same weather. */
const ROUND_MS = 15

type Ask = (tool: string) => boolean

const denied = (count: number) => Array.from({ length: count }, (_, index) => `mcp__server${index % 7}__tool${index}`)

/** Tools that no rule names, and some that rules from the first to the last name. */
const questions = (count: number) => {
  const rules = denied(count)
  return {
    free: ['mcp__files__read', 'mcp__git__log', 'mcp__web__search', 'mcp__db__query'],
    shut: [rules[0]!, rules[count >> 2]!, rules[count >> 1]!, rules[count - 1]!],
  }
}

const policyOf = (count: number) =>
  createPolicy({ mode: 'allow', tools: { deny: denied(count) } }, { home: '/home/me' })
const makeContext = () => ({
  agent: 'main',
  session: 'main',
  cwd: '/w',
  workspace: '/w',
  home: '/home/me',
  interactive: true,
})

/** A request of its own for every call, as a server makes it. */
function poundlock(count: number): Ask {
  const policy = policyOf(count)
  return (tool) => policy.decide({ tool, requiredPermission: 'read-only', context: makeContext() }).decision === 'allow'
}

/** The same, made of the call as a framework has it. */
function poundlockCall(count: number): Ask {
  const policy = policyOf(count)
  const context = makeContext()
  let calls = 0
  return (tool) => {
    const call = { tool, input: { query: `q${calls++ % 1000}` }, requiredPermission: 'read-only' as const, context }
    return policy.decide(toolRequest(call)).decision === 'allow'
  }
}

const FILE_TOOLS = ['read_file', 'write_file', 'grep_search', 'edit_file']

/** Files, another one in every call: where each lies is judged anew. */
function poundlockFiles(count: number, folder: string): Ask {
  const policy = policyOf(count)
  const context = makeContext()
  let calls = 0
  return () => {
    const tool = FILE_TOOLS[calls++ & 3]!
    const input = { path: `${folder}/file${calls % 1000}.ts` }
    return policy.decide(toolRequest({ tool, input, context })).decision === 'allow'
  }
}

/** A model that was never seen in every call, where a list goes by it, so that nothing that was remembered is of use. */
function poundlockAnew(count: number): Ask {
  const byProvider = { other: { deny: ['exec'] } }
  const policy = createPolicy({ mode: 'allow', tools: { deny: denied(count), byProvider } }, { home: '/home/me' })
  let calls = 0
  return (tool) => {
    const request = { tool, requiredPermission: 'read-only' as const, model: `m/${calls++}`, context: makeContext() }
    return policy.decide(request).decision === 'allow'
  }
}

async function casbin(count: number): Promise<Ask> {
  const model = newModelFromString(
    '[request_definition]\nr = sub, tool\n[policy_definition]\np = sub, tool, eft\n' +
      '[policy_effect]\ne = some(where (p.eft == allow)) && !some(where (p.eft == deny))\n' +
      '[matchers]\nm = r.sub == p.sub && (p.tool == "*" || r.tool == p.tool)',
  )
  const rules = ['p, main, *, allow', ...denied(count).map((tool) => `p, main, ${tool}, deny`)]
  const enforcer = await newEnforcer(model, new StringAdapter(rules.join('\n')))
  return (tool) => enforcer.enforceSync('main', tool)
}

function casl(count: number): Ask {
  const ability: MongoAbility = createMongoAbility([
    { action: 'call', subject: 'all' },
    ...denied(count).map((tool) => ({ action: 'call', subject: tool, inverted: true })),
  ])
  return (tool) => ability.can('call', tool)
}

function cedar(count: number): Ask {
  const forbids = denied(count).map((tool) => `forbid(principal, action, resource == Tool::"${tool}");`)
  const staticPolicies = ['permit(principal, action, resource);', ...forbids].join('\n')
  const parsed = preparsePolicySet('bench', { staticPolicies })
  if (parsed.type !== 'success') throw new Error(JSON.stringify(parsed))
  const call = (tool: string) => ({
    principal: { type: 'Agent', id: 'main' },
    action: { type: 'Action', id: 'call' },
    resource: { type: 'Tool', id: tool },
    context: {},
    entities: [],
  })
  return (tool) => {
    const answer = statefulIsAuthorized({ ...call(tool), preparsedPolicySetId: 'bench' })
    if (answer.type !== 'success') throw new Error(JSON.stringify(answer))
    return answer.response.decision === 'allow'
  }
}

async function measure(count: number) {
  const engines: readonly (readonly [string, Ask])[] = [
    ['@poundlock/policy', poundlock(count)],
    ['@poundlock/policy, with toolRequest', poundlockCall(count)],
    ['@poundlock/policy, with toolRequest and a path', poundlockFiles(count, 'src/deep')],
    ['@poundlock/policy, with toolRequest and a path that is refused', poundlockFiles(count, '~/.poundlock')],
    ['@poundlock/policy, never the same model, where a list goes by it', poundlockAnew(count)],
    ['@casl/ability', casl(count)],
    ['casbin', await casbin(count)],
    ['@cedar-policy/cedar-wasm', cedar(count)],
  ]
  const { free, shut } = questions(count)
  for (const [name, ask] of engines) {
    const isRight = name.includes('a path') ? ask('') !== name.endsWith('refused') : free.every(ask) && !shut.some(ask)
    if (!isRight) throw new Error(`${name} answers otherwise`)
  }
  const samples = new Map(engines.map(([name]) => [name, [] as number[]]))
  for (let round = 0; round <= ROUNDS; round++) {
    const turn = round % engines.length
    for (const [name, ask] of [...engines.slice(turn), ...engines.slice(0, turn)]) {
      const begin = cpuMicroseconds()
      let asked = 0
      let spent = 0
      while (spent < ROUND_MS * 1000) {
        for (let repeat = 0; repeat < BATCH; repeat++) {
          ask(free[repeat & 3]!)
          ask(shut[repeat & 3]!)
        }
        asked += 2 * BATCH
        spent = cpuMicroseconds() - begin
      }
      if (round > 0) samples.get(name)!.push(spent / asked)
    }
  }
  return [...samples].map(([name, times]) => ({ name, rules: count, microseconds: median(times) }))
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

const results = [...(await measure(20)), ...(await measure(1000))]
const machine = describeMachine()
const measured = new Date().toISOString().slice(0, 10)
mkdirSync(new URL('../results/', import.meta.url), { recursive: true })
writeFileSync(
  new URL('../results/policy.json', import.meta.url),
  `${JSON.stringify({ measured, machine, rounds: ROUNDS, results }, null, 2)}\n`,
)
const names = [...new Set(results.map(({ name }) => name))]
const cell = (name: string, count: number) =>
  results.find((row) => row.name === name && row.rules === count)!.microseconds.toFixed(2)
const rows = names.map((name) => [`\`${name}\``, cell(name, 20), cell(name, 1000)])
const page = table(['engine', '20 rules, µs', '1,000 rules, µs'], rows)
const WHERE = `${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; medians of ${ROUNDS} rounds of processor time, ${measured}.`
replaceSection(new URL('../README.md', import.meta.url), 'policy', `${page}\n\n${WHERE}`)
console.log(page)
