import { isAbsolute, resolve } from 'node:path'
import { toolRequest, type PolicyDecision } from '@poundlock/policy'
import { planCommand, refusalMessage, createExecutableFinder, inspectRepository, SYSTEM_PATH } from '@poundlock/runtime'
import { findBuiltInTool } from '@poundlock/spec'
import { openReview } from '../review/review-place.ts'
import { realPathOf } from '../setup/real-path.ts'
import {
  AGENT_FORMATS,
  blocked,
  UNKNOWN_PERMISSION,
  type AgentFormat,
  type HookAgent,
  type HookAnswer,
} from './agent-format.ts'

/**
 * Decides what an agent's pre-tool hook is asked. The agent runs the call itself, outside of any sandbox of ours, and
 * that is what is decided about. Whatever is in doubt is not allowed: what is no question blocks, and a tool that is not
 * known is asked about, or denied where nobody can be asked.
 */
export function answerHook(agent: HookAgent, text: string): HookAnswer {
  const format = AGENT_FORMATS[agent]
  const call = readCall(text, format)
  if ('problem' in call) return blocked(`poundlock: ${call.problem}`)
  const mapping = Object.hasOwn(format.tools, call.tool) ? format.tools[call.tool]! : null
  const served = mapping === null ? format.mcpTool(call.tool) : null
  if (mapping === null && served === null) {
    return format.answer('ask', `poundlock does not know the tool ${JSON.stringify(call.tool)}`)
  }
  const input: Record<string, unknown> = {}
  for (const [key, ours] of Object.entries(mapping?.keys ?? {})) {
    if (Object.hasOwn(call.input, key)) input[ours] = call.input[key]
  }
  const tool = mapping?.tool ?? served!
  const wanted = REQUIRED[tool]
  if (wanted !== undefined && (typeof input[wanted] !== 'string' || input[wanted] === '')) {
    return format.answer('deny', `poundlock: the call of ${call.tool} names no ${wanted}`)
  }
  const decision = decide(tool, input, call.cwd, agent)
  const reason =
    decision.decision === 'allow'
      ? `poundlock: ${decision.reasons.map(({ message }) => message).join('; ')}`
      : `poundlock ${refusalMessage(decision)}`
  return format.answer(decision.decision, reason)
}

/** What a call of a tool must name; without it there is nothing to decide about. */
const REQUIRED: Readonly<Record<string, string>> = {
  exec: 'command',
  read_file: 'path',
  write_file: 'path',
  edit_file: 'path',
  NotebookEdit: 'notebook_path',
  WebFetch: 'url',
}

function decide(tool: string, input: Record<string, unknown>, cwd: string, agent: string): PolicyDecision {
  const place = openReview({ workspace: process.env['CLAUDE_PROJECT_DIR'] ?? process.env['GEMINI_PROJECT_DIR'] ?? cwd })
  const { home, workspace } = place
  const where = typeof input['workdir'] === 'string' ? resolve(cwd, input['workdir']) : cwd
  const folders = [...(process.env['PATH'] ?? '').split(':').filter(isAbsolute), ...SYSTEM_PATH]
  const command = tool === 'exec' ? (input['command'] as string) : undefined
  const plan =
    command === undefined
      ? undefined
      : planCommand(command, { cwd: where, home, findExecutable: createExecutableFinder(folders), inspectRepository })
          .plan
  return place.policy.decide(
    toolRequest({
      tool,
      input,
      nodes: [],
      ...(plan && { plan }),
      ...(findBuiltInTool(tool) === null && { requiredPermission: UNKNOWN_PERMISSION }),
      context: { agent, session: 'hook', cwd: where, workspace, home, interactive: true },
      realPath: (path) => realPathOf(path, where, home),
    }),
  )
}

type Call = { readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly cwd: string }

function readCall(text: string, { event }: AgentFormat): Call | { readonly problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'what the agent sent is no JSON, so that nothing can be decided' }
  }
  if (typeof value !== 'object' || value === null) return { problem: 'what the agent sent is no object' }
  const { hook_event_name: name, tool_name: tool, tool_input: input, cwd } = value as Record<string, unknown>
  if (name !== event) return { problem: `this hook is for ${event}, not for ${JSON.stringify(name)}` }
  if (typeof tool !== 'string' || tool === '') return { problem: 'the call has no tool_name' }
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { problem: 'the call has no tool_input' }
  if (typeof cwd !== 'string' || !isAbsolute(cwd)) return { problem: 'the call has no absolute cwd' }
  return { tool, input: input as Record<string, unknown>, cwd }
}
