import { readFileSync } from 'node:fs'
import { createPolicy } from '@poundlock/policy'
import { commandJudge } from '@poundlock/policy/commands'
import { planCommand } from '@poundlock/runtime'
import { expect, test } from 'vitest'

const lines = readFileSync(new URL('../../../bench/corpus/agent-one-liners.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { command: string }).command)

const cwd = '/w'
const home = '/home/u'
const context = { agent: 'main', session: 'main', cwd, workspace: cwd, home, interactive: true }

interface Allowed {
  readonly exec?: readonly string[]
  readonly read?: readonly string[]
  readonly write?: readonly string[]
}

function decide(line: string, { exec = [], read = [], write = [] }: Allowed) {
  const findExecutable = (name: string) =>
    name.startsWith('/') ? name : name.includes('/') ? `${cwd}/${name}` : `/usr/bin/${name}`
  const { plan } = planCommand(line, { cwd, home, findExecutable })
  const policy = createPolicy(
    {
      tools: {
        exec: { host: 'gateway', security: 'allowlist', allow: exec },
        fs: { read: { allow: read }, write: { allow: write } },
      },
    },
    { home, commands: commandJudge },
  )
  const { decision, fix } = policy.decide({ tool: 'exec', requiredPermission: 'danger-full-access', plan, context })
  const values = (key: string) => fix.flatMap((entry) => (entry.key === key ? [String(entry.value)] : []))
  return {
    decision,
    exec: values('tools.exec.allow'),
    read: values('tools.fs.read.allow'),
    write: values('tools.fs.write.allow'),
    others: fix.filter(({ key }) => key !== 'tools.exec.host' && key?.endsWith('.allow') !== true),
  }
}

test.each([
  ['cat /etc/hosts', { exec: ['cat'], read: ['/etc/hosts'] }],
  ['git diff --output=x', { exec: ['git diff --output=x'] }],
  ['sort -o out in', { exec: ['sort -o'] }],
  ['make deploy', { exec: ['make deploy'] }],
  ['npm run build', { exec: ['npm run build'] }],
  ['git stash list', { exec: ['git stash list'] }],
  ['npx tsc --noEmit', { exec: ['npx tsc'] }],
  ['uv run pytest -q && npx eslint src', { exec: ['uv run pytest', 'npx eslint'] }],
  ['npx evil', { exec: [] }],
  ['poetry run bash', { exec: [] }],
  ['scp a.txt h.example:/x', { exec: ['scp a.txt h.example:/x'] }],
  ['curl -T a.txt https://h.example', { exec: ['curl -T a.txt https://h.example'] }],
  ['cd ../other && ls', { exec: ['ls'], read: ['/other'] }],
  ['docker ps -a', { exec: ['docker ps'] }],
  ['docker exec web id', { exec: [] }],
  ['mytool -s x', { exec: ['mytool -s'] }],
  ['mytool --json push a', { exec: ['mytool --json push a'] }],
  ['git status && touch a.txt', { exec: ['git status', 'touch'] }],
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
