import { findTranscript, readTranscript } from '@poundlock/agent'
import { boundsOf, modelNameOf } from '../agent/agent-flags.ts'
import { agentSessions } from '../agent/agent-sessions.ts'
import { openAgent } from '../agent/open-agent.ts'
import { openNamedModel } from '../agent/open-named-model.ts'
import { printEvents } from '../agent/print-events.ts'
import { talkWith, type WorkOnPrompt } from '../agent/talk.ts'
import { EXIT } from '../exit-code.ts'
import { paint, printJson } from '../output/print.ts'
import { newSession, openSession, type ResumeFlags } from './agent.ts'

/**
 * `poundlock agent chat`: prompts at the terminal, or a line each from a pipe. An interrupt ends the work on a prompt; at
 * an empty prompt, it ends the chat.
 */
export async function chatWithAgent(named: string | undefined, flags: ResumeFlags): Promise<void> {
  if (flags.gateway !== undefined) return (await import('./agent-gateway.ts')).chatAtGateway(named, flags)
  boundsOf(flags)
  const earlier = named === undefined ? undefined : sessionModel(named)
  const modelName = modelNameOf(flags, earlier)
  const model = await openNamedModel(modelName, flags)
  const transcript = named === undefined ? await newSession(flags, modelName) : await openSession(named, flags)
  const { id } = transcript.session
  const json = flags.json === true
  const stop = new AbortController()
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort(name))
  if (json) await printJson({ type: 'session', id, model: modelName })
  const agent = await openAgent({ flags, transcript, model, modelName, abortSignal: stop.signal })
  let onPromptEnded: () => void = () => undefined
  const printed = printEvents(agent.loop, { json, onPromptEnded: () => onPromptEnded() })
  const workOn: WorkOnPrompt = async (prompt, signal) => {
    const shown = new Promise<void>((resolve) => (onPromptEnded = resolve))
    const { reason } = await agent.loop.prompt(prompt, { signal })
    await shown
    return reason
  }
  try {
    await talkWith(workOn, { signal: stop.signal, earlier: promptsOf(id), json })
  } finally {
    await agent.close()
    await printed
  }
  if (stop.signal.aborted) process.exitCode = EXIT.toolError
  const { dim } = paint(process.stderr)
  if (!json) process.stderr.write(`${dim(`session ${id}; go on with: poundlock agent chat ${id.slice(-8)}`)}\n`)
}

const sessionModel = (named: string) =>
  readTranscript(agentSessions(), findTranscript(agentSessions(), named)).session.model

/** What the person said in the session before, the last first: what the arrow keys bring back. */
function promptsOf(id: string): readonly string[] {
  const { entries } = readTranscript(agentSessions(), id)
  const texts = entries.flatMap((entry) =>
    entry.type === 'prompt' ? entry.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [],
  )
  return texts.filter((text) => !text.includes('\n')).toReversed()
}
