import { describe, expect, onTestFinished, test } from 'vitest'
import { guardMastra } from '../../src/mastra/index.ts'
import { adapterContract } from '../drivers/adapter-contract.ts'
import { DECLINED, OWNER } from '../drivers/driver.ts'
import { openDriver, openMastra } from '../drivers/mastra.ts'
import { lacks, loadFramework } from '../fixtures/framework-module.ts'
import { openPlace } from '../fixtures/place.ts'
import { scriptedModel } from '../fixtures/scripted-model.ts'

const COUNTED = { command: 'echo run >> ../made' }
const OTHER = { command: 'echo run >> ../made; true' }

async function open(...inputs: readonly object[]) {
  const place = await openPlace()
  const { createTool } = await loadFramework('mastra/tools')
  const guard = guardMastra<unknown>(place.host, ['exec'], createTool)
  onTestFinished(() => guard.close())
  return { ...place, guard, ...(await openMastra(guard.tools, scriptedModel(...inputs))) }
}

describe.skipIf(lacks('mastra') !== '')(`Mastra${lacks('mastra')}`, () => {
  adapterContract('mastra', openDriver)

  test('each of two calls that wait has an answer of its own', async () => {
    const { agent, guard, runs } = await open(COUNTED, OTHER)
    let output = await agent.generate('do it')
    const asked: string[] = []
    while (output.finishReason === 'suspended') {
      const { toolCallId, suspendPayload: request } = output.suspendPayload
      asked.push(request.command)
      expect(asked.length).toBeLessThan(3)
      const answer = await guard.answer(request, request.command === COUNTED.command ? OWNER : DECLINED)
      output = await agent.resumeGenerate(answer, { runId: output.runId, toolCallId })
    }
    expect(asked.toSorted()).toEqual([COUNTED.command, OTHER.command])
    expect(runs()).toBe(1)
    expect(JSON.stringify(output.messages)).toContain('not now')
  })

  test('a call whose stored input was changed after the answer does not run', async () => {
    const { agent, guard, stored, made } = await open({ command: 'true > ../other' })
    const { runId, suspendPayload } = await agent.generate('do it')
    const answer = await guard.answer(suspendPayload.suspendPayload, OWNER)
    for (const [key, run] of stored) {
      stored.set(key, JSON.parse(JSON.stringify(run).replaceAll('true > ../other', 'touch ../made')))
    }
    await agent.resumeGenerate(answer, { runId, toolCallId: suspendPayload.toolCallId })
    expect(made()).toBe(false)
  })

  test('a model that resumes its own call runs nothing', async () => {
    const resumeData = { approved: true }
    const { agent, runs } = await open({ ...COUNTED, resumeData })
    await agent.generate('do it', { autoResumeSuspendedTools: true })
    expect(runs()).toBe(0)
  })
})
