import { expect, test } from 'vitest'
import { runPoundlock } from './poundlock.ts'

/** Decides a line under a configuration, with every tool in /usr/bin. */
async function decide(command: string, exec: object): Promise<{ readonly decision?: string; readonly error?: object }> {
  const row = {
    tool: 'exec',
    input: { command },
    config: { tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off', ...exec } } },
    context: { cwd: '/w', workspace: '/w', home: '/home/u', executables: { myfilter: '/usr/bin/myfilter' } },
  }
  const { stdout } = await runPoundlock(['check', '--jsonl', '-'], { input: `${JSON.stringify(row)}\n` })
  return JSON.parse(stdout) as { decision?: string; error?: object }
}

const EXEC = {
  safeBins: ['myfilter'],
  safeBinProfiles: { myfilter: { maxPositional: 0, allowedValueFlags: ['-n', '--limit'], deniedFlags: ['-f'] } },
}

test('a safe bin of one’s own is judged by its profile', async () => {
  expect(await decide('myfilter --limit 5', EXEC)).toMatchObject({ decision: 'allow' })
  expect(await decide('myfilter -f /etc/passwd', EXEC)).toMatchObject({ decision: 'ask' })
  expect(await decide('myfilter notes.txt', EXEC)).toMatchObject({ decision: 'ask' })
})

test('without a profile it is an error that names the key', async () => {
  const { error } = await decide('myfilter', { safeBins: ['myfilter'] })
  expect(JSON.stringify(error)).toMatch(/tools\.exec\.safeBins\[0\]: no profile is known for .*myfilter/)
})

test('a key that a profile does not have is an error', async () => {
  const { error } = await decide('myfilter', { safeBinProfiles: { myfilter: { maxPositionals: 1 } } })
  expect(JSON.stringify(error)).toMatch(/maxPositionals/)
})
