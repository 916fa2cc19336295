import { expect, test } from 'vitest'
import { BUILT_IN_TOOLS, findBuiltInTool, TOOL_GROUPS, toolKey } from '../../src/index.ts'
import { EXEC_TOOL } from '../../src/tools/index.ts'

test.each([
  [' BASH ', 'exec'],
  ['Exec', 'exec'],
  ['exec\u200B', 'exec'],
  ['\uFEFFe\u00ADxec', 'exec'],
  ['apply-patch', 'apply_patch'],
  ['apply\u2010patch', 'apply_patch'],
  ['READ', 'read_file'],
  ['web_fetch', 'WebFetch'],
  ['ｅｘｅｃ', 'exec'],
  ['cron', 'automations'],
  ['ls', 'glob_search'],
])('%j is the tool %s', (name, tool) => {
  expect(findBuiltInTool(name)?.name).toBe(tool)
})

test.each(['', ' ', 'toString', '__proto__', 'approvals.resolve', 'execute', 'mcp__exec__exec'])(
  '%j is no built-in tool',
  (name) => {
    expect(findBuiltInTool(name)).toBeNull()
  },
)

test('no two tools share a name in any spelling, and every group is known', () => {
  const keys = BUILT_IN_TOOLS.flatMap((tool) => [tool.name, ...tool.aliases].map(toolKey))
  expect(new Set(keys).size).toBe(keys.length)
  for (const { groups } of BUILT_IN_TOOLS) expect(TOOL_GROUPS).toEqual(expect.arrayContaining([...groups]))
})

test('the entry of exec says what its specification says', () => {
  const entry = findBuiltInTool('exec')
  expect(entry).toMatchObject({ requiredPermission: EXEC_TOOL.requiredPermission, groups: EXEC_TOOL.groups })
})
