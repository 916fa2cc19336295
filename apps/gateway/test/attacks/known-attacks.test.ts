import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface Row {
  readonly id: string
  readonly attack: string
  readonly expected: string
}

const rows = readFileSync(new URL('../corpus/gateway-attacks.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

const WEB = 'apps/gateway/test/listen/web.test.ts'
const PAGE = 'apps/gateway/test/http/page.test.ts'
const FIND_NODE = 'apps/gateway/test/nodes/find-node.test.ts'
const NATS_CHECKS = 'packages/bus/test/nats/server-checks.test.ts'
const BIND = 'apps/gateway/test/listen/bind.test.ts'
const SOCKET = 'apps/gateway/test/listen/socket.test.ts'
const FRAMES = 'apps/gateway/test/connection/frames.test.ts'
const HANDSHAKE = 'apps/gateway/test/connection/handshake.test.ts'
const DEVICES = 'apps/gateway/test/identity/devices.test.ts'
const STATE = 'apps/gateway/test/identity/state-files.test.ts'
const CALLS = 'apps/gateway/test/calls/calls.test.ts'
const KILLED = 'apps/gateway/test/calls/killed-gateway.test.ts'
const APPROVALS = 'apps/gateway/test/approvals/approvals.test.ts'
const THROUGH = 'apps/gateway/test/attacks/through-the-gateway.test.ts'
const LEDGER = 'packages/ledger/test/call-ledger.test.ts'
const PEERS = 'packages/approvals/test/node/socket/attacks.test.ts'
const LOCAL_SOCKET = 'packages/approvals/test/node/socket/socket.test.ts'
const REQUESTS = 'packages/approvals/test/node/request-store.test.ts'
const DOCUMENT = 'packages/approvals/test/node/approvals-store.test.ts'
const APPROVED = 'packages/runtime/test/call/approved-is-what-runs.test.ts'
const CHANGING = 'packages/runtime/test/call/changing-files.test.ts'
const WARNINGS = 'packages/runtime/test/call/ask-through-store.test.ts'
const SLACK = 'packages/channels/test/slack.test.ts'
const DISCORD = 'packages/channels/test/discord.test.ts'
const TELEGRAM = 'packages/channels/test/telegram.test.ts'
const TERMINAL = 'apps/cli/test/terminal.test.ts'
const CHAIN = 'packages/audit/test/verify'

/** Which tests hold a row: the file, and words of the title. */
const HELD_BY: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  'GW-01-b': [[WEB, 'a page connects from an origin that is listed, and from no other (GW-01)']],
  'GW-02-b': [[WEB, 'only the canonical names of the gateway are answered']],
  'GW-02-c': [[WEB, 'only the canonical names of the gateway are answered']],
  'GW-03-a': [
    [WEB, 'a secret in the address is refused and stands in no log'],
    [PAGE, 'a secret in its address is refused and stands in no answer and no log'],
  ],
  'GW-03-b': [
    [DEVICES, 'only hashes of tokens are on disk, and no secret is in the log or in an answer'],
    ['apps/gateway/test/operations/operations.test.ts', 'a secret of a client is in none of them'],
  ],
  'GW-06-b': [
    [WEB, 'what a browser could show is framed by nobody'],
    [PAGE, 'runs nothing but its own scripts, is framed by nobody, and is never kept'],
  ],
  'GW-07-a': [
    [BIND, 'the address %s needs TLS, or a proxy that is named'],
    ['apps/cli/test/gateway.test.ts', 'a setting with which it cannot start is named with its file and line'],
  ],
  'GW-08-a': [
    [HANDSHAKE, 'a page that guesses is locked out, the command line is still served'],
    [HANDSHAKE, 'the local socket locks nobody out of their own gateway'],
  ],
  'GW-11-a': [[HANDSHAKE, 'a signature for one role, or for other scopes, is none for another']],
  'GW-11-b': [[HANDSHAKE, 'a signature for one gateway is none for another']],
  'GW-13-a': [[DEVICES, 'nobody invites, approves, rotates or revokes beyond their own scopes']],
  'GW-13-b': [[DEVICES, 'a node that would run commands is let in by an admin alone']],
  'GW-14-a': [
    ['apps/gateway/test/identity/token-guesses.test.ts', 'how much of a token a guess has right makes no difference'],
  ],
  'GW-14-b': [[DEVICES, 'only hashes of tokens are on disk, and no secret is in the log or in an answer']],
  'GW-16-a': [[DEVICES, '10,000 keys of one address leave few requests']],
  'GW-19-a': [[DEVICES, 'of two connections of one node the newest counts, and both are in the log']],
  'GW-22-b': [
    [FRAMES, '__proto__ (GW-22-b)'],
    [FRAMES, '10,000 nested arrays (GW-22-b)'],
    [FRAMES, '100,000 keys (GW-22-b)'],
    [FRAMES, 'a key of Object.prototype is a key like any other'],
  ],
  'GW-23-a': [[FRAMES, 'a repeated key in the parameters (GW-23-a)']],
  'GW-26-a': [
    [CALLS, 'an agent that makes too many calls at once is told to wait'],
    [FRAMES, 'a connection has so many requests at once, and each id once'],
    [REQUESTS, 'is one of a few of its agent, however many sessions that opens'],
  ],
  'GW-26-b': [['apps/gateway/test/sessions/sessions.test.ts', 'of a session that nobody reads a bounded number']],
  'GW-27-a': [[WEB, 'compression is never agreed on']],
  'GW-29-a': [[CALLS, 'what looks like an approval in a request or an input is refused, and nothing runs']],
  'GW-29-b': [['apps/gateway/test/connection/node-requests.test.ts', 'GW-29-b: no device has a generic way to a node']],
  'GW-30-a': [
    [KILLED, 'its outcome is unknown, with what is known of it, and it never runs again'],
    [LEDGER, 'what was only accepted is new again, and what ran is not'],
  ],
  'GW-30-b': [
    [CALLS, 'the same key for another request is refused, and nothing runs'],
    [LEDGER, 'what an earlier run accepted is not given to another request with the same key'],
  ],
  'GW-30-c': [[LEDGER, 'a call is begun once, and not by a gateway that it was taken from']],
  'GW-32-a': [
    [APPROVALS, 'an answer is good for the call that was asked about, and for no other of the same agent'],
    [REQUESTS, 'is not used by what differs from what was approved'],
    [APPROVED, 'the environment is changed'],
  ],
  'GW-33-b': [
    [THROUGH, 'a program that comes earlier in PATH after the approval does not run'],
    [APPROVED, 'an earlier folder of PATH gets a program of the same name'],
  ],
  'GW-35-b': [
    [THROUGH, 'a script that is %s after the approval does not run'],
    [APPROVED, 'the script becomes a link to another'],
    [CHANGING, 'a script that holds something else at each read'],
    [CHANGING, 'a script that comes out of %s'],
  ],
  'GW-37-a': [[THROUGH, "'GW-37-a', \"/bin/sh -lc 'touch one'\""]],
  'GW-37-b': [[THROUGH, "'GW-37-b', \"env nice timeout 5 sh -c 'touch one'\""]],
  'GW-38-b': [[THROUGH, '%s does not come with a call that needs no approval']],
  'GW-40-a': [[CALLS, 'endless output of any bytes is kept up to a bound, in whole characters']],
  'GW-43-a': [
    [THROUGH, 'what cannot be seen is said to people in words'],
    [TERMINAL, 'what could hide a part of the command is shown as escapes'],
    [WARNINGS, 'warns of what a person could miss'],
  ],
  'GW-43-b': [
    [THROUGH, 'letters that look like others, and words that look like others, are told apart'],
    [WARNINGS, 'names the letters of a program that can look like others'],
  ],
  'GW-43-c': [
    [THROUGH, 'letters that look like others, and words that look like others, are told apart'],
    ['apps/cli/test/exec.test.ts', 'several words, none of which is read again'],
  ],
  'GW-44-a': [
    [THROUGH, 'what cannot be seen is said to people in words, in the command and around it'],
    [TERMINAL, 'a command of several lines cannot look like a question of its own'],
    [SLACK, 'nothing of a command is a mention, a link or a mark'],
  ],
  'GW-47-a': [
    [SLACK, 'nothing of a command is a mention, a link or a mark'],
    [DISCORD, 'nothing of a command is a mention or a mark'],
    [TELEGRAM, 'nothing of a command is a mark'],
  ],
  'GW-47-b': [
    [APPROVALS, 'an agent has no method to answer with'],
    [SLACK, 'nobody but an approver is heard'],
    [TELEGRAM, '/approve answers, for this bot, and from people only'],
  ],
  'GW-48-a': [[SLACK, 'what is not signed, signed wrongly, too long ago or sent twice is refused']],
  'GW-49-a': [
    [APPROVALS, 'a beginning that two requests have is refused with both, and answers neither'],
    [SLACK, 'a beginning that two requests have is refused with both, and answers neither'],
  ],
  'GW-50-a': [
    [APPROVALS, 'of two answers at once exactly one counts, and the loser is told the recorded one'],
    [REQUESTS, 'has exactly one winner when two processes answer at once'],
  ],
  'GW-51-a': [
    [APPROVALS, 'a device does not approve what it asked for itself; somebody else does'],
    ['apps/cli/test/asking.test.ts', 'nobody approves what their own parent asks for'],
    [REQUESTS, 'that was left at a terminal is not taken up by a device'],
  ],
  'GW-52-a': [
    [APPROVALS, 'an approval that is used after its time does not run'],
    [REQUESTS, 'is not used after its time, though it was answered in time'],
  ],
  'GW-56-a': [
    [SOCKET, 'a folder that is a link, or open to others, is refused by name'],
    [LOCAL_SOCKET, 'is refused where the folder is %s, to serve and to connect'],
  ],
  'GW-57-a': [
    [SOCKET, 'a path that the system would cut off is refused with its length'],
    [LOCAL_SOCKET, 'is refused where its path would be cut off'],
  ],
  'GW-58-a': [
    [SOCKET, 'the socket is for its owner alone, in a folder for its owner alone'],
    [LOCAL_SOCKET, 'is closed to others: 0600 in 0700'],
  ],
  'GW-61-a': [
    [SOCKET, 'a socket that somebody serves is not taken, even when nobody claims it'],
    [LOCAL_SOCKET, 'sends no byte of the token to anyone who took the place first'],
  ],
  'GW-63-a': [
    [
      'apps/gateway/test/attacks/hostile-streams.test.ts',
      'a connect that was recorded is nothing on another connection',
    ],
    [PEERS, 'whose clock is off by %d ms'],
    [PEERS, 'that replays a call on its connection'],
    [PEERS, 'a million nonces are not remembered'],
  ],
  'GW-68-a': [
    [SOCKET, 'the socket of a gateway that was killed is taken over'],
    ['packages/state-files/test/lock.test.ts', 'true for one that had its number before'],
  ],
  'GW-69-b': [
    [STATE, 'a broken %s stops the gateway, and is left as it is'],
    [DOCUMENT, 'that is %s denies, is kept as it is, and is not written over'],
  ],
  'GW-70-a': [
    [STATE, '%s that is a link, or open to others, stops the gateway'],
    [DOCUMENT, 'that is %s is refused, with the remedy'],
    [DOCUMENT, 'of somebody else is refused'],
  ],
  'GW-71-a': [
    [THROUGH, 'hostile fields stay in one line of the audit log, and a changed byte is found'],
    [`${CHAIN}/verify-chain.test.ts`, 'finds removed records and says which'],
    ['packages/audit/test/node/verify-audit-log.test.ts', 'finds any changed byte in any segment'],
  ],
  'GW-72-a': [
    [THROUGH, 'hostile fields stay in one line of the audit log, and a changed byte is found'],
    ['packages/audit/test/node/concurrency.test.ts', 'make one valid chain that holds every record of each, in order'],
  ],
  'GW-74-a': [
    [BIND, 'the gateway does not start on Windows, where it could not tell who connects'],
    ['packages/policy/test/rules/commands/command-rule.test.ts', 'as Windows starts it'],
    ['apps/cli/test/corpus/blind-7.jsonl', '"id":"blind-7-windows-0001"'],
  ],
  'GW-75-a': [[FIND_NODE, 'GW-75-a: one name in two spellings is two nodes, also when one of them is offline']],
  'GW-75-b': [
    [FIND_NODE, 'GW-75-b: five digits, a prefix that is a name, another form of Unicode, and a shared address'],
  ],
  'GW-76-b': [
    ['packages/bus/test/nats/fleets.test.ts', 'GW-76-b: the credentials of one fleet publish, read and claim nothing'],
    [NATS_CHECKS, 'Credentials that are wrong or missing, and what they do not permit, are FORBIDDEN.'],
    [NATS_CHECKS, 'Two fleets on one server see nothing of each other.'],
  ],
  'GW-76-c': [
    ['apps/node/test/lost-broker-writes.test.ts', 'GW-76-c: a broker that loses writes which it had confirmed'],
    ['apps/gateway/test/nodes/chains.test.ts', 'a chain is shipped in parts, and gaps are named until they are filled'],
    ['apps/node/test/chain.test.ts', 'a node ships its records, also those of the time without a gateway'],
  ],
  'GW-77-a': [[THROUGH, 'a gateway that stops lets calls that run end, leaves what waits']],
}

/** Rows that ours answers otherwise in part, and why. */
const DEPARTURES: Readonly<Record<string, string>> = {
  'GW-74-a':
    'The gateway does not run on Windows. Command lines of cmd and PowerShell, which an agent names as such, are not read, and so are asked about.',
  'GW-35-b':
    'No copy is run: the script is looked at again right before the start of the line, and refused where it differs. What is swapped while the line runs, before it comes to the script, is not seen.',
}

describe('known attacks on a gateway', () => {
  test.each(rows)('$id: $attack', ({ id }) => {
    const tests = HELD_BY[id] ?? []
    expect(tests, 'held by a test').not.toEqual([])
    for (const [file, title] of tests) {
      expect(readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8'), file).toContain(title)
    }
  })

  test('every entry is about a row', () => {
    const ids = new Set(rows.map(({ id }) => id))
    for (const entries of [HELD_BY, DEPARTURES]) for (const id of Object.keys(entries)) expect(ids).toContain(id)
  })
})
