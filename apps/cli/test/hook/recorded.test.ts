import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { describe, expect, test } from 'vitest'
import { AGENT_FORMATS } from '../../src/hook/agent-format.ts'
import { openScene, type Scene } from '../poundlock.ts'
import { readAnswer } from './read-answer.ts'
import { REAL_AGENTS, type RealAgent } from './real-agents.ts'

/** What `record/record-hooks.ts` wrote down of one release of an agent. */
interface Recording {
  readonly agent: RealAgent
  readonly version: string
  readonly recorded: string
  /** Every tool that the agent offered its model. */
  readonly offered: readonly string[]
  /** Which of three commands ran, by the hook that the agent had. */
  readonly obeyed: Readonly<Record<string, readonly string[]>>
  /** Calls that the agent's hook was not asked about. */
  readonly unasked: readonly { readonly tool: string; readonly input: object }[]
  readonly questions: readonly Question[]
}

interface Question {
  readonly expect: 'allow' | 'none' | 'ask' | 'deny'
  /** Where the agent started its hook. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly payload: { readonly tool_name: string; readonly tool_input: object; readonly cwd: string }
}

const folder = new URL('../fixtures/hooks/recorded/', import.meta.url)
const recordings = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recording,
)

const ALL_THREE = ['allowed', 'asked', 'denied']

function openRules(rules: object = {}): Scene {
  const scene = openScene()
  mkdirSync(join(scene.workspace, '.git'))
  writeFileSync(join(scene.workspace, 'a.txt'), 'hello\n')
  scene.configure({
    tools: {
      exec: { host: 'gateway', security: 'allowlist', proven: 'off', allow: ['git log', 'git status'], deny: ['rm'] },
    },
    ...rules,
  })
  return scene
}

const ask = async (scene: Scene, agent: RealAgent, { payload, folder: where, environment }: Question) => {
  const placed = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('$CWD', scene.workspace)) as T
  const foreign = { CLAUDE_PROJECT_DIR: '/elsewhere', GEMINI_PROJECT_DIR: '/elsewhere' }
  const ran = await scene.run(['hook', agent], {
    input: JSON.stringify(placed(payload)),
    cwd: placed(where),
    // One agent may be started by another, whose folder is then not the one that counts.
    env: { ...foreign, ...placed(environment) },
  })
  return readAnswer(agent, ran)
}

test('every agent is recorded', () => {
  expect([...new Set(recordings.map(({ agent }) => agent))].toSorted()).toEqual(REAL_AGENTS)
})

describe.each(recordings)(
  '$agent $version, recorded on $recorded',
  ({ agent, offered, obeyed, unasked, questions }) => {
    test('is answered by the policy', async () => {
      needsProgram('git')
      const scene = openRules()
      for (const question of questions) {
        const { tool_name: tool, tool_input: input } = question.payload
        expect(await ask(scene, agent, question), `${tool} ${JSON.stringify(input)}`).toBe(question.expect)
      }
    })

    test('obeyed each answer, and ran all three commands without the hook', () => {
      expect(obeyed['none']).toEqual(ALL_THREE)
      expect(obeyed['ours']).toEqual(['allowed'])
      expect(obeyed['ours, with a broken policy']).toEqual([])
    })

    test('was asked about everything that runs, writes or reads, but for what the documentation names', () => {
      // Gemini CLI itself refuses what lies outside of its folder before it asks.
      const named = { 'claude-code': [], codex: ['write_stdin', 'wait'], gemini: ['run_shell_command', 'read_file'] }
      const others = unasked.filter(({ tool }) => !(named[agent] as readonly string[]).includes(tool))
      expect(others).toEqual([])
    })

    test('is not let through with a tool that is not known here', async () => {
      const scene = openRules({ mode: 'allow', tools: { exec: { host: 'gateway', security: 'full' } } })
      const { tools, ownTools, asks } = AGENT_FORMATS[agent]
      const unknown = offered.filter((name) => !Object.hasOwn(tools, name) && !ownTools.includes(name))
      const [question] = questions as [Question]
      for (const name of unknown.slice(0, 3)) {
        const payload = { ...question.payload, tool_name: name }
        expect(await ask(scene, agent, { ...question, payload }), name).toBe(asks ? 'ask' : 'deny')
      }
    })
  },
)

// The folder that a model names for a command was taken for the workspace: what lies in it could be read and written.
test('the folder that a model names is not the workspace', async () => {
  const scene = openRules({ tools: { exec: { host: 'gateway', security: 'full' } } })
  const ofCodex = recordings.filter(({ agent }) => agent === 'codex').flatMap(({ questions }) => questions)
  const outside = ofCodex.find(({ payload }) => payload.cwd === '/etc')!
  const patch = { ...outside.payload, tool_name: 'apply_patch' }
  const command = '*** Begin Patch\n*** Add File: motd\n+x\n*** End Patch'
  expect(await ask(scene, 'codex', { ...outside, payload: { ...patch, tool_input: { command } } })).toBe('deny')
})
