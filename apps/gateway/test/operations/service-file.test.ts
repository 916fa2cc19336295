import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { serviceFile, type Service } from '../../src/index.ts'

const HOSTILE = '/home/u/%h $HOME "x" \\n <b>&</b>/state'
const SERVICE: Service = {
  argv: ['/opt/node 24/bin/node', '/opt/poundlock.cjs', 'gateway', 'run'],
  stateFolder: HOSTILE,
  drainSeconds: 300,
}

describe('a unit of systemd', () => {
  test('keeps spaces, quotes, specifiers and variables of paths as they are', () => {
    const { text, path } = serviceFile('linux', '/home/u', SERVICE, 1000)
    expect(path).toBe('/home/u/.config/systemd/user/poundlock-gateway.service')
    expect(text).toContain('ExecStart="/opt/node 24/bin/node" "/opt/poundlock.cjs" "gateway" "run"\n')
    expect(text).toContain('Environment="POUNDLOCK_HOME=/home/u/%%h $$HOME \\"x\\" \\\\n <b>&</b>/state"\n')
    expect(text).toContain('TimeoutStopSec=315\n')
    expect(text).toContain('\nExecReload=/bin/kill -HUP $MAINPID\n')
    expect(serviceFile('linux', '/home/u', { ...SERVICE, kind: 'node' }, 1000).text).not.toContain('Reload')
  })

  test('has each setting on one line, so that no path adds one', () => {
    for (const bad of ['/home/u\nExecStartPre=/bin/evil', '/home/u\r/x', '/home/u\u0000']) {
      expect(() => serviceFile('linux', '/home/u', { ...SERVICE, stateFolder: bad }, 1000)).toThrow(/control character/)
      expect(() => serviceFile('darwin', bad, SERVICE, 1000)).toThrow(/control character/)
    }
  })

  test('is started by an absolute path only', () => {
    expect(() => serviceFile('linux', '/home/u', { ...SERVICE, argv: ['node', 'x'] }, 1000)).toThrow(/no absolute path/)
  })
})

describe('units of systemd that listen', () => {
  const sockets = { local: '/home/u/50%/gateway.sock', tcp: '127.0.0.1:4748' }

  test('start the gateway with the first connection, and tell it which socket is which', () => {
    const { text, others, start, stop } = serviceFile('linux', '/home/u', { ...SERVICE, sockets }, 1000)
    expect(text).toContain('\nRequires=poundlock-gateway-local.socket poundlock-gateway-tcp.socket\n')
    expect(text).not.toContain('default.target')
    expect(others.map((other) => other.text)).toEqual([
      expect.stringContaining(
        'ListenStream=/home/u/50%%/gateway.sock\nSocketMode=0600\nDirectoryMode=0700\nFileDescriptorName=local\n',
      ),
      expect.stringContaining('ListenStream=127.0.0.1:4748\n'),
    ])
    const units = ['poundlock-gateway-local.socket', 'poundlock-gateway-tcp.socket']
    expect(start.at(-1)).toEqual(['systemctl', '--user', 'enable', '--now', ...units])
    expect(stop).toEqual([['systemctl', '--user', 'disable', '--now', ...units, 'poundlock-gateway.service']])
  })

  test('are for systemd only', () => {
    expect(() => serviceFile('darwin', '/Users/u', { ...SERVICE, sockets }, 501)).toThrow(/darwin cannot start it/)
  })
})

test('systemd finds nothing wrong with the units', () => {
  needsProgram('systemd-analyze')
  const home = temporaryFolder()
  const node = { ...SERVICE, argv: [process.execPath, '/opt/%h $x.cjs', 'gateway', 'run'] as const }
  const sockets = { local: join(home, 'a %h b', 'gateway.sock'), tcp: '127.0.0.1:4748' }
  const written = [
    serviceFile('linux', home, { ...node, sockets }, 1000),
    serviceFile('linux', home, { ...node, kind: 'node' }, 1000),
  ].flatMap(({ path, text, others }) => [{ path, text }, ...others])
  for (const { path, text } of written) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const paths = written.map(({ path }) => path)
  expect(verify(home, paths)).toBe('')
  writeFileSync(paths[0]!, written[0]!.text.replace('KillMode=mixed', 'KilMode=mixed'))
  expect(verify(home, paths)).toContain('KilMode')
})

/** What `systemd-analyze verify` says of these units; it looks at those of the machine, too. */
function verify(home: string, units: readonly string[]): string {
  const environment = { ...process.env, XDG_RUNTIME_DIR: home, HOME: home, SYSTEMD_LOG_LEVEL: 'warning' }
  const { stdout, stderr, error } = spawnSync('systemd-analyze', ['--user', '--man=no', 'verify', ...units], {
    encoding: 'utf8',
    env: environment,
  })
  if (error) throw error
  return `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.includes(home) || line.includes('poundlock'))
    .join('\n')
}

describe('an agent of launchd', () => {
  test('is XML that an independent reader takes apart to what was meant', () => {
    needsProgram('python3')
    const { text, start } = serviceFile('darwin', '/Users/u', SERVICE, 501)
    const file = join(temporaryFolder(), 'x', 'agent.plist')
    mkdirSync(dirname(file))
    writeFileSync(file, text)
    const read = execFileSync(
      'python3',
      ['-c', 'import plistlib,json,sys; print(json.dumps(plistlib.load(open(sys.argv[1],"rb"))))', file],
      { encoding: 'utf8' },
    )
    expect(JSON.parse(read)).toMatchObject({
      ProgramArguments: [...SERVICE.argv],
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
  expect(() => serviceFile('win32', '/u', SERVICE, 0)).toThrow(/win32 has no service manager/)
})
