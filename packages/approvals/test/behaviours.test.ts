import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkDocument, offeredDecisions, parseApprovals, readChatCommand, resolveApprovals } from '../src/index.ts'
import { openRequestStore, socketToken } from '../src/node/index.ts'
import { aRequest } from './a-request.ts'
import { temporaryFolder } from './node/start-fixture.ts'

interface Row {
  readonly id: string
  readonly input: any
  readonly expect: any
}

const rows = readFileSync(new URL('corpus/behaviours.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

/** Rows that ours answers otherwise, and why. */
const DEPARTURES: Readonly<Record<string, string>> = {
  'st-0013': 'The usage names the decisions instead of sending people to look for them.',
  'st-0014': 'The usage names the decisions instead of sending people to look for them.',
  'st-0015': 'A command for another bot is silence for ours: two bots would both answer.',
  'st-0020': 'There are no plugins whose requests could end sooner; every request has the time that is configured.',
  'st-0022': 'Ambiguous beginnings are refused with the candidates, so that nobody has to look them up.',
  'st-0023': 'What waits is not cleared by a restart, so the remedy does not say so.',
  'st-0028':
    'What is over is kept for a day in the store; the record of who approved what is the audit log, which is not pruned.',
  'st-0045':
    'What the document does not lay down is not laid down: the configuration’s own default, on-miss, is stricter.',
  'st-0046': 'The same default, and it is the configuration’s.',
  'st-0052': 'A broken document throws, and its caller runs nothing: no value of it can be taken for an answer.',
  'st-0054': 'A value in another case is an error and not ignored: it was meant to restrict.',
}

/** Rows about more than this package: the tests that hold them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'st-0017': 'packages/channels/test: nobody but an approver is heard',
  'st-0024': 'apps/cli/test/asking.test.ts: already resolved (same decision), exit code 0',
  'st-0029': 'packages/runtime/test/call: a denial, a time-out and nobody to ask are three outcomes',
  'st-0030': 'packages/runtime/test/call: where nobody can be reached the fallback holds at once',
  'st-0032': 'packages/policy: withFallback',
  'st-0035': 'packages/policy: withFallback, stricterFallback',
  'st-0036': 'packages/runtime/test/call: an earlier folder of PATH gets a program of the same name',
  'st-0037': 'packages/runtime/test/call: the script is edited',
  'st-0038': 'packages/runtime/test/call: nothing runs when …; test/requests: findDrift',
  'st-0040': 'scopes belong to the gateway; here, answers take the user’s own files, the token, or being an approver',
  'st-0041': 'packages/runtime/test/call: falls back at once where no surface reaches anybody',
  'st-0059': 'packages/policy: the host’s owner and the configuration, the stricter of both',
  'st-0065': 'there are no presets: each value is set by itself',
}

/** What ours answers, in the words of the row. */
function answer({ input }: Row): unknown {
  if ('allowedDecisions' in input) {
    const { ask, persistence } = input.allowedDecisions
    return { decisions: offeredDecisions({ ask, grantable: persistence === null }) }
  }
  if ('chat' in input) {
    const read = readChatCommand(input.chat, 'poundlock')
    return read?.kind === 'answer' ? { decision: read.decision, id: read.id } : { error: read }
  }
  if (input.kind === 'exec') {
    const { request } = store().create(newRequest())
    return { timeoutMs: request.expiresAt - request.createdAt }
  }
  if (input.token === 'absent') {
    const token = socketToken(join(temporaryFolder(), 'token'), { make: true })!
    return { generated: `${Buffer.from(token, 'base64url').length} random bytes base64url` }
  }
  if ('allowlist' in input) return { valid: isValid({ version: 1, agents: { main: { allowlist: input.allowlist } } }) }
  if ('entry' in input) {
    const document = { version: 1, agents: { main: { allowlist: [input.entry] } } }
    const [entry] = checkDocument(document, 'row').agents!['main']!.allowlist!
    return { commandText: 'commandText' in entry! ? 'kept' : 'stripped on load' }
  }
  if (input.agents?.default) {
    const document = checkDocument({ version: 1, agents: input.agents }, 'row')
    return { migratedTo: `agents.${Object.keys(document.agents ?? {}).join()}` }
  }
  if (input.agent !== undefined) {
    const { security } = resolveApprovals(checkDocument({ version: 1, agents: input.agents }, 'row'), input.agent)
    return { security: security?.value, source: security?.origin }
  }
  return 'nothing here answers this'
}

function isValid(document: unknown): boolean {
  try {
    checkDocument(document, 'row')
    return true
  } catch {
    return false
  }
}

const store = () => openRequestStore(join(temporaryFolder(), 'requests'))

function newRequest() {
  const { id: _, createdAt: _c, expiresAt: _e, ...request } = aRequest()
  return request
}

describe('known behaviours', () => {
  test.each(rows.filter(({ id }) => !(id in DEPARTURES) && !(id in ELSEWHERE)))('$id $input', (row) => {
    expect(answer(row)).toEqual(row.expect)
  })

  test('every departure and every pointer is about a row', () => {
    const ids = new Set(rows.map(({ id }) => id))
    for (const id of [...Object.keys(DEPARTURES), ...Object.keys(ELSEWHERE)]) expect(ids).toContain(id)
  })

  test('departures answer with what is said of them', () => {
    expect(readChatCommand('/approve abc', 'poundlock')).toMatchObject({ kind: 'usage' })
    expect(readChatCommand('/approve@otherbot abc deny', 'poundlock')).toEqual({ kind: 'other-bot', name: 'otherbot' })
    expect(() => parseApprovals('{not json', 'row')).toThrow(/invalid JSON syntax/)
    expect(isValid({ version: 1, agents: { runner: { ask: 'Always' } } })).toBe(false)
    expect(() => store().get('abcdef')).toThrow(expect.objectContaining({ code: 'APPROVAL_NOT_FOUND' }) as Error)
  })
})
