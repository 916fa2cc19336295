import { expect, test } from 'vitest'
import { loadHttp } from '../../src/http/load-http.ts'

test('a package that is not installed is named, with what to do', async () => {
  const missing = 'no-such-package-of-anybody'
  await expect(loadHttp('remote', async () => (await import(missing)) as object)).rejects.toMatchObject({
    code: 'MCP_DEFINITION',
    message: expect.stringContaining('"remote"') as string,
    remedy: 'Install @modelcontextprotocol/client beside @poundlock/mcp.',
  })
})

test('another failure stays what it is', async () => {
  const broken = new Error('broken')
  await expect(loadHttp('remote', () => Promise.reject(broken))).rejects.toBe(broken)
})
