import { readFileSync } from 'node:fs'
import { createPolicy, type Fix, type PlannedCommand } from '@poundlock/policy'
import { commandEvaluator, deriveGrant, grantCovers } from '@poundlock/policy/commands'
import { someOf } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { planCommand } from '../src/index.ts'

const read = (path: string) =>
  readFileSync(new URL(path, import.meta.url), 'utf8')
    .trim()
    .split('\n')

const CWD = '/w'
const HOME = '/home/u'
const CONTEXT = { agent: 'main', session: 'main', cwd: CWD, workspace: CWD, home: HOME, interactive: true }
const findExecutable = (name: string) =>
  name.startsWith('/') ? name : name.includes('/') ? `${CWD}/${name.replace('./', '')}` : `/usr/bin/${name}`

/** Each line is tried against many suggestions, and planned once. */
const plans = new Map<string, ReturnType<typeof planCommand>['plan']>()

function planOf(line: string) {
  const plan = plans.get(line) ?? planCommand(line, { cwd: CWD, home: HOME, findExecutable }).plan
  plans.set(line, plan)
  return plan
}

/** Where it would run uncontained, as it is with the fixes that say what to add or set. */
function decide(line: string, fixes: readonly Fix[] = []) {
  const values = (key: string) =>
    fixes.flatMap((fix) => (fix.key === key && fix.value !== undefined ? [fix.value] : []))
  const fs = { read: { allow: values('tools.fs.read.allow') }, write: { allow: values('tools.fs.write.allow') } }
  const environment = values('tools.exec.environment')
  const exec = { host: 'gateway', security: 'allowlist', allow: values('tools.exec.allow'), environment }
  const policy = createPolicy({ tools: { exec, fs } } as never, { home: HOME, commands: commandEvaluator })
  return policy.decide({ tool: 'exec', requiredPermission: 'danger-full-access', plan: planOf(line), context: CONTEXT })
}

const rows = read('corpus/fix-width.jsonl').map((row) => JSON.parse(row) as { line: string; hostile: string[] })

test.each(rows.map((row) => [row.line, row.hostile] as const))(
  'what is suggested for %s lets nothing else through',
  (line, hostile) => {
    const { fix } = decide(line)
    expect(hostile.filter((other) => decide(other, fix).decision === 'allow')).toEqual([])
  },
)

/** Reads, and starts nothing, in the workspace: whatever else it is told. */
const onlyReads = ({ profile, passive }: PlannedCommand) =>
  passive === true || (profile?.known === true && profile.effects.every(({ kind }) => kind === 'file-read'))

/** A line is in the class of another where each of its commands has the words of one there, is like one, or only reads. */
function isOfClass(line: string, original: string): boolean {
  const { commands } = planOf(original)
  const grants = commands.flatMap((command) => deriveGrant(command, CWD, CWD).grant ?? [])
  const words = new Set(commands.map(({ argv }) => JSON.stringify(argv)))
  const isLike = (command: PlannedCommand) =>
    words.has(JSON.stringify(command.argv)) || grants.some((grant) => grantCovers(grant, command, CWD))
  return planOf(line).commands.every((command) => onlyReads(command) || isLike(command))
}

const dangerous = read('../../profiles/test/corpus/dangerous.txt')
  .filter((line) => !line.startsWith('#') && line.includes(' => '))
  .map((line) => line.split(' => ')[0]!)
const hostileLines = [...new Set([...dangerous, ...rows.flatMap(({ hostile }) => hostile)])]

test('no suggestion lets through a hostile line that is not of the class of its own', () => {
  const agents = read('../../../bench/corpus/agent-one-liners.jsonl').map((row) => JSON.parse(row).command as string)
  const before = new Set(hostileLines.filter((line) => decide(line).decision === 'allow'))
  const tried = new Map<string, readonly Fix[]>()
  const wide: string[] = []
  for (const line of [...someOf(hostileLines), ...someOf(someOf(agents))]) {
    const { fix } = decide(line)
    const key = JSON.stringify(fix.map(({ value }) => value))
    if (fix.length === 0 || tried.has(key)) continue
    tried.set(key, fix)
    const programs = new Set(planOf(line).commands.map(({ name }) => name))
    for (const other of hostileLines) {
      if (before.has(other) || !planOf(other).commands.some(({ name }) => programs.has(name))) continue
      if (decide(other, fix).decision === 'allow' && !isOfClass(other, line)) wide.push(`${line} | ${other}`)
    }
  }
  expect(wide).toEqual([])
})
