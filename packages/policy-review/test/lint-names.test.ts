import type { PolicyLayer } from '@poundlock/policy'
import { describe, expect, test } from 'vitest'
import { type KnownNames, lintPolicy } from '../src/index.ts'
import { HOME, user, workspace } from './make-request.ts'

const THERE = new Set(['/w', '/w/src', '/w/secrets', '/home/u', '/home/u/.cache', '/usr/bin/rg', '/opt', '/'])
const known: KnownNames = {
  workspace: '/w',
  servers: [
    { name: 'github.com', tools: ['list_issues', 'delete-repo'] },
    { name: 'files', tools: null },
  ],
  hasProgram: (name) => ['git', 'ls', 'npm'].includes(name),
  exists: (path) => THERE.has(path),
}
const found = (layer: PolicyLayer) =>
  lintPolicy([layer], { home: HOME, known })
    .filter(({ code }) => code === 'names-nothing')
    .map(({ severity, rule }) => `${severity} ${rule}`)

describe('what names nothing that there is is found', () => {
  test.each<[name: string, layer: PolicyLayer, expected: readonly string[]]>([
    ['a server that is not there', user({}, { tools: { deny: ['mcp__githib__*'] } }), ['warning mcp__githib__*']],
    [
      'all tools of a server that is not there',
      user({}, { tools: { deny: ['mcp__gitlab'] } }),
      ['warning mcp__gitlab'],
    ],
    [
      'a tool that its server does not list',
      user({}, { tools: { deny: ['mcp__github.com__drop'] } }),
      ['warning mcp__github.com__drop'],
    ],
    [
      'a pattern for none of its tools',
      user({}, { tools: { deny: ['mcp__github_com__drop*'] } }),
      ['warning mcp__github_com__drop*'],
    ],
    [
      'an allowed server that is spelt otherwise',
      user({}, { tools: { allow: ['mcp__github_com__*'] } }),
      ['warning mcp__github_com__*'],
    ],
    [
      'an allowed tool that is spelt otherwise',
      user({}, { tools: { allow: ['mcp__github.com__delete_repo'] } }),
      ['warning mcp__github.com__delete_repo'],
    ],
    [
      'a server for one provider',
      user({}, { tools: { byProvider: { openai: { deny: ['mcp__x__*'] } } } }),
      ['warning mcp__x__*'],
    ],
    [
      'a server while commands are contained',
      user({}, { tools: { sandbox: { tools: { deny: ['mcp__x__*'] } } } }),
      ['warning mcp__x__*'],
    ],
    [
      'a server for one agent',
      user({}, { agents: { list: [{ id: 'a', tools: { deny: ['mcp__x__*'] } }] } }),
      ['warning mcp__x__*'],
    ],
    ['a server of a repository', workspace({}, { tools: { deny: ['mcp__x__*'] } }), ['warning mcp__x__*']],
    ['a program', user({ denyRules: ['gti push'] }), ['note gti push']],
    ['a program that may run', user({ allowRules: ['nmp test'] }), ['note nmp test']],
    ['a program by its path', user({ denyRules: ['/usr/bin/rgg'] }), ['note /usr/bin/rgg']],
    ['a program below the home folder', user({ askRules: ['~/bin/x'] }), ['note ~/bin/x']],
    ['a folder to read', user({}, { files: { read: { deny: ['secerts/**'] } } }), ['note secerts/**']],
    ['a folder to write', user({}, { files: { write: { ask: ['/srv/data/**'] } } }), ['note /srv/data/**']],
    ['a folder of an effect', user({ denyRules: ['fs.write:scr/**'] }), ['note fs.write:scr/**']],
    [
      'a folder of an effect as an object',
      user({ denyRules: [{ effect: 'fs.delete:~/.cahce/**' }] }),
      ['note ~/.cahce/**'],
    ],
    ['a protected path', user({}, { protectedPaths: ['migrations'] }), ['note migrations']],
    ['a protected pattern', user({}, { protectedPaths: ['db/*.sql'] }), ['note db/*.sql']],
  ])('%s', (_name, layer, expected) => {
    expect(found(layer).map((text) => text.replace('fs.delete:', ''))).toEqual(
      expected.map((text) => text.replace('note fs.write:', 'note ').replace('fs.delete:', '')),
    )
  })

  test.each<[name: string, layer: PolicyLayer]>([
    [
      'a denied server, however it is spelt',
      user({}, { tools: { deny: ['mcp__github_com__*', 'mcp__GitHub-com', 'mcp__FILES__*'] } }),
    ],
    ['a denied tool, however it is spelt', user({}, { tools: { deny: ['mcp__github_com__delete_repo'] } })],
    ['a server by the name that models use', user({}, { tools: { deny: ['mcp__github_com_3abcdefg__*'] } })],
    ['a tool of a server whose tools are not known', user({}, { tools: { deny: ['mcp__files__anything'] } })],
    ['every server', user({}, { tools: { deny: ['mcp__*'], allow: ['group:mcp', 'mcp__*'] } })],
    ['what is spelt as it is', user({}, { tools: { allow: ['mcp__github.com__list_*', 'mcp__files__*'] } })],
    ['programs that are there', user({ denyRules: ['git push', '/usr/bin/rg', '*'], allowRules: ['/opt/*/bin/x'] })],
    [
      'paths that are there',
      user({}, { files: { read: { deny: ['secrets/**', '**/.env', '~/.cache/**', '/**/id_rsa'] } } }),
    ],
  ])('nothing is said of %s', (_name, layer) => {
    expect(found(layer)).toEqual([])
  })

  test('nothing is said where nobody knows what there is', () => {
    expect(lintPolicy([user({ denyRules: ['gti push'] }, { tools: { deny: ['mcp__x__*'] } })], { home: HOME })).toEqual(
      [],
    )
  })
})
