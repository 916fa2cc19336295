import { expect, test } from 'vitest'
import { runPoundlock } from './poundlock.ts'

/** Decides a line under a configuration, with every tool in /usr/bin. */
async function decide(command: string, exec: object): Promise<{ readonly decision?: string; readonly error?: object }> {
  const row = {
    tool: 'exec',
    input: { command },
    config: { tools: { exec: { host: 'gateway', security: 'allowlist', ...exec } } },
    context: { cwd: '/w', workspace: '/w', home: '/home/u', executables: { myfilter: '/usr/bin/myfilter' } },
  }
  const { stdout } = await runPoundlock(['check', '--jsonl', '-'], { input: `${JSON.stringify(row)}\n` })
  return JSON.parse(stdout) as { decision?: string; error?: object }
}

const exec = {
  safeBins: ['myfilter'],
  safeBinProfiles: { myfilter: { maxPositional: 0, allowedValueFlags: ['-n', '--limit'], deniedFlags: ['-f'] } },
}

test('a safe bin of one’s own is judged by its profile', async () => {
  expect(await decide('myfilter --limit 5', exec)).toMatchObject({ decision: 'allow' })
  expect(await decide('myfilter -f /etc/passwd', exec)).toMatchObject({ decision: 'ask' })
  expect(await decide('myfilter notes.txt', exec)).toMatchObject({ decision: 'ask' })
})

test('without a profile it is an error that names the key', async () => {
  const { error } = await decide('myfilter', { safeBins: ['myfilter'] })
  expect(JSON.stringify(error)).toMatch(/tools\.exec\.safeBins\[0\].*myfilter.*needs a profile/)
})

test('a key that a profile does not have is an error', async () => {
  const { error } = await decide('myfilter', { safeBinProfiles: { myfilter: { maxPositionals: 1 } } })
  expect(JSON.stringify(error)).toMatch(/maxPositionals/)
})
