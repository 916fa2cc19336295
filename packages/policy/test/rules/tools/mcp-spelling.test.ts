import { describe, expect, test } from 'vitest'
import { createPolicy, PolicyError, type PolicyDocument } from '../../../src/index.ts'
import { HOME, request } from '../../make-request.ts'

const decide = (document: PolicyDocument, tool: string, served?: { server: string; tool: string }) => {
  const asked = request('x', { tool, requiredPermission: 'read-only', ...(served && { served }) })
  const { plan: _plan, ...call } = asked
  return createPolicy(document, { home: HOME }).decide(call)
}
const denies = (entry: string, tool: string, served?: { server: string; tool: string }) =>
  decide({ tools: { deny: [entry] } }, tool, served).reasons.some(({ code }) => code === 'TOOL_DENIED')

describe('a denial holds however the name of the server is spelt', () => {
  test.each([
    // As the model sees it, but for the hash.
    ['mcp__github_com__*', 'github.com', 'list'],
    ['mcp__github_com__list', 'github.com', 'list'],
    ['mcp__github-com__*', 'github.com', 'list'],
    ['mcp__githubcom__*', 'github.com', 'list'],
    ['mcp__github com__*', 'github.com', 'list'],
    ['MCP__GitHub_Com__*', 'github.com', 'list'],
    ['mcp__github.com__*', 'github_com', 'list'],
    ['mcp__my_server__*', 'my server', 'run'],
    ['mcp__my.server__*', 'my/server', 'run'],
    ['mcp__acme_tools__*', '@acme/tools', 'run'],
    ['mcp__files__delete_file', 'files', 'delete.file'],
    ['mcp__files__delete file', 'files', 'delete-file'],
    ['mcp__files__fs_delete*', 'files', 'fs/delete'],
    ['mcp__db__drop_table', 'db', 'drop:table'],
    // All tools of a server, as others write it.
    ['mcp__github', 'github', 'list'],
    ['mcp__github.com', 'github.com', 'list'],
    ['mcp__github_com', 'github.com', 'list'],
    ['mcp__GITHUB', 'github', 'list'],
    ['mcp__git*', 'github.com', 'list'],
    ['mcp__*.com__*', 'github.com', 'list'],
  ])('%s is for the server %s and its tool %s', (entry, server, tool) => {
    expect(denies(entry, 'mcp__x_1abcdefg__y_1abcdefg', { server, tool })).toBe(true)
  })

  test.each([
    // Where only the name that models use is known, as in the hooks of other agents.
    ['mcp__github_com__*', 'mcp__github_com_3abcdefg__list'],
    ['mcp__github.com__*', 'mcp__github_com_3abcdefg__list'],
    ['mcp__github_com', 'mcp__github_com_3abcdefg__list'],
    ['mcp__github_com__list', 'mcp__github_com_3abcdefg__list'],
    ['mcp__files__delete_file', 'mcp__files__delete_file_4abcdefg'],
    ['mcp__github', 'mcp__github__list'],
  ])('%s is for %s', (entry, name) => {
    expect(denies(entry, name)).toBe(true)
  })

  test.each([
    ['mcp__github_com__*', 'gitlab.com', 'list'],
    ['mcp__github', 'github-enterprise', 'list'],
    ['mcp__github__list', 'github', 'listen'],
    ['mcp__a__b', 'a', 'c'],
    // With its hash it is that server and no other.
    ['mcp__github_com_3abcdefg__*', 'github-com', 'list'],
  ])('%s is not for the server %s and its tool %s', (entry, server, tool) => {
    expect(denies(entry, 'mcp__x_1abcdefg__y_1abcdefg', { server, tool })).toBe(false)
  })

  test('what is allowed is as narrow as it was', () => {
    const allows = (entry: string, served: { server: string; tool: string }) =>
      decide({ tools: { allow: [entry] } }, 'mcp__x_1abcdefg__y', served).decision === 'allow'
    expect(allows('mcp__github.com__*', { server: 'github.com', tool: 'list' })).toBe(true)
    expect(allows('mcp__github_com__*', { server: 'github.com', tool: 'list' })).toBe(false)
    expect(allows('mcp__github', { server: 'github', tool: 'list' })).toBe(false)
  })
})

describe('a denial that can be for no tool at all refuses the load', () => {
  test.each([
    'mcp__',
    'mcp____list',
    'mcp__github__',
    'mcp__ __x',
    'mcp__.__*',
    'MCP__',
    'mcp__github__ ',
    'mcp__-__x',
  ])('%j', (entry) => {
    for (const document of [
      { tools: { deny: [entry] } },
      { tools: { byProvider: { openai: { deny: [entry] } } } },
      { tools: { sandbox: { tools: { deny: [entry] } } } },
      { agents: { list: [{ id: 'builder', tools: { deny: [entry] } }] } },
    ] satisfies PolicyDocument[]) {
      expect(() => createPolicy(document, { home: HOME })).toThrow(PolicyError)
      expect(() => createPolicy(document, { home: HOME })).toThrow(/names no tool of a server/)
    }
  })
})
