import * as fc from '@poundlock/tooling/properties'
import { describe, expect, it } from 'vitest'
import { EXEC_ASKS, EXEC_HOSTS, EXEC_SECURITIES } from '../../src/index.ts'
import { ExecInput, EXEC_TOOL } from '../../src/tools/index.ts'
import { validateToolInput } from '../../src/validation/index.ts'

const issues = (input: unknown) => validateToolInput(EXEC_TOOL, input)
const KEYS = Object.keys(ExecInput.properties)

describe('the input of exec', () => {
  it.each([
    { command: 'true' },
    { command: 'x'.repeat(1024 * 1024) },
    { command: 'ls', workdir: '/w', env: { A: '1', _b2: '' }, yieldMs: 0, background: true, timeout: 0.5, pty: false },
    { command: 'ls', host: 'node', security: 'deny', ask: 'always', node: 'build-1', elevated: true },
  ])('fits', (input) => {
    expect(issues(input)).toEqual([])
  })

  it('takes each host, security and ask that there is', () => {
    for (const host of EXEC_HOSTS) expect(issues({ command: 'x', host })).toEqual([])
    for (const security of EXEC_SECURITIES) expect(issues({ command: 'x', security })).toEqual([])
    for (const ask of EXEC_ASKS) expect(issues({ command: 'x', ask })).toEqual([])
  })

  it.each<[input: unknown, pointer: string, message: string]>([
    [{}, '', 'the key "command" is missing'],
    [null, '', 'expected an object, not null'],
    [undefined, '', 'expected an object, not nothing'],
    ['ls', '', 'expected an object, not a string'],
    [[{ command: 'ls' }], '', 'expected an object, not an array'],
    [Object.create({ command: 'ls' }), '', 'the key "command" is missing'],
    [{ command: '' }, '/command', 'is empty'],
    [{ command: ['ls'] }, '/command', 'expected a string, not an array'],
    [{ command: 'x', workdir: '' }, '/workdir', 'is empty'],
    [
      { command: 'x', workdir: '/a\0b' },
      '/workdir',
      'holds a NUL character, at which the system would take it to end; leave that out',
    ],
    [{ command: 'x', env: ['A=1'] }, '/env', 'expected an object, not an array'],
    [{ command: 'x', env: { A: 1 } }, '/env/A', 'expected a string, not a number'],
    [
      { command: 'x', env: { A: 'a\0b' } },
      '/env/A',
      'holds a NUL character, at which the system would take it to end; leave that out',
    ],
    [{ command: 'x', env: { 'A=B': '1' } }, '/env/A=B', 'unknown key "A=B"; a key here fits ^[A-Za-z_][A-Za-z0-9_]*$'],
    [{ command: 'x', env: { '': '1' } }, '/env/', 'unknown key ""; a key here fits ^[A-Za-z_][A-Za-z0-9_]*$'],
    [{ command: 'x', timeout: '60' }, '/timeout', 'expected a number, not a string'],
    [{ command: 'x', timeout: 0 }, '/timeout', 'expected more than 0'],
    [{ command: 'x', timeout: 86_401 }, '/timeout', 'expected at most 86400'],
    [{ command: 'x', timeout: Number.NaN }, '/timeout', 'expected a number, not NaN'],
    [{ command: 'x', timeout: Infinity }, '/timeout', 'expected a number, not Infinity'],
    [{ command: 'x', yieldMs: -1 }, '/yieldMs', 'expected at least 0'],
    [{ command: 'x', yieldMs: 1.5 }, '/yieldMs', 'expected an integer, not 1.5'],
    [{ command: 'x', background: 'true' }, '/background', 'expected a boolean, not a string'],
    [{ command: 'x', host: 'moon' }, '/host', 'expected "sandbox", "gateway" or "node"'],
    [{ command: 'x', host: null }, '/host', 'expected "sandbox", "gateway" or "node"'],
    [{ command: 'x', security: 'FULL' }, '/security', 'expected "deny", "allowlist" or "full"'],
  ])('%j is refused', (input, pointer, message) => {
    expect(issues(input)).toEqual([{ pointer, message }])
  })

  it.each([
    'cmd',
    'Command',
    'sandbox',
    'dangerouslyDisableSandbox',
    'constructor',
    'toString',
    '__proto__',
    'a/b~c',
    '',
  ])('names the key %j, which it does not know', (key) => {
    const input = JSON.parse(`{"command":"ls",${JSON.stringify(key)}:{"command":"x"}}`) as unknown
    expect(issues(input)).toEqual([
      {
        pointer: `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        message: `unknown key ${JSON.stringify(key)}; known here: ${KEYS.join(', ')}`,
      },
    ])
  })

  it('refuses every key that is not its own', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (key, value) => {
        fc.pre(!KEYS.includes(key))
        const input = Object.defineProperty({ command: 'ls' }, key, { value, enumerable: true })
        expect(issues(input)).toHaveLength(1)
      }),
    )
  })

  it('answers any value with sentences, and never throws or changes it', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), fc.constantFrom(...KEYS), (value, key) => {
        const input = Object.freeze({ command: 'ls', [key]: value })
        for (const { pointer, message } of issues(input)) {
          expect(pointer).toMatch(/^(?:\/|$)/)
          expect(message).toMatch(/\w/)
        }
      }),
    )
  })

  it('is not drowned by hostile input', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, index]))
    expect(issues({ command: 'x', ...many })).toHaveLength(20)
    const [issue] = issues({ command: 'x', ['k'.repeat(1_000_000)]: 1 })
    expect(issue?.message.length).toBeLessThan(400)
    expect(issue?.message).toContain('… (1000000 characters)')
  })

  it('shows what an unknown key hides', () => {
    expect(issues({ command: 'x', 'host\u202E': 1 })[0]?.message).toMatch(/^unknown key "host\\u\{202e\}"/)
  })
})

it('can do anything at worst, and says so', () => {
  expect(EXEC_TOOL.requiredPermission).toBe('danger-full-access')
  expect(EXEC_TOOL.annotations).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
    openWorldHint: true,
    idempotentHint: false,
  })
  expect(EXEC_TOOL.groups).toContain('group:runtime')
})

it('has a schema that survives as JSON, which is how a model gets it', () => {
  const schema = JSON.parse(JSON.stringify(EXEC_TOOL.inputSchema)) as Record<string, unknown>
  expect(schema).toMatchObject({ type: 'object', required: ['command'], additionalProperties: false })
})
