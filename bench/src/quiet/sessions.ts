import type { CommandPlan, Containment, ExecLayer, Grant, PolicyDecision } from '@poundlock/policy'
import { deriveGrant } from '@poundlock/policy/commands'
import { Decider } from './decide-lines.ts'
import { type NamedHosts, questionsAbout, unnamedHosts } from './hosts.ts'
import type { Line, Session } from './lines.ts'

/** How often a person is asked in one session. */
export interface SessionAsks {
  readonly sessions: number
  readonly calls: number
  readonly median: number
  readonly p95: number
  readonly asksInHundred: number
}

export interface Replay {
  readonly exec: ExecLayer
  readonly containment?: Containment
  readonly keeps: boolean
  /** Hosts that are not among these are asked about: each once in a session, or once in a folder where `keeps` is set. */
  readonly named?: NamedHosts
}

/**
 * Replays sessions with a person who allows every call, and says "always" where something can be granted. Grants hold
 * from session to session of one folder where `keeps` is set, as they do for a person who goes on with a project.
 */
export function replaySessions(
  sessions: readonly Session[],
  lines: readonly Line[],
  plans: readonly CommandPlan[],
  { exec, containment, keeps, named }: Replay,
): SessionAsks {
  const decider = new Decider(exec, containment)
  const kept = new Map<string, Grant[]>()
  const contacted = new Map<string, Set<string>>()
  /** The registries whose packages the caches of a workspace have since its first build. */
  const cached = new Map<string, Set<string>>()
  const asked: number[] = []
  let calls = 0
  for (const { commands } of sessions) {
    const own: Grant[] = []
    const once = new Set<string>()
    let asks = 0
    for (const at of commands) {
      const line = lines[at]!
      const plan = plans[at]!
      calls += 1
      const answered = keeps ? (contacted.get(line.workspace) ?? once) : once
      if (keeps) contacted.set(line.workspace, answered)
      const registries = cached.get(line.workspace) ?? new Set()
      cached.set(line.workspace, registries)
      const contacts = named === undefined ? new Set<string>() : askedHosts(plan, named, registries)
      for (const hosts of questionsAbout(plan, contacts)) {
        if (hosts.some((host) => contacts.has(host) && !answered.has(host))) asks += 1
        for (const host of hosts) answered.add(host)
      }
      const grants = keeps ? (kept.get(line.workspace) ?? []) : own
      if (decider.decide(line, plan, grants).decision === 'allow') continue
      asks += 1
      const decision = decider.decide(line, plan, grants)
      const given = grantsFor(decider, line, plan, decision, grants)
      grants.push(...given)
      if (keeps) kept.set(line.workspace, grants)
    }
    asked.push(asks)
  }
  const sorted = asked.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  const sum = asked.reduce((one, other) => one + other, 0)
  return {
    sessions: sessions.length,
    calls,
    median: at(0.5),
    p95: at(0.95),
    asksInHundred: Math.round((1000 * sum) / calls) / 10,
  }
}

/** The hosts that a line contacts: for a build, until the caches of its workspace have what it fetches. */
function askedHosts(plan: CommandPlan, named: NamedHosts, cached: Set<string>): ReadonlySet<string> {
  const all = unnamedHosts(plan, named)
  const asked = new Set([...unnamedHosts(plan, named, true), ...[...all].filter((host) => !cached.has(host))])
  for (const host of all) cached.add(host)
  return asked
}

/** What "always" would keep: nothing where a command of the line cannot be granted, or where it would not help. */
function grantsFor(
  decider: Decider,
  line: Line,
  plan: CommandPlan,
  { commands }: PolicyDecision,
  before: readonly Grant[],
): readonly Grant[] {
  const given: Grant[] = []
  for (const [at, { decision }] of commands.entries()) {
    const command = plan.commands[at]
    if (decision === 'allow' || command === undefined) continue
    if (command.passive === true && (command.profile ?? command.script) !== undefined) continue
    const { grant } = deriveGrant(command, line.workspace, line.cwd)
    if (grant === null) return []
    given.push(grant)
  }
  return decider.decide(line, plan, [...before, ...given]).decision === 'allow' ? given : []
}
