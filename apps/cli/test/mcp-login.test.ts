import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { authorizationStore, forgetAuthorization, newAuthorizationStore } from '../src/mcp/authorization-store.ts'
import { openLogin, storedAuthorization } from '../src/mcp/authorization.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-login-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const TOKENS = { access_token: 't', token_type: 'Bearer' }

/** Where what was given for `far` lies. */
function fileOfFar(folder: string): string {
  authorizationStore(folder).write('far', { resource: 'https://far.example/mcp', tokens: TOKENS })
  return join(folder, readdirSync(folder)[0]!)
}

test('a person is shown where to go, and what they bring back is handed on', async () => {
  const shown: string[] = []
  const { authorization, close } = await openLogin(
    newAuthorizationStore(makeFolder(), 'far'),
    ({ href }) => shown.push(href),
    new AbortController().signal,
  )
  onTestFinished(close)
  const answer = authorization.authorize('far', new URL('https://login.example/authorize?state=s'))
  expect((await fetch(new URL('/elsewhere', authorization.redirectUrl))).status).toBe(404)
  // Anybody on this machine can come by, and must not end what the person is about to do.
  for (const query of ['?code=c&state=other', '?code=c', '?error=access_denied', '']) {
    expect((await fetch(`${authorization.redirectUrl}${query}`)).status).toBe(400)
  }
  expect((await fetch(`${authorization.redirectUrl}?code=c&state=s`)).status).toBe(200)
  expect((await fetch(`${authorization.redirectUrl}?code=d&state=s`)).status).toBe(400)
  expect(String(await answer)).toBe('code=c&state=s')
  expect(shown).toEqual(['https://login.example/authorize?state=s'])
})

test('what was given is kept by server, only for the user, and can be forgotten', () => {
  const folder = makeFolder()
  const store = authorizationStore(folder)
  expect(store.read('far')).toEqual({})
  store.write('far', { tokens: TOKENS })
  expect(store.read('far')).toEqual({ tokens: TOKENS })
  expect(store.read('other')).toEqual({})
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600])
  forgetAuthorization(folder, 'far')
  expect(readdirSync(folder)).toEqual([])
})

test('where nobody can be asked, the way to say it is told', async () => {
  const { authorize } = storedAuthorization(makeFolder())
  await expect(authorize('far', new URL('https://login.example/'))).rejects.toMatchObject({
    code: 'MCP_AUTHORIZATION',
    remedy: expect.stringContaining('poundlock mcp login far'),
  })
})

test.each([
  ['cut off', '{"tokens":{"access_token":"hidden', /is not JSON$/],
  ['empty', '', /is not JSON$/],
  ['of another kind', '["hidden"]', /is not a JSON object/],
  ['null', 'null', /is not a JSON object/],
  ['with tokens that are none', '{"tokens":"hidden"}', /"tokens" is not an object/],
  ['with a token of another type', '{"tokens":{"access_token":7,"token_type":"Bearer"}}', /"tokens\.access_token"/],
  [
    'with a token that no header holds',
    '{"tokens":{"access_token":"a\\nb","token_type":"x"}}',
    /"tokens\.access_token"/,
  ],
  ['with a client of another type', '{"client":{"client_id":{}}}', /"client\.client_id"/],
  ['that is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /is not UTF-8/],
])(
  'a file of tokens %s is named, with what is wrong, how to mend it, and nothing of what it holds',
  (_what, text, fault) => {
    const folder = makeFolder()
    const file = fileOfFar(folder)
    writeFileSync(file, text, { mode: 0o600 })
    const error = failureOf(() => authorizationStore(folder).read('far'))
    expect(error).toMatchObject({ code: 'MCP_STATE', message: expect.stringMatching(fault) })
    expect(error?.message).toContain(file)
    expect(error?.remedy).toMatch(/in again: poundlock mcp login far$/)
    expect(error?.message).not.toContain('hidden')
    // It is left as it is: a person may want to look at it.
    expect(readFileSync(file)).toEqual(Buffer.from(text))
  },
)

test.each([
  ['a folder', (file: string) => mkdirSync(file), /is not a regular file/],
  ['a link to nothing', (file: string) => symlinkSync('/nowhere/at/all', file), /is a link to nothing/],
  [
    'a file that others can write',
    (file: string) => writeFileSync(file, '{}', { mode: 0o666 }),
    /can be written by others/,
  ],
])('%s in place of a file of tokens is not read', (_what, put, fault) => {
  const folder = makeFolder()
  const file = fileOfFar(folder)
  rmSync(file)
  const umask = process.umask(0)
  put(file)
  process.umask(umask)
  const error = failureOf(() => authorizationStore(folder).read('far'))
  expect(error?.message).toMatch(fault)
  expect(error?.message).toContain(file)
})

test('a login that is given up leaves what was given before, and one that is done puts its own in its place', () => {
  const folder = makeFolder()
  const file = fileOfFar(folder)
  const before = readFileSync(file)
  const store = newAuthorizationStore(folder, 'far')
  // What was given before is not shown again: anyone who logs in wants to.
  expect(store.read('far')).toEqual({})
  store.write('far', { client: { client_id: 'new' } })
  expect(store.read('far')).toEqual({ client: { client_id: 'new' } })
  expect(readFileSync(file)).toEqual(before)
  store.write('far', { client: { client_id: 'new' }, tokens: { ...TOKENS, access_token: 'new' } })
  expect(authorizationStore(folder).read('far')).toMatchObject({ tokens: { access_token: 'new' } })
})

test('where nothing could be kept, it is said before a person is sent anywhere', () => {
  const folder = makeFolder()
  const file = fileOfFar(folder)
  rmSync(file)
  mkdirSync(file)
  expect(() => newAuthorizationStore(folder, 'far')).toThrow(/is a folder, and a file of ours belongs there/)
  expect(() => forgetAuthorization(folder, 'far')).toThrow(/is a folder/)
  writeFileSync(join(folder, 'plain'), '')
  expect(() => newAuthorizationStore(join(folder, 'plain'), 'far')).toThrow(/plain: nothing can be kept there/)
  expect(() => forgetAuthorization(join(folder, 'plain'), 'far')).not.toThrow()
})

function failureOf(attempt: () => unknown): (Error & { readonly remedy?: string }) | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    return error as Error
  }
}
