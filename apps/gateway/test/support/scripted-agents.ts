import type { AgentModel, ModelEvent, ModelRequest } from '@poundlock/agent'
import { expect, vi } from 'vitest'
import type { AgentSettings } from '../../src/index.ts'
import type { TestConnection } from './test-client.ts'
import { newKey } from './work-scene.ts'

const END: ModelEvent = {
  type: 'end',
  reason: 'end',
  usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1 },
}
export const says = (text: string): readonly ModelEvent[] => [
  { type: 'text-delta', text },
  { type: 'part', part: { type: 'text', text } },
  END,
]
export const callsOf = (...made: readonly (readonly [name: string, input: object])[]): readonly ModelEvent[] => [
  ...made.map(([name, input]): ModelEvent => ({
    type: 'part',
    part: { type: 'call', call: { id: 'same', name, input } },
  })),
  END,
]

/** Calls of `exec`, all with one id. */
export const calls = (...commands: readonly string[]): readonly ModelEvent[] =>
  callsOf(...commands.map((command) => ['exec', { command }] as const))

/** Models that say what a script says, chosen by the prompt and the turns since then. */
export function scripted(script: (prompt: string, turn: number) => readonly ModelEvent[]): {
  readonly settings: AgentSettings
  readonly requests: ModelRequest[]
} {
  const requests: ModelRequest[] = []
  const model: AgentModel = {
    provider: 'script',
    id: 'scripted',
    async *streamTurn(request) {
      requests.push(request)
      const at = request.messages.findLastIndex(({ role }) => role === 'user')
      const [part] = (request.messages[at] as { content: readonly { text: string }[] }).content.slice(-1)
      yield* script(part!.text, request.messages.length - at)
    },
  }
  const settings: AgentSettings = {
    model: 'script:one',
    models: ['script:one', 'script:two'],
    turns: 20,
    atOnce: 60,
    openModel: async () => model,
    describe: async (host) => ({ tools: () => host.runtime.tools.list(), system: 'be brief' }),
  }
  return { settings, requests }
}

export const prompt = (
  connection: TestConnection,
  session: string,
  text: string,
  { key = newKey(), ...more }: any = {},
) => connection.call('agents.prompt', { session, text, ...more }, { idempotencyKey: key })

export const eventsIn = async (connection: TestConnection, session: string): Promise<readonly any[]> =>
  (await connection.call('sessions.events', { session })).result.events

/** The ends of prompts, once there are so many. */
export const ended = (connection: TestConnection, session: string, count = 1) =>
  vi.waitFor(
    async () => {
      const ends = (await eventsIn(connection, session)).filter(({ event }) => event?.type === 'prompt-ended')
      expect(ends).toHaveLength(count)
      return ends
    },
    { timeout: 60_000 },
  )
