import { readFileSync } from 'node:fs'
import { createPolicy, type PolicyDocument } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { expect, test } from 'vitest'
import { planCommand } from '../src/index.ts'

interface Row {
  readonly command: string
  readonly must: 'allow' | 'ask'
}

const rows = readFileSync(new URL('corpus/device-files.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

const HOME = '/home/u'
const CWD = '/w'

function decide(line: string, document: PolicyDocument): string {
  const { plan } = planCommand(line, {
    cwd: CWD,
    home: HOME,
    findExecutable: (name) => (name.includes('/') ? null : `/usr/bin/${name}`),
  })
  const context = { agent: 'main', session: 'main', cwd: CWD, workspace: CWD, home: HOME, interactive: true }
  const policy = createPolicy(document, { home: HOME, commands: commandEvaluator })
  return policy.decide({ tool: 'exec', requiredPermission: 'danger-full-access', plan, context }).decision
}

/** Every program has a rule of its own: what is left to say is what it does to the device. */
const programs = (line: string) =>
  line
    .split(/[\s;|&]+/)
    .filter((word) => /^[a-z][\w.-]*$/.test(word))
    .flatMap((word) => (word === 'go' || word === 'git' ? [word, 'go build'] : [word]))

test.each(rows.filter(({ must }) => must === 'ask'))(
  'a device is not harmed without a question: $command',
  ({ command }) => {
    const exec = { host: 'gateway', security: 'allowlist', allow: programs(command) } as const
    expect(decide(command, { tools: { exec, fs: { readScope: 'all' } } })).not.toBe('allow')
    expect(decide(command, { mode: 'read-only', tools: { exec } })).not.toBe('allow')
    expect(decide(command, { mode: 'read-only', tools: { exec: { host: 'gateway', security: 'full' } } })).toBe('deny')
  },
)

test.each(rows.filter(({ must }) => must === 'allow'))(
  'a device may be read and written to: $command',
  ({ command }) => {
    const exec = { host: 'gateway', security: 'allowlist', allow: programs(command) } as const
    expect(decide(command, { tools: { exec } })).toBe('allow')
  },
)

test.each(['write_file', 'edit_file'])('%s does not replace a device without a question', (tool) => {
  const policy = createPolicy({}, { home: HOME })
  const context = { agent: 'main', session: 'main', cwd: CWD, workspace: CWD, home: HOME, interactive: true }
  const files = [{ access: 'write', path: '/dev/null', real: '/dev/null' }] as const
  expect(policy.decide({ tool, requiredPermission: 'workspace-write', files, context }).decision).toBe('ask')
})
