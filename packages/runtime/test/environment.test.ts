import { expect, test } from 'vitest'
import { commandEnvironment } from '../src/index.ts'

const BASE = { host: {}, pass: [], call: {}, home: '/home/u', path: ['/usr/bin', '/bin'] }

test('what decides what runs is always ours', () => {
  const hostile = {
    PATH: '/tmp',
    HOME: '/tmp',
    SHELL: '/tmp/sh',
    LD_PRELOAD: '/tmp/x.so',
    BASH_ENV: '/tmp/x',
    IFS: 'x',
  }
  expect(commandEnvironment({ ...BASE, host: hostile, call: { PATH: '/tmp', HOME: '/tmp' } })).toEqual({
    LANG: 'C.UTF-8',
    PATH: '/usr/bin:/bin',
    HOME: '/home/u',
    TMPDIR: '/tmp',
    USER: 'agent',
    LOGNAME: 'agent',
    SHELL: '/bin/sh',
  })
})

test('harmless variables pass, and those that were named, by name or by prefix', () => {
  const host = { LC_ALL: 'C', TZ: 'UTC', NPM_TOKEN: 'shh', APP_MODE: 'test', APPLE: 'no', UNSET: undefined }
  const result = commandEnvironment({ ...BASE, host, pass: ['APP_*', 'UNSET'] })
  expect(result).toMatchObject({ LC_ALL: 'C', TZ: 'UTC', APP_MODE: 'test' })
  expect(result).not.toHaveProperty('NPM_TOKEN')
  expect(result).not.toHaveProperty('APPLE')
  expect(result).not.toHaveProperty('UNSET')
})
