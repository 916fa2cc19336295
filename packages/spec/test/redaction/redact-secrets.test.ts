import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import * as fc from '@poundlock/tooling/properties'
import { describe, expect, test } from 'vitest'
import { redactSecrets, redactSecretsIn } from '../../src/index.ts'
import { TOKENS } from '../../src/redaction/secret-patterns.ts'

interface Row {
  readonly input: { readonly text: string }
  readonly expect: { readonly redacted: string; readonly changed: boolean }
}

const rows = readFileSync(new URL('../corpus/redaction.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row)

test.each(rows)('what other systems redact: $input.text', ({ input, expect: { redacted, changed } }) => {
  expect(redactSecrets(input.text)).toBe(redacted)
  expect(redactSecrets(input.text) !== input.text).toBe(changed)
})

/** Made up at run time, so that no scanner takes this file for a leak. */
const chance = (length: number, letters = 'aB3dE6gH9jK2mN5p') => letters.repeat(10).slice(0, length)

describe('secrets are found', () => {
  test.each([
    ['an assignment', `DB_PASSWORD=${chance(12)}`, 'DB_PASSWORD=***'],
    ['a quoted one', `export MY_TOKEN="${chance(20)}"`, `export MY_TOKEN="${chance(6)}…${chance(20).slice(-4)}"`],
    [
      'a password in an address',
      'git clone https://me:hunter2@example.org/x',
      'git clone https://me:***@example.org/x',
    ],
    [
      'a database',
      `postgres://app:${chance(20)}@db:5432/x`,
      `postgres://app:${chance(6)}…${chance(20).slice(-4)}@db:5432/x`,
    ],
    ['a header', `curl -H 'Authorization: Bearer ${chance(12)}'`, "curl -H 'Authorization: Bearer ***'"],
    ['a key in a header', `x-api-key: ${chance(12)}`, 'x-api-key: ***'],
    ['user and password', 'curl -s -u me:hunter2 https://example.org', 'curl -s -u me:*** https://example.org'],
    ['an option with =', `tool --api-key=${chance(12)} run`, 'tool --api-key=*** run'],
    [
      'a parameter',
      `https://example.org/?a=1&access_token=${chance(12)}&b=2`,
      'https://example.org/?a=1&access_token=***&b=2',
    ],
    ['JSON', `{ "client_secret" : "${chance(12)}" }`, '{ "client_secret" : "***" }'],
    ['YAML', `user: me\n  password: ${chance(12)}\nhost: x`, 'user: me\n  password: ***\nhost: x'],
    ['an AWS key', `key AKIA${chance(16, 'ABCDEFGH')} x`, 'key AKIAAB…EFGH x'],
    [
      'a private key',
      `-----BEGIN RSA PRIVATE KEY-----\n${chance(60)}\n-----END RSA PRIVATE KEY-----`,
      '-----BEGIN RSA PRIVATE KEY-----\n…redacted…\n-----END RSA PRIVATE KEY-----',
    ],
    ['a JSON web token', `eyJ${chance(20)}.eyJ${chance(20)}.${chance(20)}`, `eyJaB3…${chance(20).slice(-4)}`],
    ['two on a line', `A_TOKEN=${chance(9)} B_SECRET=${chance(9)}`, 'A_TOKEN=*** B_SECRET=***'],
  ])('%s', (_, text, expected) => {
    expect(redactSecrets(text)).toBe(expected)
  })

  test.each(['sk-', 'ghp_', 'glpat-', 'xoxb-', 'npm_', 'hf_', 'AIza', 'gsk_', 'github_pat_'])(
    'a token that begins with %s, in the middle of a line',
    (prefix) => {
      const secret = prefix + chance(40, 'aB3dE6')
      const redacted = redactSecrets(`the token is ${secret}, keep it`)
      expect(redacted).not.toContain(secret)
      expect(redacted).toMatch(/^the token is .{6}….{4}, keep it$/)
    },
  )
})

test.each(TOKENS)('a token of %s stands alone, and is found', (_name, _source, shape) => {
  fc.assert(
    fc.property(fc.stringMatching(new RegExp(`^(?:${shape})$`)), (secret) => {
      expect(redactSecrets(secret)).not.toContain(secret)
    }),
    { numRuns: 20 },
  )
})

test.each([
  ['a line of .pgpass for every host', `*:*:*:me:${chance(9)}`, '*:*:*:me:***'],
  ['a signed address without its host', `/file?sig=${chance(12)}`, '/file?sig=***'],
])('no other word is needed: %s', (_, text, expected) => {
  expect(redactSecrets(text)).toBe(expected)
})

test('a short password in a record is left out, a word is none', () => {
  expect(redactSecretsIn({ password: 'hunter2', secret: 'x1y2', token: 'short1' })).toEqual({
    password: '***',
    secret: '***',
    token: 'short1',
  })
  expect(redactSecretsIn({ password: 'string', secret: '$NAME' })).toEqual({ password: 'string', secret: '$NAME' })
})

describe('what is none stays as it is', () => {
  test.each([
    'echo $API_TOKEN',
    'export TOKEN="$(pass show x)"',
    'readonly token: PoundlockError',
    'const password = readPassword(stdin)',
    'token: string',
    '"token": "The token that the provider gave out"',
    'git log --format=%H a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
    'https://example.org:8080/path@x',
    'docker run -u 1000:1000 alpine',
    'npm_config_registry',
    'the sk-learn package, and desk-organisation-of-the-future',
    'see sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    'MAX_TOKENS=4096',
    'npm token list --json',
    'curl --token-type x',
    'const password = readPassword2(stdin)',
    'token = configuration.next2(1)',
    'secret: process.env.SECRET_NUMBER_1,',
    'readonly token: Uint8Array',
    'password: string | undefined, token2: number',
    "<input type='password' name='password'>",
    'https://example.org:8080/a/path@v2.example',
    'docker run -p 8080:80 mysql -p3306:3306',
    'http://localhost:3000/@vite/client',
    'see src/tokens.ts:12:5: error: token expected',
    'tokens: 1234567890, cached tokens: 1234567890',
    'a password is a shared secret between login and password prompt',
    'Authorization: none is needed here',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  ])('%s', (text) => {
    expect(redactSecrets(text)).toBe(text)
  })
})

test('what was redacted stays the same when it is redacted again', () => {
  for (const { input } of rows) {
    const once = redactSecrets(input.text)
    expect(redactSecrets(once)).toBe(once)
  }
})

test('texts are found in values, and the rest is handed back as it is', () => {
  const date = new Date(0)
  const value = { a: [1, `X_TOKEN=${chance(10)}`], password: chance(10), note: 'the token', date, n: null }
  expect(redactSecretsIn(value)).toEqual({ ...value, a: [1, 'X_TOKEN=***'], password: '***' })
  const plain = { a: ['b', { c: 1 }], token: 'short' }
  expect(redactSecretsIn(plain)).toBe(plain)
})

test('hostile input takes no longer than other input of its length', () => {
  const length = 200_000
  const texts = [
    'token',
    'TOKEN_',
    '-----BEGIN PRIVATE KEY-----',
    'curl -u ',
    'a://b:',
    '--token ',
    'eyJeyJ.',
    '"token":"',
    '\npassword:',
    'sk-',
    ' ',
    '0123456789:',
    'token=1a',
    'token = "1a',
    'password : ',
    'login a password ',
    '-----END PRIVATE KEY-----\n',
    'a\n',
    'setenv A_TOKEN ',
    '<password>1a',
    'mysql -p',
    'session=1a.',
    'Authorization:1a',
    'a:*:b:c',
    'https://1a',
    'secret_key',
    'auth":"',
    'PASSWORD=1',
    '"password":"1',
    'name: token\nvalue: 1',
    '"key":"a_token","value":"',
  ]
  for (const part of texts) {
    const text = part.repeat(Math.ceil(length / part.length))
    expect(redactSecrets(text).length).toBeGreaterThan(0)
  }
})

test('a private key that is told as a list of lines is left out like one in a text', () => {
  const lines = ['before', '-----BEGIN PRIVATE KEY-----', 'MIIEvQIBADANBgkq', '-----END PRIVATE KEY-----', 'after']
  const redacted = redactSecretsIn({ lines }).lines
  expect(redacted.join('\n')).not.toContain('MIIEvQ')
  expect([redacted[0], redacted.at(-1)]).toEqual(['before', 'after'])
})

describe('in data', () => {
  const token = `ghp_${chance(30)}`
  const masked = redactSecrets(token)

  test('of another realm, of a class and of another prototype as in any other', () => {
    class Answer {
      readonly a = token
    }
    for (const value of [
      runInNewContext(`({ a: '${token}' })`) as object,
      new Answer(),
      Object.assign(Object.create({ b: 1 }) as object, { a: token }),
      Object.freeze(Object.assign(Object.create(null) as object, { a: token })),
    ]) {
      expect(redactSecretsIn({ within: [value] })).toEqual({ within: [{ a: masked }] })
    }
  })

  test('names are looked through too, and none takes the place of another', () => {
    const [one, other] = [`${token.slice(0, 12)}1${token.slice(12)}`, `${token.slice(0, 12)}2${token.slice(12)}`]
    const redacted = redactSecretsIn({ [one]: 1, plain: 2, [other]: { 'https://me:hunter2secret@host.example/': 3 } })
    expect(redacted).toEqual({ [masked]: 1, plain: 2, [`${masked}…`]: { 'https://me:***@host.example/': 3 } })
  })

  test('what holds no secret is handed back as it is, bytes among it', () => {
    const value = { date: new Date(0), bytes: Buffer.from(token), map: new Map([['a', token]]) }
    expect(redactSecretsIn(value)).toBe(value)
  })

  const names =
    'api-key x-api-key X-Api-Key authorization Authorization DB_PASSWORD dbPassword AWS_SECRET_ACCESS_KEY SecretAccessKey accountKey private-token x-auth-token X-Amz-Security-Token refresh-token credentials auth _auth npm_config__auth user.password token sig note key author session tokens'
  test.each(names.split(' '))('what a text hides behind the name %s is hidden in data', (name) => {
    const values = [
      chance(8),
      chance(12),
      chance(20),
      chance(40),
      `Bearer ${chance(12)}`,
      `Basic ${chance(16)}`,
      'plain words',
    ]
    for (const value of values) {
      for (const spaces of [0, 1]) {
        const text = JSON.stringify({ [name]: value }, null, spaces)
        const shown = redactSecretsIn({ [name]: value })[name]
        if (redactSecrets(text) !== text) expect(shown).not.toContain(value)
        if (value === 'plain words') expect(shown).toBe(value)
      }
    }
  })

  test('of several values of a header none is shown, and words stay', () => {
    const headers = {
      Authorization: [`Bearer ${chance(12)}`],
      'x-api-key': [chance(12), 'a b'],
      password: ['is too short'],
    }
    expect(redactSecretsIn(headers)).toEqual({
      Authorization: ['Bearer ***'],
      'x-api-key': ['***', 'a b'],
      password: ['is too short'],
    })
  })

  test('an entry is named beside its value', () => {
    const entries = [
      { name: 'DB_PASSWORD', value: chance(12) },
      { Key: 'apiKey', Value: chance(12) },
      { name: 'Authorization', value: `Bearer ${chance(12)}` },
      { name: 'password', value: 'required', valueFrom: null },
      { name: 'colour', value: chance(12) },
    ]
    expect(redactSecretsIn(entries)).toEqual([
      { name: 'DB_PASSWORD', value: '***' },
      { Key: 'apiKey', Value: '***' },
      { name: 'Authorization', value: 'Bearer ***' },
      { name: 'password', value: 'required', valueFrom: null },
      { name: 'colour', value: chance(12) },
    ])
  })

  test('a frozen list whose prototype says what is missing in it is looked at each time', () => {
    let said = 'plain'
    const prototype = Object.create(Array.prototype, { 0: { get: () => said } }) as object
    const withHole = () => Object.setPrototypeOf(Object.assign([], { length: 1 }), prototype) as unknown[]
    const holes = [withHole(), Object.assign(withHole(), { more: 1 })].map((list) => Object.freeze(list))
    expect(holes.map((list) => redactSecretsIn(list)[0])).toEqual(['plain', 'plain'])
    said = token
    expect(holes.map((list) => redactSecretsIn(list)[0])).toEqual([masked, masked])
  })
})
