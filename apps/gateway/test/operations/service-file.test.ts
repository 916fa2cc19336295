import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { serviceFile, type Service } from '../../src/index.ts'

const HOSTILE = '/home/u/%h $HOME "x" \\n <b>&</b>/state'
const service: Service = {
  argv: ['/opt/node 24/bin/node', '/opt/poundlock.cjs', 'gateway', 'run'],
  stateFolder: HOSTILE,
  drainSeconds: 300,
}

describe('a unit of systemd', () => {
  test('keeps spaces, quotes, specifiers and variables of paths as they are', () => {
    const { text, path } = serviceFile('linux', '/home/u', service, 1000)
    expect(path).toBe('/home/u/.config/systemd/user/poundlock-gateway.service')
    expect(text).toContain('ExecStart="/opt/node 24/bin/node" "/opt/poundlock.cjs" "gateway" "run"\n')
    expect(text).toContain('Environment="POUNDLOCK_HOME=/home/u/%%h $$HOME \\"x\\" \\\\n <b>&</b>/state"\n')
    expect(text).toContain('TimeoutStopSec=315\n')
    expect(text).toContain('\nExecReload=/bin/kill -HUP $MAINPID\n')
    expect(serviceFile('linux', '/home/u', { ...service, kind: 'node' }, 1000).text).not.toContain('Reload')
  })

  test('has each setting on one line, so that no path adds one', () => {
    for (const bad of ['/home/u\nExecStartPre=/bin/evil', '/home/u\r/x', '/home/u\u0000']) {
      expect(() => serviceFile('linux', '/home/u', { ...service, stateFolder: bad }, 1000)).toThrow(/control character/)
      expect(() => serviceFile('darwin', bad, service, 1000)).toThrow(/control character/)
    }
  })

  test('is started by an absolute path only', () => {
    expect(() => serviceFile('linux', '/home/u', { ...service, argv: ['node', 'x'] }, 1000)).toThrow(/no absolute path/)
  })
})

describe('an agent of launchd', () => {
  test('is XML that an independent reader takes apart to what was meant', () => {
    needsProgram('python3')
    const { text, start } = serviceFile('darwin', '/Users/u', service, 501)
    const file = join(temporaryFolder(), 'x', 'agent.plist')
    mkdirSync(dirname(file))
    writeFileSync(file, text)
    const read = execFileSync(
      'python3',
      ['-c', 'import plistlib,json,sys; print(json.dumps(plistlib.load(open(sys.argv[1],"rb"))))', file],
      { encoding: 'utf8' },
    )
    expect(JSON.parse(read)).toMatchObject({
      ProgramArguments: [...service.argv],
      EnvironmentVariables: { POUNDLOCK_HOME: HOSTILE },
      Umask: 0o077,
      ExitTimeOut: 315,
    })
    expect(start).toEqual([
      ['launchctl', 'bootstrap', 'gui/501', '/Users/u/Library/LaunchAgents/dev.poundlock.gateway.plist'],
    ])
  })
})

test('a platform without a known service manager is refused, with what to do instead', () => {
  expect(() => serviceFile('win32', '/u', service, 0)).toThrow(/win32 has no service manager/)
})
