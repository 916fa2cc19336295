import { createRecorder } from '@poundlock/local-host'
import { ASKING_FORMATS, type AskingAgent } from '../hook/agent-format.ts'
import { answerHook, readHookCall } from '../hook/answer-hook.ts'
import { blocked, SILENT_ANSWER, type AgentHookOutput } from '../hook/hook-format.ts'
import { GUARDED_SERVER } from './known-agent.ts'

export interface RunHook {
  readonly agent: AskingAgent
  readonly workspace: string
  /** `observe`: what would be decided is recorded, and nothing is answered. */
  readonly mode: 'guard' | 'observe'
}

/** What an agent does by itself, without programs, files or hosts; what its helpers do is asked about in turn. */
const HARMLESS: ReadonlySet<string> = new Set(['TodoWrite', 'ToolSearch', 'Agent'])
/** What only the server of guarded tools does. */
const GUARDED: ReadonlySet<string> = new Set([
  'exec',
  'process',
  'REPL',
  'read_file',
  'write_file',
  'edit_file',
  'apply_patch',
  'NotebookEdit',
  'glob_search',
  'grep_search',
  'WebFetch',
  'WebSearch',
])

/**
 * The hook of an agent that was started by `poundlock run`. Its own tools are off already; one that is called all the
 * same is denied, with the way to the guarded one. Guarded tools are decided where they are served, not twice.
 */
export function runHook({ agent, workspace, mode }: RunHook): (question: Uint8Array) => Promise<AgentHookOutput> {
  const format = ASKING_FORMATS[agent]
  const place = { folder: workspace, environment: {} }
  return async (question) => {
    try {
      const call = readHookCall(question, format)
      if ('problem' in call) return blocked(`poundlock: ${call.problem}`)
      const mapping = Object.hasOwn(format.tools, call.tool) ? format.tools[call.tool]! : null
      const served = mapping === null ? format.mcpTool(call.tool, call.server) : null
      const isGuarded = served?.startsWith(`mcp__${GUARDED_SERVER}__`) === true
      if (isGuarded && mode === 'guard') return SILENT_ANSWER
      const { answer, record, state, decision } = answerHook(agent, question, { place })
      const isNative = mapping !== null && GUARDED.has(mapping.tool)
      const given = isNative ? format.answer('deny', useGuarded(call.tool)) : answer
      const passes = !isNative && decision !== 'deny' && (HARMLESS.has(mapping?.tool ?? '') || isOwn(format, call.tool))
      if (record !== null && state !== null) {
        const outcome = mode === 'observe' ? 'handed-on' : isNative ? 'denied' : passes ? 'handed-on' : record.outcome
        await createRecorder(state, `${state}/audit`)('decision', { ...record, outcome })
      }
      return mode === 'observe' || passes ? SILENT_ANSWER : given
    } catch (error) {
      if (mode === 'observe') return SILENT_ANSWER
      return blocked(`poundlock: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

const isOwn = ({ ownTools }: { readonly ownTools: readonly string[] }, tool: string) => ownTools.includes(tool)

const useGuarded = (tool: string) =>
  `poundlock: ${tool} is off in this session. Use the tools of the server ${GUARDED_SERVER}, which do the same by the rules of the person.`
