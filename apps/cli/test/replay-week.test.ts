import { join } from 'node:path'
import { openAuditLog } from '@poundlock/audit/node'
import { inspectRepository, planCommand } from '@poundlock/plan'
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { replayWeek } from '../src/review/replay-week.ts'

const HOME = '/home/u'
const WORKSPACE = '/home/u/project'
const NOW = Date.parse('2026-11-29T12:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

type Entry = readonly [ago: number, command: string | null, decision: 'allow' | 'ask' | 'deny']

/** A policy that allows `make`, denies `rm` and asks about all else, and a log of what was decided before. */
async function review(entries: readonly Entry[]) {
  const state = temporaryFolder()
  let at = NOW
  const log = await openAuditLog(join(state, 'audit'), { durability: 'none', clock: () => new Date(at) })
  for (const [ago, command, decision] of entries) {
    at = NOW - ago
    await log.append('decision', {
      callId: 'call',
      tool: 'exec',
      decision,
      outcome: 'allowed',
      approval: { kind: 'policy', by: 'RULE', answer: 'allow' },
      reasons: [],
      agent: 'main',
      session: 's',
      ...(command !== null && { command }),
    })
  }
  await log.close()
  const exec = { host: 'gateway', security: 'allowlist', ask: 'on-miss', proven: 'off' } as const
  const policy = createPolicy(
    [{ name: 'user', mayLoosen: true, exec: { ...exec, allowRules: ['make'], denyRules: ['rm'] } }],
    { home: HOME, commands: commandEvaluator },
  )
  const place = { cwd: WORKSPACE, home: HOME, workspace: WORKSPACE }
  const decided: string[] = []
  return {
    state,
    policy,
    decided,
    request: ({ command = '' }: { readonly command?: string }) => {
      decided.push(command)
      return {
        tool: 'exec',
        requiredPermission: 'danger-full-access' as const,
        context: { agent: 'main', session: 'main', ...place, interactive: true },
        plan: planCommand(command, { ...place, findExecutable: (name) => `/usr/bin/${name}`, inspectRepository }).plan,
      }
    },
  }
}

test('the calls of a week are counted by what changes, each different one is decided once, and older ones are not', async () => {
  const place = await review([
    [8 * DAY, 'make old', 'ask'],
    [6 * DAY, 'make all', 'ask'],
    [5 * DAY, 'make all', 'ask'],
    [4 * DAY, 'touch x', 'allow'],
    [3 * DAY, 'touch y', 'ask'],
    [2 * DAY, 'rm x', 'ask'],
    [DAY, null, 'ask'],
  ])
  const { requests, ...replay } = await replayWeek(place, NOW)
  expect(replay).toMatchObject({ since: NOW - 6 * DAY, isWhole: true, total: 5, left: 1, noLongerAsking: 3 })
  expect(replay.newly.allow).toMatchObject({ count: 2, calls: [{ call: 'make all', before: 'ask', times: 2 }] })
  expect(replay.newly.ask).toMatchObject({ count: 1, calls: [{ call: 'touch x', before: 'allow', times: 1 }] })
  expect(replay.newly.deny).toMatchObject({ count: 1, calls: [{ call: 'rm x', before: 'ask', times: 1 }] })
  expect(place.decided).toEqual(['rm x', 'touch y', 'touch x', 'make all'])
  expect(requests).toHaveLength(4)
})

test('what is too much for a limit is left out from the oldest on, and the result says so', async () => {
  const entries = Array.from({ length: 50 }, (_, index): Entry => [(50 - index) * HOUR, `make part-${index}`, 'ask'])
  const place = await review(entries)
  expect(await replayWeek(place, NOW)).toMatchObject({ isWhole: true, total: 50, since: NOW - 50 * HOUR })
  const fewRecords = await replayWeek(place, NOW, { records: 10 })
  expect(fewRecords).toMatchObject({ isWhole: false, total: 10, since: NOW - 10 * HOUR, noLongerAsking: 10 })
  const short = await replayWeek(place, NOW, { characters: 400 })
  expect(short.isWhole).toBe(false)
  expect(short.total).toBeGreaterThan(0)
  expect(short.total).toBeLessThan(20)
  expect(await replayWeek(place, NOW, { milliseconds: -1 })).toMatchObject({ isWhole: false, total: 0, since: null })
  // As many as are read: but the first of them is older than the week.
  const older = await review([[9 * DAY, 'make old', 'ask'], ...entries])
  expect(await replayWeek(older, NOW, { records: 51 })).toMatchObject({ isWhole: true, total: 50 })
})

test('of very many different calls some are named, and all are counted', async () => {
  const entries = Array.from({ length: 250 }, (_, index): Entry => [(250 - index) * 60_000, `make n${index}`, 'ask'])
  const { newly } = await replayWeek(await review(entries), NOW)
  expect([newly.allow.count, newly.allow.calls.length]).toEqual([250, 200])
  expect(newly.allow.calls[0]!.call).toBe('make n249')
})

test('an empty log is a week without calls', async () => {
  expect(await replayWeek(await review([]), NOW)).toMatchObject({ since: null, isWhole: true, total: 0, left: 0 })
})
