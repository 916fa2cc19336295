import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface Row {
  readonly id: string
  readonly surface: string
  readonly attack: string
  readonly expected: string
}

const rows = readFileSync(new URL('corpus/gateway-attacks.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

const APPROVED = 'packages/runtime/test/call/approved-is-what-runs.test.ts'
const CHANGING = 'packages/runtime/test/call/changing-files.test.ts'
const SOCKET = 'packages/approvals/test/node/socket/socket.test.ts'
const PEERS = 'packages/approvals/test/node/socket/attacks.test.ts'
const STORE = 'packages/approvals/test/node/approvals-store.test.ts'
const REQUESTS = 'packages/approvals/test/node/request-store.test.ts'
const SLACK = 'packages/channels/test/slack.test.ts'
const TERMINAL = 'apps/cli/test/terminal.test.ts'

/** Which tests hold a row: the file, and words of the title. */
const HELD_BY: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  'GW-32-a': [
    ['packages/approvals/test/node/request-store.test.ts', 'is not used by what differs from what was approved'],
    [APPROVED, 'the environment is changed'],
  ],
  'GW-33-b': [[APPROVED, 'an earlier folder of PATH gets a program of the same name']],
  'GW-35-b': [
    [APPROVED, 'the script becomes a link to another'],
    [CHANGING, 'a script that holds something else at each read'],
    [CHANGING, 'a script that comes out of %s'],
  ],
  'GW-43-a': [
    [TERMINAL, 'what could hide a part of the command is shown as escapes'],
    ['packages/runtime/test/call/ask-through-store.test.ts', 'warns of what a person could miss'],
  ],
  'GW-43-c': [['apps/cli/test/exec.test.ts', 'several words, none of which is read again']],
  'GW-44-a': [
    [TERMINAL, 'a command of several lines cannot look like a question of its own'],
    [SLACK, 'nothing of a command is a mention, a link or a mark'],
  ],
  'GW-47-a': [
    [SLACK, 'nothing of a command is a mention, a link or a mark'],
    ['packages/channels/test/discord.test.ts', 'nothing of a command is a mention or a mark'],
    ['packages/channels/test/telegram.test.ts', 'nothing of a command is a mark'],
  ],
  'GW-47-b': [
    [SLACK, 'nobody but an approver is heard'],
    ['packages/channels/test/telegram.test.ts', '/approve answers, for this bot, and from people only'],
  ],
  'GW-48-a': [[SLACK, 'what is not signed, signed wrongly, too long ago or sent twice is refused']],
  'GW-49-a': [[SLACK, 'a beginning that two requests have is refused with both, and answers neither']],
  'GW-50-a': [[REQUESTS, 'has exactly one winner when two processes answer at once']],
  'GW-51-a': [['apps/cli/test/asking.test.ts', 'nobody approves what their own parent asks for']],
  'GW-52-a': [[REQUESTS, 'is not used after its time, though it was answered in time']],
  'GW-56-a': [[SOCKET, 'is refused where the folder is %s, to serve and to connect']],
  'GW-57-a': [[SOCKET, 'is refused where its path would be cut off']],
  'GW-58-a': [[SOCKET, 'is closed to others: 0600 in 0700']],
  'GW-61-a': [[SOCKET, 'sends no byte of the token to whoever took the place first']],
  'GW-43-b': [
    [
      'packages/runtime/test/call/ask-through-store.test.ts',
      'names the letters of a program that can look like others',
    ],
  ],
  'GW-63-a': [
    [PEERS, 'whose clock is off by %d ms'],
    [PEERS, 'that replays a call on its connection'],
    [PEERS, 'a million nonces are not remembered'],
  ],
  'GW-68-a': [['packages/state-files/test/lock.test.ts', 'true for one that had its number before']],
  'GW-69-b': [[STORE, 'that is %s denies, is kept as it is, and is not written over']],
  'GW-70-a': [
    [STORE, 'that is %s is refused, with the remedy'],
    [STORE, 'of somebody else is refused'],
  ],
}

/** Rows that ours answers otherwise in part, and why. */
const DEPARTURES: Readonly<Record<string, string>> = {
  'GW-35-b':
    'No copy is run: the script is looked at again right before the start of the line, and refused where it differs. What is swapped while the line runs, before it comes to the script, is not seen.',
}

describe('known attacks', () => {
  test.each(rows)('$id: $attack', ({ id }) => {
    const tests = HELD_BY[id] ?? []
    expect(tests.length).toBeGreaterThan(0)
    for (const [file, title] of tests) {
      expect(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')).toContain(title)
    }
  })

  test('every entry is about a row', () => {
    const ids = new Set(rows.map(({ id }) => id))
    for (const table of [HELD_BY, DEPARTURES]) for (const id of Object.keys(table)) expect(ids).toContain(id)
  })
})
