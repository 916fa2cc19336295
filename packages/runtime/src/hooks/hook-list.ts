import { coversTool, PoundlockError, toolPatternProblem, visibleText, type ToolSpec } from '@poundlock/spec'
import { askHook } from './ask-hook.ts'
import type { Hook, HookCall, HookEvent, HookResult } from './hook.ts'
import { askedTools, callAs } from './told-tools.ts'

/** Something that a hook said. */
export interface HookWord {
  readonly hook: string
  readonly reason: string
}

/** What the hooks before a call said, all together. */
export interface BeforeVerdict {
  /** Set where one denied; the ones after it were not asked. */
  readonly denied: HookWord | null
  /** Those that want a person asked. */
  readonly asks: readonly HookWord[]
  /** The input as they left it, where one rewrote it. */
  readonly rewritten: { readonly input: unknown; readonly by: readonly string[] } | null
  readonly notes: readonly string[]
}

/** What the hooks after a call said. */
export interface AfterVerdict {
  readonly denied: HookWord | null
  readonly notes: readonly string[]
}

export type ToldCall = Omit<HookCall, 'event' | 'tool' | 'input' | 'result'>

/** Every hook, in the order in which they are asked. */
export interface HookList {
  /** Whether anybody is to be asked about a tool. */
  concerns(tool: ToolSpec, event: 'before'): boolean
  /** Whether anybody is to be told of results of one of these tools. */
  concernsResults(tools: readonly ToolSpec[]): boolean
  before(tool: ToolSpec, input: unknown, call: ToldCall, signal?: AbortSignal): Promise<BeforeVerdict>
  /** @param tools whose hooks are told, besides those of the tool that was called */
  after(
    event: 'after' | 'after-failure',
    tool: ToolSpec,
    tools: readonly ToolSpec[],
    input: unknown,
    result: HookResult,
    call: ToldCall,
  ): Promise<AfterVerdict>
}

/** @throws PoundlockError `HOOK_INVALID` for one that could never be asked */
export function createHookList(hooks: readonly Hook[]): HookList {
  for (const hook of hooks) checkHook(hook)
  const ordered = hooks
    .map((hook, index) => ({ hook, index }))
    .toSorted((a, b) => (b.hook.priority ?? 0) - (a.hook.priority ?? 0) || a.index - b.index)
    .map(({ hook }) => hook)
  const known = new WeakMap<ToolSpec, Map<HookEvent, readonly Hook[]>>()
  const forTool = (tool: ToolSpec, event: HookEvent): readonly Hook[] => {
    let ofTool = known.get(tool)
    if (ofTool === undefined) known.set(tool, (ofTool = new Map()))
    let found = ofTool.get(event)
    if (found === undefined) {
      found = ordered.filter((hook) => hook.event === event && concernsTool(hook, tool))
      ofTool.set(event, found)
    }
    return found
  }
  const forTools = (tools: readonly ToolSpec[], event: HookEvent): readonly Hook[] =>
    tools.length === 1
      ? forTool(tools[0]!, event)
      : ordered.filter((hook) => tools.some((tool) => forTool(tool, event).includes(hook)))
  /** As the first of the tools that it is for. */
  const toldAs = (hook: Hook, tool: ToolSpec, tools: readonly ToolSpec[], input: unknown) => {
    const hooksOf = tools.length === 1 ? tool : tools.find((one) => forTool(one, hook.event).includes(hook))
    return callAs(tool, hooksOf ?? tool, input)
  }
  return {
    concerns: (tool, event) => askedTools(tool).some((one) => forTool(one, event).length > 0),
    concernsResults: (tools) =>
      tools.some((tool) => forTool(tool, 'after').length > 0 || forTool(tool, 'after-failure').length > 0),
    async before(tool, input, call, signal) {
      let now = input
      const asks: HookWord[] = []
      const by: string[] = []
      const notes: string[] = []
      let denied: HookWord | null = null
      const tools = askedTools(tool)
      for (const hook of forTools(tools, 'before')) {
        const told = toldAs(hook, tool, tools, now)
        if (told === null) continue
        const verdict = await askHook(hook, { ...call, ...told, event: 'before' }, signal)
        const word = () => ({ hook: hook.name, reason: shown(verdict.reason, MAX_REASON) })
        if (verdict.note !== undefined) notes.push(shown(verdict.note, MAX_NOTE))
        if (verdict.decision === 'deny') {
          denied = word()
          break
        }
        if (verdict.decision === 'ask') asks.push(word())
        if (verdict.rewritten && told.tool !== tool.name) {
          const reason = `it replaces what ${told.tool} is given, and this is a call of ${tool.name}: it can deny it, or ask`
          denied = { hook: hook.name, reason }
          break
        }
        if (verdict.rewritten) {
          now = verdict.rewritten.input
          by.push(hook.name)
        }
      }
      return { denied, asks, notes, rewritten: by.length > 0 ? { input: now, by } : null }
    },
    async after(event, tool, tools, input, result, call) {
      const notes: string[] = []
      for (const hook of forTools(tools, event)) {
        const told = toldAs(hook, tool, tools, input) ?? { tool: tool.name, input }
        // It has happened: whoever gave the call up still has its hooks told of it.
        const verdict = await askHook(hook, { ...call, ...told, event, result }, undefined)
        if (verdict.note !== undefined) notes.push(shown(verdict.note, MAX_NOTE))
        if (verdict.decision === 'deny')
          return { denied: { hook: hook.name, reason: shown(verdict.reason, MAX_REASON) }, notes }
      }
      return { denied: null, notes }
    },
  }
}

const concernsTool = ({ tools }: Hook, tool: ToolSpec) => tools?.some((name) => coversTool(name, tool)) ?? true

/** Characters. A reason is for a prompt; a note is read by a model besides the result. */
const MAX_REASON = 2000
const MAX_NOTE = 10_000

function shown(text: string, most: number): string {
  const visible = visibleText(text.slice(0, most + 1), { newlines: 'keep' })
  return visible.length > most ? `${visible.slice(0, most)}…` : visible
}

const EVENTS: readonly HookEvent[] = ['before', 'after', 'after-failure']

/** A hook that never matches, or never ends, would look as if it held. */
function checkHook({ name, event, tools, priority, timeoutMs }: Hook): void {
  const refuse = (why: string): never => {
    throw new PoundlockError(`the hook ${JSON.stringify(name)}: ${why}`, {
      code: 'HOOK_INVALID',
      remedy: 'Mend the hook; nothing runs with half of the gates.',
    })
  }
  if (!EVENTS.includes(event)) refuse(`there is no event ${JSON.stringify(event)}; known: ${EVENTS.join(', ')}`)
  if (tools?.length === 0) refuse('its list of tools is empty; leave it out for every tool')
  for (const pattern of tools ?? []) {
    const problem = toolPatternProblem(pattern)
    if (problem !== null) refuse(problem)
  }
  if (priority !== undefined && !Number.isFinite(priority)) refuse('its priority is no number')
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= 600_000)) {
    refuse('its timeoutMs is not between 0 and 600 000')
  }
}
