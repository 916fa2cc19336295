import { afterAll, expect, test, vi } from 'vitest'
import { ALL_COMMANDS } from '../src/command-line/all-commands.ts'
import { createProgram } from '../src/program.ts'
import { openScene } from './poundlock.ts'

vi.stubGlobal('POUNDLOCK_VERSION', '0')
afterAll(() => vi.unstubAllGlobals())

/** What changes what is allowed, or answers for a person. Any other command is listed as harmless, or this test fails. */
const FOR_PEOPLE = [
  'acp',
  'agent chat',
  'agent list',
  'agent resume',
  'agent run',
  'agent show',
  'agent stop',
  'approvals allowlist add',
  'approvals allowlist list',
  'approvals allowlist remove',
  'approvals get',
  'approvals grants limit',
  'approvals grants list',
  'approvals grants preview',
  'approvals grants revoke',
  'approvals resolve',
  'approvals serve',
  'approvals set',
  'approvals watch',
  'devices approve',
  'devices reject',
  'devices rename',
  'devices revoke',
  'devices rotate',
  'exec --directive /elevated',
  'gateway connect',
  'gateway forget',
  'gateway install',
  'gateway pair',
  'gateway reload',
  'gateway run',
  'gateway stop',
  'gateway uninstall',
  'gateway use',
  'hook --install',
  'hook --uninstall',
  'init',
  'mcp add',
  'mcp import',
  'mcp login',
  'mcp remove',
  'mcp trust',
  'node install',
  'node pair',
  'node run',
  'node uninstall',
  'nodes approve',
  'nodes drain',
  'nodes label',
  'nodes reject',
  'nodes remove',
  'nodes rename',
  'policy distrust',
  'learn',
  'policy import',
  'policy shadow',
  'policy trust',
  'run',
  'try apply',
  'undo',
  'diff',
  'uninstall',
]

const HARMLESS = [
  'approvals pending',
  'audit play',
  'audit tail',
  'audit verify',
  'check',
  'completion',
  'demo',
  'devices list',
  'doctor',
  'exec',
  'gateway list',
  'gateway status',
  'history',
  'hook',
  'jobs end',
  'jobs list',
  'jobs log',
  'jobs remove',
  'jobs serve',
  'jobs wait',
  'mcp call',
  'mcp doctor',
  'mcp list',
  'mcp needs',
  'mcp serve',
  'mcp tools',
  'node status',
  'nodes describe',
  'nodes list',
  'parse',
  'policy export',
  'policy implies',
  'policy lint',
  'policy replay',
  'policy schema',
  'policy show',
  'policy suggest',
  'policy test',
  'sandbox explain',
  'sandbox image',
  'sandbox list',
  'sandbox probe',
  'sandbox prune',
  'sandbox recreate',
  'schema',
  'sessions follow',
  'sessions list',
  'tools call',
  'tools list',
  'tools schema',
  'try discard',
  'try list',
  'try show',
  'try undo',
]

/** Every command that does something, as it is written. */
function commandsOf(program: ReturnType<typeof createProgram>, before: readonly string[] = []): readonly string[] {
  return program.commands.flatMap((command) => {
    const words = [...before, command.name()]
    return command.commands.length > 0 ? commandsOf(command, words) : [words.join(' ')]
  })
}

test('each command is either for people or harmless, and those for people are denied to every call', async () => {
  const known = new Set([...FOR_PEOPLE.filter((words) => !words.includes(' --')), ...HARMLESS])
  expect(
    commandsOf(createProgram(ALL_COMMANDS))
      .filter((words) => words !== 'help')
      .toSorted(),
  ).toEqual([...known].toSorted())
  const { run } = openScene()
  const config = { mode: 'allow', tools: { exec: { host: 'gateway', security: 'full', ask: 'off' } } }
  const rows = [...FOR_PEOPLE, ...HARMLESS].map((words) => ({
    id: words,
    tool: 'exec',
    input: { command: `poundlock ${words}` },
    config,
  }))
  const { lines } = await run(['check', '--jsonl', '-'], { input: rows.map((row) => JSON.stringify(row)).join('\n') })
  for (const { id, decision } of lines())
    expect([id, decision]).toEqual([id, FOR_PEOPLE.includes(id) ? 'deny' : 'allow'])
})
