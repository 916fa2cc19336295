import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

/**
 * Makes this process take its system for another one: `POUNDLOCK_FAKED_PLATFORM=darwin|win32`. For
 * `node --import`, and as a setup file of tests.
 *
 * It takes away what that system lacks: `/proc` on both; on Windows also users, groups and process groups. Paths and
 * file modes stay those of this system.
 */
function fakePlatform(platform: string): void {
  if (platform !== 'darwin' && platform !== 'win32') {
    throw new Error(`POUNDLOCK_FAKED_PLATFORM is ${JSON.stringify(platform)}; expected darwin or win32`)
  }
  Object.defineProperty(process, 'platform', { value: platform, configurable: true, enumerable: true })
  os.platform = () => platform
  os.type = () => (platform === 'darwin' ? 'Darwin' : 'Windows_NT')
  os.release = () => (platform === 'darwin' ? '25.1.0' : '10.0.26200')
  // For the processes that are started.
  const options = process.env['NODE_OPTIONS'] ?? ''
  const own = `--import=${import.meta.url}`
  if (!options.includes(own)) process.env['NODE_OPTIONS'] = `${options} ${own}`.trim()
  hideKernelFiles()
  if (platform === 'win32') {
    for (const name of NO_USERS) Reflect.deleteProperty(process, name)
    refuseProcessGroups()
  }
  syncBuiltinESMExports()
}

/** What Node does not have on Windows. Source: nodejs.org/api/process.html, "not available on Windows". */
const NO_USERS = [
  'getuid',
  'geteuid',
  'getgid',
  'getegid',
  'getgroups',
  'setuid',
  'seteuid',
  'setgid',
  'setegid',
  'setgroups',
  'initgroups',
]

const BY_PATH = [
  'access',
  'exists',
  'lstat',
  'open',
  'opendir',
  'readFile',
  'readdir',
  'readlink',
  'realpath',
  'stat',
  'statfs',
] as const

/** Only Linux shows its processes as files. */
function hideKernelFiles(): void {
  for (const name of BY_PATH) {
    hideIn(fs, `${name}Sync`, (path) => {
      if (name === 'exists') return false
      throw notThere(name, path)
    })
    if (name !== 'exists') hideIn(fs.promises, name, (path) => Promise.reject(notThere(name, path)))
  }
}

function hideIn(owner: object, name: string, refuse: (path: string) => unknown): void {
  const real: unknown = Reflect.get(owner, name)
  if (typeof real !== 'function') return
  const hidden = (path: unknown, ...others: unknown[]): unknown => {
    const text = Buffer.isBuffer(path) ? path.toString() : path
    if (typeof text !== 'string' || !/^\/proc(?:\/|$)/.test(text)) return Reflect.apply(real, owner, [path, ...others])
    const [options] = others
    const mayLack = typeof options === 'object' && options !== null && 'throwIfNoEntry' in options
    return mayLack && options.throwIfNoEntry === false ? undefined : refuse(text)
  }
  Object.defineProperty(owner, name, {
    value: Object.assign(hidden, real),
    configurable: true,
    enumerable: true,
    writable: true,
  })
}

function notThere(call: string, path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, ${call} '${path}'`), {
    code: 'ENOENT',
    errno: -2,
    syscall: call,
    path,
  })
}

function refuseProcessGroups(): void {
  const kill = process.kill.bind(process)
  process.kill = (id, signal) => {
    if (id >= 0) return kill(id, signal)
    throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH', errno: -3, syscall: 'kill' })
  }
}

const wanted = process.env['POUNDLOCK_FAKED_PLATFORM']
if (wanted !== undefined && process.platform !== wanted) fakePlatform(wanted)
