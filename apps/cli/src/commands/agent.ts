import {
  createTranscript,
  findTranscript,
  forkTranscript,
  listTranscripts,
  openTranscript,
  readTranscript,
  type OpenTranscript,
  type PromptEnd,
} from '@poundlock/agent'
import { findLocation } from '@poundlock/local-host'
import { visibleText } from '@poundlock/spec'
import { boundsOf, modelNameOf, type AgentFlags } from '../agent/agent-flags.ts'
import { agentSessions } from '../agent/agent-sessions.ts'
import { openAgent } from '../agent/open-agent.ts'
import { openNamedModel } from '../agent/open-named-model.ts'
import { printEvents } from '../agent/print-events.ts'
import type { OpenAgentOptions } from '../agent/subagents.ts'
import { exitOfPrompt } from '../exit-code.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { watchStops } from '../stops.ts'

export interface ResumeFlags extends AgentFlags {
  readonly fork?: boolean
}

const PAGE = 100
const atGateway = () => import('./agent-gateway.ts')

/** `poundlock agent run`: one prompt in a session of its own. */
export async function runAgent(words: readonly string[], flags: AgentFlags): Promise<void> {
  if (flags.gateway !== undefined) return (await atGateway()).runAtGateway({ prompt: words.join(' ') }, flags)
  const modelName = modelNameOf(flags)
  boundsOf(flags)
  const model = await openNamedModel(modelName, flags)
  await workOn(await newSession(flags, modelName), words.join(' '), { flags, model, modelName })
}

/** `poundlock agent resume`: a session goes on. */
export async function resumeAgent(named: string, words: readonly string[], flags: ResumeFlags): Promise<void> {
  const prompt = words.length === 0 ? 'Go on where you were interrupted.' : words.join(' ')
  if (flags.gateway !== undefined) return (await atGateway()).runAtGateway({ session: named, prompt }, flags)
  const transcript = await openSession(named, flags)
  const modelName = modelNameOf(flags, transcript.session.model)
  const model = await openNamedModel(modelName, flags)
  await workOn(transcript, prompt, { flags, model, modelName })
}

/** A new session for the place that flags name. */
export function newSession(flags: AgentFlags, model: string): Promise<OpenTranscript> {
  const { workspace } = findLocation(flags)
  return createTranscript(agentSessions(), { agent: flags.agent ?? 'main', workspace, model })
}

/** A session by its id, or a fork of it. */
export function openSession(named: string, { fork }: ResumeFlags): Promise<OpenTranscript> {
  const folder = agentSessions()
  const id = findTranscript(folder, named)
  return fork === true ? forkTranscript(folder, id) : openTranscript(folder, id)
}

async function workOn(
  transcript: OpenTranscript,
  prompt: string,
  { flags, model, modelName }: Pick<OpenAgentOptions, 'flags' | 'model' | 'modelName'>,
): Promise<void> {
  const stop = watchStops()
  const json = flags.json === true
  const { id } = transcript.session
  if (json) await printJson({ type: 'session', id, model: modelName })
  const agent = await openAgent({ flags, transcript, model, modelName, abortSignal: stop.abortSignal })
  const printed = printEvents(agent.loop, { json })
  let end: PromptEnd
  try {
    end = await agent.loop.prompt(prompt, { signal: stop.abortSignal })
  } finally {
    await agent.close()
    await printed
  }
  if (!json) {
    const { dim } = paint(process.stderr)
    process.stderr.write(`${dim(`session ${id}; go on with: poundlock agent resume ${id.slice(-8)} "…"`)}\n`)
  }
  process.exitCode = stop.finish({ run: null }) ?? exitOfPrompt(end.reason)
}

/** `poundlock agent list`: the newest sessions first. */
export async function listAgentSessions({ json }: { readonly json?: boolean }): Promise<void> {
  const sessions = listTranscripts(agentSessions(), PAGE)
  if (json) return printJson({ sessions })
  const { bold, dim } = paint()
  for (const { id, title, agent, model, turns, ended, workspace } of sessions) {
    await printLine(`${bold(id)}  ${visibleText(title)}`)
    await printLine(
      dim(`    ${visibleText(`${agent}, ${model}, ${turns} turns, ${ended ?? 'not ended'}, ${workspace}`)}`),
    )
  }
  if (sessions.length === 0) await printLine('no sessions')
}

/** `poundlock agent show`: the transcript of a session. */
export async function showAgentSession(named: string, { json }: { readonly json?: boolean }): Promise<void> {
  const folder = agentSessions()
  const { entries } = readTranscript(folder, findTranscript(folder, named))
  if (json) {
    for (const entry of entries) await printJson(entry)
    return
  }
  const { transcriptLines } = await import('../agent/transcript-lines.ts')
  for (const entry of entries) for (const line of transcriptLines(entry)) await printLine(line)
}
