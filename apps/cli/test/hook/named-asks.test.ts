import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from '../poundlock.ts'

const SKILL = '---\nname: helper\ndescription: x\n---\n!`git push`\n'

test.each([
  [
    'WebFetch',
    { url: 'https://example.com/x', prompt: 'x' },
    'network',
    'example.com',
    /example\.com would be contacted/,
  ],
  ['WebSearch', { query: 'x' }, 'network', null, /a host that WebSearch does not name would be contacted/],
  ['mcp__web__get', { url: 'https://example.com/x' }, 'network', 'example.com', /example\.com would be contacted/],
  ['Frobnicate', { all: true }, 'execute', null, /does not know the tool "Frobnicate": it may run any program/],
  ['Skill', { skill: 'helper' }, 'execute', null, /the skill "helper" runs when it is launched: git push/],
  [
    'Skill',
    { skill: 'elsewhere' },
    'execute',
    null,
    /the skill "elsewhere" is in no folder .* what it runs is not known/,
  ],
  [
    'Bash',
    { command: "[[ 'a[$(x)]' -eq 0 ]]" },
    'execute',
    null,
    /the line may run code that is only known at run time/,
  ],
] as const)('the first reason of a question about %s %j names its effect', async (tool, input, kind, path, says) => {
  const scene = openScene()
  const folder = join(scene.workspace, '.claude', 'skills', 'helper')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'SKILL.md'), SKILL)
  const question = { hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input, cwd: scene.workspace }
  const env = { HOME: scene.root, CLAUDE_PROJECT_DIR: scene.workspace }
  const ran = await scene.run(['hook', 'claude-code'], { input: JSON.stringify(question), env })
  const { permissionDecision, permissionDecisionReason } = ran.json().hookSpecificOutput
  expect([permissionDecision, permissionDecisionReason]).toEqual(['ask', expect.stringMatching(says)])
  const [record] = (await scene.run(['audit', 'tail', '--json'])).lines()
  expect(record.data.reasons[0]).toMatchObject({ effect: { kind, path }, message: expect.stringMatching(says) })
})
