import { createPolicy, type PolicyDocument, type PolicyRequest } from '@poundlock/policy'
import { expect, test } from 'vitest'
import { toolFiles } from '../../src/tools/tool-files.ts'

function files(document: PolicyDocument, approved: boolean, path = '/w') {
  const request: PolicyRequest = {
    tool: 'grep_search',
    requiredPermission: 'read-only',
    files: [{ path, access: 'read', real: path }],
    context: {
      agent: 'main',
      session: 'main',
      workspace: '/w',
      cwd: '/w',
      home: '/home/u',
    } as PolicyRequest['context'],
  }
  return toolFiles(createPolicy(document, { home: '/home/u' }), request, approved)
}

test('what the policy proves for a folder is told for reading alone', () => {
  const rules = files({}, false)
  expect(rules.plainBelow!('/w', 'read')).toContain('exec-approvals.json')
  expect(rules.plainBelow!('/w', 'write')).toBeNull()
  expect(rules.plainBelow!('/w', 'delete')).toBeNull()
  expect(rules.plainBelow!('/elsewhere', 'read')).toBeNull()
})

test('what is refused or asked about as a tool is not told to be free', () => {
  expect(files({ tools: { deny: ['grep_search'] } }, true).plainBelow!('/w', 'read')).toBeNull()
  expect(files({ mode: 'prompt' }, false).plainBelow!('/w', 'read')).toBeNull()
})

test('what was approved for a folder outside proves nothing for all below it', () => {
  expect(files({}, true, '/elsewhere').plainBelow!('/elsewhere', 'read')).toBeNull()
  const asked = files({ tools: { fs: { read: { ask: ['/w/**'] } } } }, true)
  expect(asked.plainBelow!('/w', 'read')).toBeNull()
})
