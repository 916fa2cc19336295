import { expect, test } from 'vitest'
import { withoutSecrets } from '../../src/mcp/without-secrets.ts'

/** Made up at run time, so that no scanner takes this file for a leak. */
const TOKEN = `ghp_${'aB3dE6gH9j'.repeat(3)}`
const MASKED = `${TOKEN.slice(0, 6)}…${TOKEN.slice(-4)}`

test('a result of a server shows no secret: not behind a name, in a list, in a name, or line by line', () => {
  const lines = ['-----BEGIN PRIVATE KEY-----', 'k'.repeat(64), '-----END PRIVATE KEY-----']
  const result = {
    content: [{ type: 'text', text: `A_TOKEN=${TOKEN}` }],
    structuredContent: {
      headers: { 'x-api-key': ['aB3dE6gH9jK2'], authorization: 'Bearer aB3dE6gH9jK2' },
      [TOKEN]: { deep: [{ lines }] },
      env: [{ name: 'DB_PASSWORD', value: 'aB3dE6gH9jK2' }],
    },
  }
  expect(withoutSecrets(result)).toEqual({
    content: [{ type: 'text', text: `A_TOKEN=${MASKED}` }],
    structuredContent: {
      headers: { 'x-api-key': ['***'], authorization: 'Bearer ***' },
      [MASKED]: { deep: [{ lines: [lines[0], '…redacted…', lines[2]] }] },
      env: [{ name: 'DB_PASSWORD', value: '***' }],
    },
  })
})

test('what is no text of anybody stays as it is', () => {
  const result = { content: [{ type: 'image', data: 'QUtJQQ==', mimeType: 'image/png' }], requestState: TOKEN, n: 1 }
  expect(withoutSecrets(result)).toEqual(result)
})
