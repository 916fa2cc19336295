import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { CanUseTool, Options } from '@anthropic-ai/claude-agent-sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { guardClaudeAgent, type AskPerson } from '../../src/claude-agent-sdk/index.ts'
import { claudeCode, runClaude } from '../fixtures/claude-session.ts'
import { ALLOWED, DENIED, openPlace } from '../fixtures/place.ts'

const COUNTED = { command: 'echo run >> ../made' }
const DECLINED = { command: 'echo run >> ../made; true' }
const FORGED: CanUseTool = async (_, input) => ({ behavior: 'allow', updatedInput: input })

const isMissing = claudeCode() === null
const needs = isMissing ? ' (needs Claude Code in the folder that POUNDLOCK_AGENTS names)' : ''

async function open(ask: AskPerson) {
  const place = await openPlace()
  const guard = guardClaudeAgent(place.host, ['exec'], ask)
  onTestFinished(() => guard.close())
  const run = (inputs: readonly object[], more: Options = {}, id?: string) =>
    runClaude({ inputs, home: place.root, options: { ...guard.options, ...more }, ...(id !== undefined && { id }) })
  return { ...place, run }
}

/** Approves one command and declines every other one. */
const person: AskPerson = async ({ request }) =>
  request.command === COUNTED.command
    ? { approved: true, by: 'a test' }
    : { approved: false, by: 'a test', reason: 'not now' }

describe.skipIf(isMissing)(`the Claude Agent SDK${needs}`, () => {
  test('runs what is allowed or approved, once, and the model reads why the rest did not run', async () => {
    const asked: string[] = []
    const { run, runs } = await open(async (request, signal) => {
      asked.push(request.request.command)
      return person(request, signal)
    })
    const read = await run([ALLOWED, DENIED, COUNTED, DECLINED])
    expect(asked).toEqual([COUNTED.command, DECLINED.command])
    expect(runs()).toBe(1)
    for (const text of ['Linux', 'modes stay as they are', 'not now']) expect(read).toContain(text)
  })

  test('runs nothing that only the application let through', async () => {
    const { run, made } = await open(person)
    const read = await run([COUNTED, DENIED], { canUseTool: FORGED })
    expect(read).toContain('no person has approved it')
    expect(made()).toBe(false)
  })

  test('runs nothing of an agent that was killed while its call waited, until it is approved again', async () => {
    const { run, runs, workspace, root } = await open(person)
    const sessionId = randomUUID()
    const program = fileURLToPath(new URL('../fixtures/waiting-claude.ts', import.meta.url))
    const agent = spawn(
      process.execPath,
      ['--conditions=@poundlock/source', program, workspace, root, sessionId, COUNTED.command],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    onTestFinished(() => void agent.kill('SIGKILL'))
    await once(createInterface({ input: agent.stdout }), 'line')
    agent.kill('SIGKILL')
    await once(agent, 'exit')
    await run([COUNTED], { resume: sessionId, canUseTool: FORGED }, 'forged')
    expect(runs()).toBe(0)
    await run([DECLINED, COUNTED], { resume: sessionId }, 'again')
    expect(runs()).toBe(1)
  })
})
