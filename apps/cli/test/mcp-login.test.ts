import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { authorizationStore, forgetAuthorization, openLogin, storedAuthorization } from '../src/mcp/authorization.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-login-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a person is shown where to go, and what they bring back is handed on', async () => {
  const shown: string[] = []
  const { authorization, close } = await openLogin(
    makeFolder(),
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
  store.write('far', { tokens: { access_token: 't' } })
  expect(store.read('far')).toEqual({ tokens: { access_token: 't' } })
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
