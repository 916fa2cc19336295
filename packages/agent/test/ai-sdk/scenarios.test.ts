import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openModel } from '../../src/ai-sdk/index.ts'
import { AgentLoop, Conversation, type PromptEnd } from '../../src/index.ts'
import { anthropicWire } from '../fixtures/providers/anthropic.ts'
import { mistralWire, openAiWire } from '../fixtures/providers/chat.ts'
import { geminiWire } from '../fixtures/providers/gemini.ts'
import { responsesWire } from '../fixtures/providers/responses.ts'
import { serveProvider, type ProviderServer } from '../fixtures/providers/serve-provider.ts'
import type { WireFormat } from '../fixtures/providers/server-turn.ts'
import { BROKEN, brokenRequests } from '../fixtures/published/broken-requests.ts'
import { publishedProblems, type SentRequest } from '../fixtures/published/check-requests.ts'
import { toolsOf } from '../fixtures/tools.ts'
import { FULL_CONTEXT } from './full-context.ts'
import { SCENARIOS, type Format } from './scenarios.ts'

const WIRES: Readonly<Record<Format, WireFormat>> = {
  anthropic: anthropicWire,
  openai: responsesWire,
  'openai-chat': openAiWire,
  google: geminiWire,
  mistral: mistralWire,
  compatible: openAiWire,
}

/** A reasoning model, so that thoughts go back. */
const MODELS: Partial<Record<Format, string>> = {
  openai: 'gpt-5',
  anthropic: 'claude-sonnet-4-5',
  google: 'gemini-3-pro',
}

/** The requests of the scenarios. */
const SENT: SentRequest[] = []

let server: ProviderServer | undefined
afterEach(() => server?.close())

describe.each(Object.keys(WIRES) as readonly Format[])('%s', (format) => {
  const told = [...SCENARIOS, ...FULL_CONTEXT].filter(({ only }) => only === undefined || only.includes(format))
  test.each(told)(
    '$name',
    async ({
      turns,
      prompts = ['go'],
      runs = {},
      offered = [],
      before = [],
      maxTurns,
      end,
      ran,
      requests,
      says = [],
      never = [],
    }) => {
      server = await serveProvider(WIRES[format], turns)
      const model = await openModel(`${format}:${MODELS[format] ?? 'm'}`, { baseUrl: server.url, apiKey: 'key' })
      const tools = toolsOf(runs, offered)
      const loop = new AgentLoop({
        model,
        tools,
        system: 'be brief',
        conversation: new Conversation(before),
        retries: { attempts: 2, baseMs: 1, maxMs: 1000 },
        maxOutputTokens: 1000,
        ...(maxTurns !== undefined && { bounds: { turns: maxTurns } }),
      })
      let last: PromptEnd | undefined
      for (const prompt of prompts) last = await loop.prompt(prompt)
      for (const body of server.bodies) SENT.push({ format, body })
      const { code, ...rest } = end
      expect(server.problems).toEqual([])
      expect({ ...last, code: last?.error?.code }).toMatchObject({ ...rest, code })
      if (ran) expect(tools.log).toEqual(ran)
      expect(server.bodies).toHaveLength(requests)
      const sent = JSON.stringify(server.bodies.at(-1))
      for (const text of says) expect(sent).toContain(text)
      for (const text of never) expect(sent).not.toContain(text)
    },
  )
})

describe('what the providers publish of their requests', () => {
  let problems: readonly (readonly string[])[] = []
  const broken = () => brokenRequests(SENT)

  beforeAll(async () => {
    problems = await publishedProblems([...SENT, ...broken()])
  })

  test('takes every request of every scenario', () => {
    const refused = SENT.flatMap((sent, index) =>
      problems[index]!.length > 0 ? [{ ...sent, problems: problems[index] }] : [],
    )
    expect(refused).toEqual([])
    expect(new Set(SENT.map(({ format }) => format)).size).toBe(Object.keys(WIRES).length)
  })

  test.each(BROKEN.map((change, index) => ({ ...change, index })))('refuses $what of $format', ({ index }) => {
    expect(problems[SENT.length + index]).not.toEqual([])
  })
})
