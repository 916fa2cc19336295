/**
 * What a turn of the agent loop costs beside the model and the tools, with the loop of the AI SDK on the same script; and
 * what a long session holds in memory.
 *
 *   node --expose-gc src/agent.ts [rounds]
 *
 * The model answers at once, and the tool does nothing: all that is measured is the loop. Measures the built packages.
 * Writes results/agent.json and the table in README.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { AgentLoop, Conversation, createTranscript, type AgentLoopOptions, type AgentTools } from '@poundlock/agent'
import { aiSdkModel } from '@poundlock/agent/ai-sdk'
import { stepCountIs, streamText, tool } from 'ai'
import { z } from 'zod'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 30)
const TURNS = 50
const LONG = 1000

/** Calls the tool in each turn but the last one. */
function scriptedModel(turns: number): LanguageModelV4 {
  let turn = 0
  return {
    specificationVersion: 'v4',
    provider: 'script',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('it only streams')),
    async doStream({ tools: offered }) {
      // Without tools, a summary is asked for.
      const isLast = offered === undefined || ++turn >= turns
      return { stream: ReadableStream.from(isLast ? LAST : callParts(turn)) }
    },
  }
}

const finish = (unified: 'stop' | 'tool-calls'): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage: {
    inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 5, text: 5, reasoning: 0 },
  },
})
const textParts = (text: string): readonly LanguageModelV4StreamPart[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: text },
  { type: 'text-end', id: 't' },
]
const LAST = [...textParts('Done.'), finish('stop')]
const callParts = (turn: number): readonly LanguageModelV4StreamPart[] => [
  ...textParts('I look.'),
  { type: 'tool-call', toolCallId: `c${turn}`, toolName: 'look', input: JSON.stringify({ path: `file-${turn}` }) },
  finish('tool-calls'),
]

const RESULT = 'x'.repeat(500)
const tools: AgentTools = {
  list: () => [
    {
      name: 'look',
      description: 'Looks at a file.',
      summary: 'Look',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
      requiredPermission: 'read-only',
      annotations: { readOnlyHint: true },
    },
  ],
  async call({ id }, { beforeRun }) {
    await beforeRun({ runId: id, onlyReads: true, decision: 'allow', reasons: [] })
    return { status: 'ran', content: [{ type: 'text', text: RESULT }], isError: false, runId: id }
  },
}

const loopOf = (turns: number, more: Partial<AgentLoopOptions> = {}) =>
  new AgentLoop({
    model: aiSdkModel(scriptedModel(turns), 'openai'),
    tools,
    system: 'Be brief.',
    bounds: { turns: LONG * 2 },
    ...more,
  })

const CONTESTANTS: Readonly<Record<string, () => Promise<void>>> = {
  AgentLoop: async () => void (await loopOf(TURNS).prompt('go')),
  'AgentLoop with a transcript': async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-agent-'))
    const transcript = await createTranscript(folder, { agent: 'main', workspace: folder, model: 'script:scripted' })
    await loopOf(TURNS, { conversation: new Conversation(transcript.entries), write: transcript.write }).prompt('go')
    transcript.close()
    rmSync(folder, { recursive: true })
  },
  'AI SDK, streamText': async () => {
    const look = tool({
      description: 'Looks at a file.',
      inputSchema: z.object({ path: z.string() }),
      execute: async () => RESULT,
    })
    const answer = streamText({
      model: scriptedModel(TURNS),
      tools: { look },
      system: 'Be brief.',
      prompt: 'go',
      stopWhen: stepCountIs(TURNS),
    })
    await answer.consumeStream()
  },
}

const names = Object.keys(CONTESTANTS)
const times = new Map<string, number[]>(names.map((name) => [name, []]))
const cpu = new Map<string, number[]>(names.map((name) => [name, []]))
for (let round = -5; round < rounds; round++) {
  for (const name of names) {
    const startedAt = performance.now()
    const used = process.cpuUsage()
    await CONTESTANTS[name]!()
    const { user, system } = process.cpuUsage(used)
    if (round < 0) continue
    times.get(name)!.push((performance.now() - startedAt) / TURNS)
    cpu.get(name)!.push((user + system) / 1000 / TURNS)
  }
}
const figures = names.map((name) => {
  const at = (values: readonly number[], share: number) =>
    Number(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!.toFixed(3))
  const walls = times.get(name)!
  return { name, cpu: at(cpu.get(name)!, 0.5), median: at(walls, 0.5), fastestTenth: at(walls, 0.1) }
})

/** Heap after so many turns, in MiB. */
async function heapAfter(turns: readonly number[]): Promise<readonly number[]> {
  const heaps: number[] = []
  let made = 0
  const counted: AgentTools = {
    ...tools,
    async call(call, progress) {
      if (turns.includes(++made)) {
        globalThis.gc?.()
        heaps.push(Number((process.memoryUsage().heapUsed / 1024 ** 2).toFixed(1)))
      }
      return tools.call(call, progress)
    },
  }
  const loop = loopOf(LONG + 1, { tools: counted, contextTokens: 20_000 })
  const silent = loop.subscribe({ events: 1000, characters: 100_000 })
  await loop.prompt('go')
  loop.close()
  await silent.return()
  return heaps
}
const AT = [100, 400, 700, 1000]
const heaps = await heapAfter(AT)
console.log(figures, heaps)
if (heaps.length > 0) {
  const machine = describeMachine()
  writeFileSync(
    new URL('../results/agent.json', import.meta.url),
    `${JSON.stringify({ machine, load: Number(loadavg()[0]!.toFixed(1)), rounds, turns: TURNS, millisecondsPerTurn: figures, heapMiB: Object.fromEntries(AT.map((at, index) => [at, heaps[index]])) }, null, 2)}\n`,
  )
  const rows = figures.map(({ name, ...values }) => [name, ...Object.values(values).map(String)])
  const memory = `The load of the machine was ${loadavg()[0]!.toFixed(1)}. Heap of a session of ${LONG} turns, compacted, with a listener that never reads, after ${AT.map((at, index) => `${at} turns: ${heaps[index]} MiB`).join(', ')}.`
  replaceSection(
    new URL('../README.md', import.meta.url),
    'agent',
    `${table(['loop', 'processor ms a turn, median', 'ms a turn, median', 'fastest tenth'], rows)}\n\n${memory}`,
  )
}
