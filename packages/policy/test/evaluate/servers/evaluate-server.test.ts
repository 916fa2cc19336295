import { describe, expect, test } from 'vitest'
import { commandEvaluator } from '../../../src/commands.ts'
import { createPolicy, type PolicyDocument, type ServerProgram, toolRequest } from '../../../src/index.ts'
import { HOME } from '../../make-request.ts'

const effects = (...deny: string[]): PolicyDocument => ({ tools: { exec: { deny } } })
const files = (access: 'read' | 'write', ...deny: string[]): PolicyDocument => ({
  tools: { fs: { [access]: { deny } } },
})

/** A call of a tool that only reads, by what its server says: nothing else asks about it. */
function decide(document: PolicyDocument, program: ServerProgram | undefined, input: object = { text: 'hello' }) {
  const request = toolRequest({
    tool: 'mcp__one__look',
    served: { server: 'one', tool: 'look' },
    input,
    requiredPermission: 'read-only',
    inputs: { onlyReads: true, ...(program && { program }) },
    context: { workspace: '/w', cwd: '/w', home: HOME },
  })
  return createPolicy(document, { home: HOME, commands: commandEvaluator }).decide(request)
}

type Row = readonly [name: string, document: PolicyDocument, uncontained: string, contained: string, offline: string]

const rows: readonly Row[] = [
  ['a file that may not be read', files('read', 'secrets/key'), 'ask', 'allow', 'allow'],
  ['a pattern that may not be read', files('read', '**/.env'), 'ask', 'allow', 'allow'],
  ['a file outside that may not be read', files('read', '~/.ssh/**'), 'ask', 'allow', 'allow'],
  ['a folder that may not be written', files('write', 'secrets/**'), 'ask', 'allow', 'allow'],
  ['a protected path', { tools: { fs: { protectedPaths: ['secrets'] } } }, 'ask', 'allow', 'allow'],
  ['a protected path of the sandbox', { sandbox: { protectedPaths: ['a'] } }, 'ask', 'allow', 'allow'],
  ['deleting', effects('fs.delete'), 'ask', 'ask', 'ask'],
  ['deleting in a folder', effects('fs.delete:secrets/**'), 'ask', 'ask', 'ask'],
  ['deleting outside', effects('fs.delete:/etc/**'), 'ask', 'allow', 'allow'],
  ['writing', effects('fs.write'), 'ask', 'ask', 'ask'],
  ['writing to a folder', effects('fs.write:secrets/**'), 'ask', 'allow', 'allow'],
  ['reading', effects('fs.read'), 'ask', 'ask', 'ask'],
  ['reading a file', effects('fs.read:secrets/key'), 'ask', 'allow', 'allow'],
  ['the network', effects('net.egress'), 'ask', 'ask', 'allow'],
  ['a host', effects('net.egress:evil.example'), 'ask', 'ask', 'allow'],
  ['signals', effects('process.signal'), 'ask', 'allow', 'allow'],
  ['privileges', effects('privilege.gain'), 'ask', 'allow', 'allow'],
  ['code', effects('code.run'), 'ask', 'ask', 'ask'],
  ['variables', effects('env.set'), 'ask', 'ask', 'ask'],
  ['an effect, written as an object', { tools: { exec: { deny: [{ effect: 'fs.delete' }] } } }, 'ask', 'ask', 'ask'],
  // Nothing is denied that a program could do unseen.
  ['nothing', {}, 'allow', 'allow', 'allow'],
  ['a command', { tools: { exec: { deny: ['git push'] } } }, 'allow', 'allow', 'allow'],
  ['a tool', { tools: { deny: ['write_file'] } }, 'allow', 'allow', 'allow'],
  ['what is asked about', { tools: { fs: { read: { ask: ['secrets'] } } } }, 'allow', 'allow', 'allow'],
  ['what is allowed', { tools: { fs: { read: { allow: ['/etc/hosts'] } } } }, 'allow', 'allow', 'allow'],
]

describe('a call of a tool of a server, where this is denied', () => {
  test.each(rows)('%s', (_name, document, uncontained, contained, offline) => {
    const answers = (['uncontained', 'contained', 'offline', 'elsewhere'] as const).map(
      (program) => decide(document, program).decision,
    )
    expect(answers).toStrictEqual([uncontained, contained, offline, 'allow'])
    // Of a server of which nothing is known the worst counts.
    expect(decide(document, undefined).decision).toBe(uncontained)
  })

  test('says which rule it is, where it stands, and how the server is contained', () => {
    const { reasons, fix } = decide(files('read', '**/.env'), 'uncontained')
    expect(reasons).toMatchObject([
      {
        code: 'SERVER_UNCONTAINED',
        message:
          'the server "one" runs outside of the sandbox: nothing makes its program obey the rule that denies "**/.env"',
        rule: '**/.env',
      },
    ])
    expect(reasons[0]!.source).toBe('policy')
    expect(fix).toStrictEqual([{ message: 'contain the server: "sandbox": true in its entry of mcpServers' }])
  })

  test('names one rule and counts the others', () => {
    const message = decide(effects('fs.delete', 'code.run', 'env.set'), 'contained').reasons[0]!.message
    expect(message).toBe(
      'no sandbox makes the program of the server "one" obey the rule that denies "fs.delete" (and 2 more)',
    )
  })

  test('is denied where nobody is asked about what no rule covers', () => {
    const document = { tools: { exec: { ask: 'off', deny: ['fs.delete'] } } } as const
    expect(decide(document, 'uncontained').decision).toBe('deny')
  })

  test('is denied as before where its input names what is denied', () => {
    expect(decide(files('read', 'secrets/**'), 'uncontained', { path: 'secrets/key' }).decision).toBe('deny')
  })

  test('is not answered by an earlier call of a server that is contained', () => {
    const policy = createPolicy(files('read', 'a'), { home: HOME, commands: commandEvaluator })
    const request = (program: ServerProgram) =>
      toolRequest({ tool: 'mcp__one__look', inputs: { program }, requiredPermission: 'read-only' })
    const all = (['contained', 'uncontained', 'elsewhere'] as const).map((one) => policy.decide(request(one)).decision)
    expect(all).toStrictEqual(['allow', 'ask', 'allow'])
  })
})
