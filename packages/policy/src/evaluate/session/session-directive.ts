import { EXEC_ASKS, EXEC_HOSTS, EXEC_SECURITIES } from '@poundlock/spec'
import type { ExecSettings } from '../../model/decision.ts'
import {
  ELEVATED_LEVELS,
  type ElevatedLevel,
  type ExecOverrides,
  type Sender,
  type SessionState,
} from '../../model/session-state.ts'
import type { ElevatedAnswer } from '../../rules/session/elevated-gates.ts'

/** The result of a directive on a session. */
export interface DirectiveResult {
  /** False where it was refused; then `refusal` says why. */
  readonly ok: boolean
  /** Why it was refused; absent where it was not. */
  readonly refusal?: DirectiveRefusal
  /** The state afterwards; the same as before when it was refused. */
  readonly state: SessionState
  /** What to answer. */
  readonly message: string
}

/**
 * Why a directive has no effect: the sender may give none; a gate is shut that elevation has to pass; or it cannot be
 * read.
 */
export type DirectiveRefusal = 'not-authorised' | 'not-elevated' | 'malformed'

/** What a directive is evaluated by. */
export interface DirectiveContext {
  /** Who wrote it, by channel and identity: elevation depends on it. */
  readonly sender: Sender
  /** Whether this sender may give commands at all; the app knows. */
  readonly authorised: boolean
  /** The settings in force, for showing them: `policy.execSettings(request)`. */
  readonly settings: ExecSettings
  /** The settings in another state of the session; they describe the result of full elevation. */
  readonly settingsIn?: (state: SessionState) => ExecSettings
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
  if (!context.authorised) {
    const message = 'only an authorised sender can change or see how commands run'
    return { ok: false, refusal: 'not-authorised', state, message }
  }
  return name.toLowerCase() === 'exec' ? applyExec(rest, state, context) : applyElevated(rest, state, context)
}

const VALUES: Readonly<Record<'host' | 'security' | 'ask', readonly string[]>> = {
  host: EXEC_HOSTS,
  security: EXEC_SECURITIES,
  ask: EXEC_ASKS,
}

function applyExec(text: string, state: SessionState, { settings }: DirectiveContext): DirectiveResult {
  const refused = (message: string): DirectiveResult => ({ ok: false, refusal: 'malformed', state, message })
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return { ok: true, state, message: describe(settings) }
  const overrides: Record<string, string> = {}
  for (const word of words) {
    const [, key = '', given = ''] = /^([a-z]+)=(.+)$/i.exec(word) ?? []
    const name = key.toLowerCase()
    if (Object.hasOwn(overrides, name)) return refused(`${name} is given twice`)
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
  const values = Object.entries(exec).map(([key, value]) => `${key}=${value}`)
  return { ok: true, state: { ...state, exec }, message: `for this session: ${values.join(' ')}` }
}

function applyElevated(text: string, state: SessionState, context: DirectiveContext): DirectiveResult {
  const level = text.trim().toLowerCase() as ElevatedLevel
  const refused = (message: string): DirectiveResult => ({ ok: false, refusal: 'malformed', state, message })
  // A bare directive shows the level and changes nothing.
  if (text.trim() === '') return { ok: true, state, message: describeElevated(state, context.elevated) }
  if (!ELEVATED_LEVELS.includes(level)) {
    return refused(`${JSON.stringify(text.trim())} is not a level; expected ${ELEVATED_LEVELS.join(', ')}`)
  }
  const before: SessionState = state.exec ? { exec: state.exec } : {}
  if (level === 'off') return { ok: true, state: before, message: 'commands run as before' }
  if (!context.elevated.available) {
    return { ok: false, refusal: 'not-elevated', state, message: `not elevated: ${context.elevated.message}` }
  }
  const lifted: SessionState = { ...before, elevated: { level, sender: context.sender } }
  const message =
    level === 'full' ? describeFull(context.settingsIn?.(lifted)) : 'commands run on the host; approvals apply'
  return { ok: true, state: lifted, message }
}

/** Describes the result of full elevation: it does not change an explicit setting. */
function describeFull(settings: ExecSettings | undefined): string {
  if (settings === undefined) return 'commands run on the host, without approvals where security is full and ask is off'
  const { security, ask } = settings
  if (security.value === 'deny') {
    return `commands run on the host, which lets nothing run: security is deny (${security.origin})`
  }
  if (security.value === 'full' && ask.value === 'off') {
    return 'commands run on the host, without approvals; what is denied, protected or has an ask rule stays so'
  }
  const values = `security is ${security.value} (${security.origin}) and ask is ${ask.value} (${ask.origin})`
  return `commands run on the host; approvals apply, since ${values}; "/exec security=full ask=off" leaves them out`
}

function describeElevated({ elevated }: SessionState, gates: ElevatedAnswer): string {
  const shut = gates.available
    ? `say ${ELEVATED_LEVELS.join(', ')} to change it`
    : `cannot be elevated: ${gates.message}`
  return `elevated is ${elevated?.level ?? 'off'}; ${shut}`
}

function describe({ host, security, ask, askFallback, node }: ExecSettings): string {
  const values = { host, security, ask, askFallback, ...(node && { node }) }
  return Object.entries(values)
    .map(([key, setting]) => `${key}=${setting.value} (${setting.origin})`)
    .join(' ')
}
