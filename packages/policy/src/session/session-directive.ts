import { EXEC_ASKS, EXEC_HOSTS, EXEC_SECURITIES } from '@poundlock/spec/vocabulary'
import type { ExecSettings } from '../decision.ts'
import type { ElevatedAnswer } from './elevated-gates.ts'
import {
  ELEVATED_LEVELS,
  type ElevatedLevel,
  type ExecOverrides,
  type Sender,
  type SessionState,
} from './session-state.ts'

/** What becomes of a session when somebody says something about it. */
export interface DirectiveResult {
  readonly ok: boolean
  /** The state afterwards; the same as before when it was refused. */
  readonly state: SessionState
  /** What to answer. */
  readonly message: string
}

/** What a directive is judged by. */
export interface DirectiveContext {
  readonly sender: Sender
  /** Whether this sender may give commands at all; the app knows. */
  readonly authorised: boolean
  /** The settings in force, for showing them: `policy.execSettings(request)`. */
  readonly settings: ExecSettings
  /** The answer of the gates: `policy.elevated(request, sender)`. */
  readonly elevated: ElevatedAnswer
}

/**
 * Reads `/exec host=… security=… ask=… node=…` and `/elevated on|off|ask|full`, and applies it. A bare `/exec` shows
 * what is in force, and where each value comes from; a bare `/elevated` shows the level. Text that is no such directive
 * gives `null`.
 */
export function applyDirective(text: string, state: SessionState, context: DirectiveContext): DirectiveResult | null {
  const [, name, rest = ''] = /^\/(exec|elevated|elev)(?::|\s|$)\s*([^]*)$/i.exec(text.trim()) ?? []
  if (name === undefined) return null
  const refused = (message: string): DirectiveResult => ({ ok: false, state, message })
  if (!context.authorised) return refused('only an authorised sender can change or see how commands run')
  return name.toLowerCase() === 'exec' ? applyExec(rest, state, context) : applyElevated(rest, state, context)
}

const VALUES: Readonly<Record<'host' | 'security' | 'ask', readonly string[]>> = {
  host: EXEC_HOSTS,
  security: EXEC_SECURITIES,
  ask: EXEC_ASKS,
}

function applyExec(text: string, state: SessionState, { settings }: DirectiveContext): DirectiveResult {
  const refused = (message: string): DirectiveResult => ({ ok: false, state, message })
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return { ok: true, state, message: describe(settings) }
  const overrides: Record<string, string> = {}
  for (const word of words) {
    const [, key = '', given = ''] = /^([a-z]+)=(.+)$/i.exec(word) ?? []
    const name = key.toLowerCase()
    if (Object.hasOwn(overrides, name)) return refused(`${name} stands there twice`)
    if (name === 'node') {
      overrides[name] = given
      continue
    }
    const known = Object.hasOwn(VALUES, name) ? VALUES[name as keyof typeof VALUES] : null
    const value = given.toLowerCase()
    if (known === null) return refused(`${JSON.stringify(word)} is not host=…, security=…, ask=… or node=…`)
    if (!known.includes(value)) return refused(`${name} is ${JSON.stringify(given)}; expected ${known.join(', ')}`)
    overrides[name] = value
  }
  const exec: ExecOverrides = { ...state.exec, ...overrides }
  const said = Object.entries(exec).map(([key, value]) => `${key}=${value}`)
  return { ok: true, state: { ...state, exec }, message: `for this session: ${said.join(' ')}` }
}

function applyElevated(text: string, state: SessionState, context: DirectiveContext): DirectiveResult {
  const level = text.trim().toLowerCase() as ElevatedLevel
  const refused = (message: string): DirectiveResult => ({ ok: false, state, message })
  // Nobody lifts a session by asking how it stands.
  if (text.trim() === '') return { ok: true, state, message: describeElevated(state, context.elevated) }
  if (!ELEVATED_LEVELS.includes(level)) {
    return refused(`${JSON.stringify(text.trim())} is no level; expected ${ELEVATED_LEVELS.join(', ')}`)
  }
  const before: SessionState = state.exec ? { exec: state.exec } : {}
  if (level === 'off') return { ok: true, state: before, message: 'commands run as before' }
  if (!context.elevated.available) return refused(`not elevated: ${context.elevated.message}`)
  const message =
    level === 'full'
      ? 'commands run on the host, without approvals where security is full and ask is off'
      : 'commands run on the host; approvals apply'
  return { ok: true, state: { ...before, elevated: { level, sender: context.sender } }, message }
}

function describeElevated({ elevated }: SessionState, gates: ElevatedAnswer): string {
  const shut = gates.available ? `say ${ELEVATED_LEVELS.join(', ')} to change it` : `cannot be lifted: ${gates.message}`
  return `elevated is ${elevated?.level ?? 'off'}; ${shut}`
}

function describe({ host, security, ask, askFallback, node }: ExecSettings): string {
  const values = { host, security, ask, askFallback, ...(node && { node }) }
  return Object.entries(values)
    .map(([key, setting]) => `${key}=${setting.value} (${setting.origin})`)
    .join(' ')
}
