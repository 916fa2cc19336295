import { coversTool, PoundlockError, toolPatternProblem, visibleText, type ToolSpec } from '@poundlock/spec'
import { askHook } from './ask-hook.ts'
import type { Hook, HookCall, HookEvent, HookResult } from './hook.ts'
import { toolsBefore, callAs } from './hooked-tools.ts'

/** An answer of a hook, with its name. */
export interface HookReason {
  readonly hook: string
  readonly reason: string
}

/** The answers of the hooks before a call, all together. */
export interface BeforeResult {
  /** Set where one denied; the ones after it were not asked. */
  readonly denied: HookReason | null
  /** Those that want a person asked. */
  readonly asks: readonly HookReason[]
  /** The input as they left it, where one rewrote it. */
  readonly rewritten: { readonly input: unknown; readonly by: readonly string[] } | null
  readonly notes: readonly string[]
}

/** The answers of the hooks after a call. */
export interface AfterResult {
  readonly denied: HookReason | null
  readonly notes: readonly string[]
}

export type HookedToolCall = Omit<HookCall, 'event' | 'tool' | 'input' | 'result'>

/** All hooks, the highest priority first. */
export interface HookList {
  /** Whether a hook is called before a call of this tool. */
  concerns(tool: ToolSpec, event: 'before'): boolean
  /** Whether a hook is called with results of one of these tools. */
  concernsResults(tools: readonly ToolSpec[]): boolean
  before(tool: ToolSpec, input: unknown, call: HookedToolCall, signal?: AbortSignal): Promise<BeforeResult>
  /** @param tools the tools whose hooks are called, the called one among them */
  after(
    event: 'after' | 'after-failure',
    tool: ToolSpec,
    tools: readonly ToolSpec[],
    input: unknown,
    result: HookResult,
    call: HookedToolCall,
  ): Promise<AfterResult>
}

/** @throws PoundlockError `HOOK_INVALID` for a hook that could never be called */
export function createHookList(hooks: readonly Hook[]): HookList {
  for (const hook of hooks) checkHook(hook)
  return new OrderedHooks(hooks)
}

class OrderedHooks implements HookList {
  readonly #hooks: readonly Hook[]

  constructor(hooks: readonly Hook[]) {
    // The sort is stable: hooks of one priority keep their order.
    this.#hooks = hooks.toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0))
  }

  concerns(tool: ToolSpec, event: 'before'): boolean {
    return this.#hooksFor(toolsBefore(tool), event).length > 0
  }

  concernsResults(tools: readonly ToolSpec[]): boolean {
    return this.#hooksFor(tools, 'after').length > 0 || this.#hooksFor(tools, 'after-failure').length > 0
  }

  async before(tool: ToolSpec, input: unknown, call: HookedToolCall, signal?: AbortSignal): Promise<BeforeResult> {
    let now = input
    const asks: HookReason[] = []
    const by: string[] = []
    const notes: string[] = []
    const end = (denied: HookReason | null) => ({
      denied,
      asks,
      notes,
      rewritten: by.length > 0 ? { input: now, by } : null,
    })
    const tools = toolsBefore(tool)
    for (const hook of this.#hooksFor(tools, 'before')) {
      const names = await calledFor(hook, tool, tools, now)
      if (names === null) continue
      const result = await askHook(hook, { ...call, ...names, event: 'before' }, signal)
      const reason = { hook: hook.name, reason: shown(result.reason, MAX_REASON) }
      if (result.note !== undefined) notes.push(shown(result.note, MAX_NOTE))
      if (result.decision === 'deny') return end(reason)
      if (result.decision === 'ask') asks.push(reason)
      if (result.rewritten && names.tool !== tool.name) {
        const replaced = `it replaces what ${names.tool} is given, and this is a call of ${tool.name}: it can deny it, or ask`
        return end({ hook: hook.name, reason: replaced })
      }
      if (result.rewritten) {
        now = result.rewritten.input
        by.push(hook.name)
      }
    }
    return end(null)
  }

  async after(
    event: 'after' | 'after-failure',
    tool: ToolSpec,
    tools: readonly ToolSpec[],
    input: unknown,
    result: HookResult,
    call: HookedToolCall,
  ): Promise<AfterResult> {
    const notes: string[] = []
    for (const hook of this.#hooksFor(tools, event)) {
      const names = (await calledFor(hook, tool, tools, input)) ?? { tool: tool.name, input }
      // The call has run: its hooks also see it when the caller gave it up.
      const { decision, reason, note } = await askHook(hook, { ...call, ...names, event, result }, undefined)
      if (note !== undefined) notes.push(shown(note, MAX_NOTE))
      if (decision === 'deny') return { denied: { hook: hook.name, reason: shown(reason, MAX_REASON) }, notes }
    }
    return { denied: null, notes }
  }

  #hooksFor(tools: readonly ToolSpec[], event: HookEvent): readonly Hook[] {
    return this.#hooks.filter((hook) => hook.event === event && tools.some((tool) => concernsTool(hook, tool)))
  }
}

/** The call under the name of the first tool that the hook is for. */
function calledFor(hook: Hook, tool: ToolSpec, tools: readonly ToolSpec[], input: unknown) {
  return callAs(tool, tools.find((one) => concernsTool(hook, one)) ?? tool, input)
}

const concernsTool = ({ tools }: Hook, tool: ToolSpec) => tools?.some((name) => coversTool(name, tool)) ?? true

/** Characters. A reason is shown in a prompt; a model reads a note with the result. */
const MAX_REASON = 2000
const MAX_NOTE = 10_000

function shown(text: string, most: number): string {
  const visible = visibleText(text.slice(0, most + 1), { newlines: 'keep' })
  return visible.length > most ? `${visible.slice(0, most)}…` : visible
}

const EVENTS: readonly HookEvent[] = ['before', 'after', 'after-failure']

/** Refuses a hook that never matches or never ends: it would look as if it protected. */
function checkHook({ name, event, tools, priority, timeoutMs }: Hook): void {
  const refuse = (why: string): never => {
    throw new PoundlockError(`the hook ${JSON.stringify(name)}: ${why}`, {
      code: 'HOOK_INVALID',
      remedy: 'Correct the hook; until then nothing runs.',
    })
  }
  if (!EVENTS.includes(event)) refuse(`there is no event ${JSON.stringify(event)}; known: ${EVENTS.join(', ')}`)
  if (tools?.length === 0) refuse('its list of tools is empty; leave it out for every tool')
  for (const pattern of tools ?? []) {
    const problem = toolPatternProblem(pattern)
    if (problem !== null) refuse(problem)
  }
  if (priority !== undefined && !Number.isFinite(priority)) refuse('its priority is not a number')
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= 600_000)) {
    refuse('its timeoutMs is not between 0 and 600 000')
  }
}
