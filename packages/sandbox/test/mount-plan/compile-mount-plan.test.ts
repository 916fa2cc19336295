import { describe, expect, test } from 'vitest'
import {
  compileMountPlan,
  type MountFacts,
  type MountStep,
  type PathEntry,
  type SandboxPolicy,
} from '../../src/index.ts'
import { policyFor } from '../policy-for.ts'

function factsFor(entries: Readonly<Record<string, PathEntry>>): MountFacts {
  return {
    system: {
      folders: ['/usr'],
      links: [['/bin', 'usr/bin']],
      configurationBinds: [['/etc/ssl/certs', 'folder', '/etc/pki/tls/certs']],
      configurationLinks: [['/etc/localtime', '/usr/share/zoneinfo/Etc/UTC']],
      configurationTexts: [['/etc/nsswitch.conf', 'hosts: files dns\n']],
      networkTexts: [['/etc/resolv.conf', 'nameserver 192.0.2.1\n']],
      devices: ['/dev/null'],
    },
    user: { uid: 1000, gid: 1000, name: 'agent' },
    scratchBytes: 1024,
    entryAt: (path) => entries[path] ?? 'missing',
  }
}

/** One line a step; what every plan has of `/proc` and `/dev` left out. */
function outline(policy: SandboxPolicy, entries: Readonly<Record<string, PathEntry>>): string {
  const plan = compileMountPlan(policy, factsFor(entries))
  const line = (step: MountStep): string =>
    step.kind === 'bind' ? `${step.access} ${step.of} ${step.target}` : `${step.kind} ${step.target}`
  const steps = plan.steps.filter(({ target }) => !/^\/(?:proc|dev)\//.test(target)).map(line)
  return [`root ${plan.root}, home ${String(plan.home)}, temporary ${String(plan.temporary)}`, ...steps].join('\n')
}

describe('a mount plan', () => {
  test('shows the system and the workspace, and nothing else', () => {
    expect(outline(policyFor('/home/u/w'), { '/home/u/w': 'folder' })).toMatchInlineSnapshot(`
      "root empty, home /home/agent, temporary /tmp
      read-only folder /usr
      link /bin
      read-only folder /etc/ssl/certs
      link /etc/localtime
      text /etc/nsswitch.conf
      text /etc/passwd
      text /etc/group
      text /etc/hosts
      processes /proc
      scratch /tmp
      link /var/tmp
      read-write folder /home/u/w
      scratch /home/agent"
    `)
  })

  test('shows kept caches in the private HOME, wherever they lie', () => {
    const policy = policyFor('/w', { cachePath: '/state/caches/w' })
    const plan = compileMountPlan(policy, factsFor({ '/w': 'folder', '/state/caches/w': 'folder' }))
    expect(plan.cache).toBe('/home/agent/.cache')
    const home = plan.steps.findIndex(({ target }) => target === plan.home)
    expect(plan.steps[home + 1]).toEqual({
      kind: 'bind',
      source: '/state/caches/w',
      target: '/home/agent/.cache',
      of: 'folder',
      access: 'read-write',
    })
    expect(compileMountPlan(policy, factsFor({ '/w': 'folder', '/state/caches/w': 'link' })).cache).toBeNull()
  })

  test('puts outer folders first, protection after what is granted, and hiding last', () => {
    const policy = policyFor('/w', {
      readPaths: ['/w/vendor', '/opt/tool', '/opt/gone'],
      writePaths: ['/opt/tool/cache'],
      protectedPaths: ['.git/hooks', '.git/config', '.github/workflows', '.vscode', 'vendor/x', '.mcp.json'],
      hiddenPaths: ['/w/.ssh', '/w/.ssh/id', '/home/u/.ssh', '/w/.aws', '/w/link', '/usr/secret'],
    })
    const entries = {
      '/w': 'folder',
      '/w/vendor': 'folder',
      '/opt/tool': 'folder',
      '/opt/tool/cache': 'file',
      '/w/.git': 'folder',
      '/w/.git/hooks': 'folder',
      '/w/.git/config': 'file',
      '/w/.github': 'folder',
      '/w/vendor/x': 'file',
      '/w/.ssh': 'folder',
      '/w/.ssh/id': 'file',
      '/home/u/.ssh': 'folder',
      '/w/link': 'link',
      '/usr/secret': 'file',
    } as const
    expect(outline(policy, entries).split('\n').slice(12)).toMatchInlineSnapshot(`
      [
        "read-only folder /opt/tool",
        "read-write file /opt/tool/cache",
        "read-write folder /w",
        "read-only folder /w/vendor",
        "scratch /home/agent",
        "pin /w/.git",
        "pin /w/.github",
        "protect /w/.git/config",
        "protect /w/.git/hooks",
        "hide /usr/secret",
        "hide /w/.ssh",
      ]
    `)
  })

  test('protects a parent that is a file: `.git` of a worktree', () => {
    const policy = policyFor('/w', { protectedPaths: ['.git/hooks', '.git/config'] })
    expect(outline(policy, { '/w': 'folder', '/w/.git': 'file' })).toContain('protect /w/.git')
  })

  test('leaves the workspace out in an allow-list, unless it is named', () => {
    const entries = { '/w': 'folder', '/w/src': 'folder' } as const
    expect(outline(policyFor('/w', { fileMode: 'allow-list' }), entries)).not.toContain('/w')
    const named = outline(policyFor('/w', { fileMode: 'allow-list', readPaths: ['/w/src'] }), entries)
    expect(named).toContain('read-only folder /w/src')
    expect(named).not.toMatch(/ \/w$/m)
  })

  test('protects in the `.git` of another repository what is protected in a repository', () => {
    const protectedPaths = ['.git/hooks', '.git/config', '.vscode']
    const entries = {
      '/w': 'folder',
      '/o/.git': 'folder',
      '/o/.git/hooks': 'folder',
      '/o/.git/config': 'file',
    } as const
    const internals = outline(policyFor('/w', { writePaths: ['/o/.git'], protectedPaths }), entries)
    for (const path of ['hooks', 'config']) expect(internals).toContain(`protect /o/.git/${path}`)
    const hooks = outline(policyFor('/w', { writePaths: ['/o/.git/hooks'], protectedPaths }), entries)
    expect(hooks).toContain('read-write folder /o/.git/hooks')
    expect(hooks).toContain('protect /o/.git/hooks')
    expect(hooks).not.toContain('protect /o/.git/config')
  })

  test('changes the host’s own tree when files are off: processes, protection and hiding only', () => {
    const policy = policyFor('/w', { fileMode: 'off', protectedPaths: ['.git/config'], hiddenPaths: ['/home/u/.ssh'] })
    const entries = { '/w': 'folder', '/w/.git': 'folder', '/w/.git/config': 'file', '/home/u/.ssh': 'folder' } as const
    expect(outline(policy, entries)).toMatchInlineSnapshot(`
      "root host, home null, temporary null
      processes /proc
      pin /home
      pin /home/u
      pin /w/.git
      protect /w/.git/config
      hide /home/u/.ssh"
    `)
  })

  test('pins the writable folders above what is hidden, so that none takes its cover along', () => {
    const entries = {
      '/w': 'folder',
      '/w/a': 'folder',
      '/w/a/b': 'folder',
      '/w/a/b/.env': 'file',
      '/r': 'folder',
    } as const
    const hiddenPaths = ['/w/a/b/.env', '/w/a/c/.env', '/r/a/.env']
    const steps = outline(policyFor('/w', { hiddenPaths, readPaths: ['/r'] }), { ...entries, '/r/a/.env': 'file' })
    expect(
      steps
        .split('\n')
        .filter((line) => /^(?:pin|hide) \/(?:w|r)/.test(line.trim()))
        .map((line) => line.trim()),
    ).toEqual(['pin /w/a', 'pin /w/a/b', 'hide /r/a/.env', 'hide /w/a/b/.env'])
  })

  test('keeps its scratch folders out of the way of what is granted', () => {
    expect(outline(policyFor('/tmp'), { '/tmp': 'folder' })).toMatch(/temporary \/var\/tmp$/m)
    expect(outline(policyFor('/home/agent'), { '/home/agent': 'folder' })).toMatch(/home \/run\/agent/)
    const deep = outline(policyFor('/var/tmp/w'), { '/var/tmp/w': 'folder' })
    expect(deep).toMatch(/temporary \/tmp$/m)
    expect(deep).not.toContain('link /var/tmp')
  })

  test('names resolvers with a network only', () => {
    const entries = { '/w': 'folder' } as const
    expect(outline(policyFor('/w', { network: 'on' }), entries)).toContain('text /etc/resolv.conf')
    expect(outline(policyFor('/w'), entries)).not.toContain('resolv.conf')
  })

  test('takes linked configuration from where it really is', () => {
    const { steps } = compileMountPlan(policyFor('/w'), factsFor({ '/w': 'folder' }))
    expect(steps).toContainEqual({
      kind: 'bind',
      source: '/etc/pki/tls/certs',
      target: '/etc/ssl/certs',
      of: 'folder',
      access: 'read-only',
    })
  })

  test('is the same for the same policy and facts', () => {
    const plan = (): unknown => compileMountPlan(policyFor('/w'), factsFor({ '/w': 'folder' }))
    expect(plan()).toEqual(plan())
  })
})
