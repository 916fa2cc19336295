import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'

interface Recorded {
  readonly agent: 'claude-code' | 'codex' | 'gemini'
  readonly expect: 'allow' | 'ask' | 'deny'
  readonly payload: { readonly tool_name: string; readonly tool_input: object }
}

const recorded = JSON.parse(
  readFileSync(new URL('fixtures/hooks/payloads.json', import.meta.url), 'utf8'),
) as readonly Recorded[]

function openRules(): Scene {
  const scene = openScene()
  mkdirSync(join(scene.workspace, '.git'))
  scene.configure({
    tools: { exec: { host: 'gateway', security: 'allowlist', allow: ['git log', 'git status'], deny: ['rm'] } },
  })
  return scene
}

const ask = (scene: Scene, agent: string, input: string) => scene.run(['hook', agent], { input })

/** What the agent would do with the answer, by its own documentation. */
function readAnswer(agent: Recorded['agent'], { code, stdout }: { code: number | undefined; stdout: string }): string {
  if (code === 2) return 'deny'
  expect(code).toBe(0)
  if (stdout === '') return 'allow'
  const answer = JSON.parse(stdout)
  if (agent === 'gemini') return answer.decision
  expect(answer.hookSpecificOutput.hookEventName).toBe('PreToolUse')
  return answer.hookSpecificOutput.permissionDecision
}

describe.each(['claude-code', 'codex', 'gemini'] as const)('the hook of %s', (agent) => {
  test('answers recorded questions by the policy', async () => {
    const scene = openRules()
    for (const { payload, expect: wanted } of recorded.filter((one) => one.agent === agent)) {
      const ran = await ask(scene, agent, JSON.stringify(payload).replaceAll('$CWD', scene.workspace))
      expect(readAnswer(agent, ran), `${payload.tool_name} ${JSON.stringify(payload.tool_input)}`).toBe(wanted)
    }
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no object', '[]'],
    ['another event', '{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{},"cwd":"/"}'],
    ['no tool', '{"hook_event_name":"PreToolUse","tool_input":{},"cwd":"/"}'],
    ['no input', '{"hook_event_name":"BeforeTool","tool_name":"x","cwd":"/"}'],
  ])('blocks on %s', async (_, input) => {
    const ran = await ask(openRules(), agent, input)
    expect(ran.code).toBe(2)
    expect(ran.stdout).toBe('')
    expect(ran.stderr).toMatch(/^poundlock: /)
  })

  test('blocks when the policy is broken', async () => {
    const scene = openRules()
    scene.configure('{ "mode": "yolo" }')
    const [{ payload } = recorded[0]!] = recorded.filter((one) => one.agent === agent)
    const ran = await ask(scene, agent, JSON.stringify(payload).replaceAll('$CWD', scene.workspace))
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('poundlock.json:1:3')
  })

  test('is named in settings only when asked, and everything else of them stays', async () => {
    const scene = openRules()
    const settings = join(scene.root, 'settings.json')
    const before = '{\n  // mine\n  "theme":   "dark",\n  "hooks": { "Stop": [] }\n}\n'
    writeFileSync(settings, before)
    const change = (action: string) => scene.run(['hook', agent, action, '--settings', settings])
    expect((await scene.run(['hook', agent, '--print'])).stdout).toContain('poundlock')
    expect(readFileSync(settings, 'utf8')).toBe(before)
    expect((await change('--install')).code).toBe(0)
    const installed = readFileSync(settings, 'utf8')
    expect(installed).toContain('// mine\n  "theme":   "dark"')
    expect(installed).toContain(`hook ${agent}`)
    expect(readFileSync(`${settings}.before-poundlock`, 'utf8')).toBe(before)
    expect((await change('--install')).stdout).toContain('nothing to do')
    expect(readFileSync(settings, 'utf8')).toBe(installed)
    expect((await change('--uninstall')).code).toBe(0)
    expect(readFileSync(settings, 'utf8')).not.toContain('poundlock')
    expect(readFileSync(settings, 'utf8')).toContain('// mine\n  "theme":   "dark"')
  })

  test('leaves settings alone that it cannot read', async () => {
    const scene = openRules()
    const settings = join(scene.root, 'settings.json')
    writeFileSync(settings, '{ "hooks": [')
    expect((await scene.run(['hook', agent, '--install', '--settings', settings])).code).toBe(2)
    expect(readFileSync(settings, 'utf8')).toBe('{ "hooks": [')
  })
})
