import { deserialize, serialize } from 'node:v8'
import { guardMastra, type MastraRequest } from '../../src/mastra/index.ts'
import { loadFramework } from '../fixtures/framework-module.ts'
import { scriptedModel } from '../fixtures/scripted-model.ts'
import { DECLINED, OWNER, type Driver, type OpenDriver } from './driver.ts'

interface Output {
  readonly finishReason: string
  readonly runId: string
  readonly suspendPayload?: { readonly suspendPayload: MastraRequest }
  readonly messages: unknown
}

interface Saved {
  readonly runId: string
  readonly request: MastraRequest
  /** What Mastra stored of its runs. */
  readonly runs: ReadonlyMap<string, unknown>
}

/** An agent with a storage in memory. */
export async function openMastra(tools: Record<string, unknown>, model: object) {
  const [{ Mastra }, { Agent }, { InMemoryStore }] = await Promise.all([
    loadFramework('mastra'),
    loadFramework('mastra/agent'),
    loadFramework('mastra/storage'),
  ])
  const storage = new InMemoryStore()
  const agent = new Agent({ id: 'agent', name: 'agent', instructions: '', model, tools })
  const mastra = new Mastra({ agents: { agent }, storage, logger: false })
  const { db } = await storage.getStore('workflows')
  return { agent: mastra.getAgent('agent'), stored: db.workflows as Map<string, unknown> }
}

export const openDriver: OpenDriver = (host): Driver => {
  let guarded: Promise<ReturnType<typeof guardMastra>> | undefined
  const openGuard = async () => {
    const { createTool } = await loadFramework('mastra/tools')
    return guardMastra<unknown>(host, ['exec'], createTool)
  }
  const open = async (input: object) => {
    const guard = await (guarded ??= openGuard())
    return { guard, ...(await openMastra(guard.tools, scriptedModel(input))) }
  }
  const turn = ({ finishReason, runId, suspendPayload, messages }: Output, runs: ReadonlyMap<string, unknown>) => ({
    waits: finishReason === 'suspended',
    read: JSON.stringify(messages),
    saved: serialize({ runId, request: suspendPayload?.suspendPayload, runs }).toString('base64'),
  })
  return {
    async start(input) {
      const { agent, stored } = await open(input)
      return turn(await agent.generate('do it'), stored)
    },
    async resume(saved, answer, input) {
      const { runId, request, runs } = deserialize(Buffer.from(saved, 'base64')) as Saved
      const { agent, guard, stored } = await open(input)
      for (const [key, run] of runs) stored.set(key, run)
      const resume =
        answer === 'forged' ? { approved: true } : await guard.answer(request, answer === 'approved' ? OWNER : DECLINED)
      return turn(await agent.resumeGenerate(resume, { runId, toolCallId: request.id }), stored)
    },
    close: () => void guarded?.then((guard) => guard.close()),
  }
}
