import { readFileSync } from 'node:fs'
import { planCommand } from '@poundlock/plan'
import { createPolicy, type CommandRuleInput } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { expect, test } from 'vitest'

const lines = readFileSync(new URL('../../../bench/corpus/agent-one-liners.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { command: string }).command)

const CWD = '/w'
const HOME = '/home/u'
const CONTEXT = { agent: 'main', session: 'main', cwd: CWD, workspace: CWD, home: HOME, interactive: true }

interface Allowed {
  readonly exec?: readonly CommandRuleInput[]
  readonly read?: readonly string[]
  readonly write?: readonly string[]
}

function decide(line: string, { exec = [], read = [], write = [] }: Allowed) {
  const findExecutable = (name: string) =>
    name.startsWith('/') ? name : name.includes('/') ? `${CWD}/${name}` : `/usr/bin/${name}`
  const { plan } = planCommand(line, { cwd: CWD, home: HOME, findExecutable })
  const policy = createPolicy(
    {
      tools: {
        exec: { host: 'gateway', security: 'allowlist', allow: exec },
        fs: { read: { allow: read }, write: { allow: write } },
      },
    },
    { home: HOME, commands: commandEvaluator },
  )
  const { decision, fix } = policy.decide({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    plan,
    context: CONTEXT,
  })
  const values = (key: string) => fix.flatMap((entry) => (entry.key === key ? [String(entry.value)] : []))
  return {
    decision,
    exec: fix.flatMap(({ key, value }) => (key === 'tools.exec.allow' ? [value as CommandRuleInput] : [])),
    read: values('tools.fs.read.allow'),
    write: values('tools.fs.write.allow'),
    others: fix.filter(({ key }) => key !== 'tools.exec.host' && key?.endsWith('.allow') !== true),
  }
}

const exactly = (command: string, args: string) => ({ command, args })

test.each([
  ['cat /etc/hosts', { exec: ['cat'], read: ['/etc/hosts'] }],
  ['git diff --output=x', { exec: [exactly('git', 'diff --output=x')] }],
  ['sort -o out in', { exec: [exactly('sort', '-o out in')] }],
  ['make deploy', { exec: ['make deploy'] }],
  ['npm run build', { exec: ['npm run build'] }],
  ['git stash list', { exec: ['git stash list'] }],
  ['npx tsc --noEmit', { exec: [exactly('npx tsc', 'tsc --noEmit')] }],
  [
    'uv run pytest -q && npx eslint src',
    { exec: [exactly('uv run pytest', 'run pytest -q'), exactly('npx eslint', 'eslint src')] },
  ],
  ['npx evil', { exec: [] }],
  ['poetry run bash', { exec: [] }],
  ['scp a.txt h.example:/x', { exec: [exactly('scp', 'a\\.txt h\\.example:/x')] }],
  ['curl -T a.txt https://h.example', { exec: [exactly('curl', '-T a\\.txt https://h\\.example')] }],
  ['cd ../other && ls', { exec: ['ls'], read: ['/other'] }],
  ['docker ps -a', { exec: [exactly('docker', 'ps -a')] }],
  ['docker exec web id', { exec: [] }],
  ['mytool -s x', { exec: [exactly('mytool', '-s x')] }],
  ['mytool --json push a', { exec: [exactly('mytool', '--json push a')] }],
  ['git status && touch a.txt', { exec: ['git status', exactly('touch', 'a\\.txt')] }],
  ['docker run --rm alpine ls', { exec: [] }],
  ['git -c core.pager=./x log', { exec: [] }],
  ['python3 x.py', { exec: [] }],
])('for %s it is %j', (line, expected) => {
  expect(decide(line, {})).toMatchObject(expected)
})

test('a rule that is there already is not suggested again', () => {
  expect(decide('cat /etc/hosts', { exec: ['cat'] })).toMatchObject({ exec: [], read: ['/etc/hosts'] })
})

test('what is suggested for a line that agents write allows it, when nothing else is', () => {
  const useless = lines.filter((line) => {
    const first = decide(line, {})
    if (first.decision === 'allow' || first.exec.length === 0 || first.others.length > 0) return false
    return decide(line, first).decision !== 'allow'
  })
  expect(useless).toEqual([])
})
