import { expect, test } from 'vitest'
import { describeSystem, wslVersion } from '../../src/sandbox/describe-system.ts'

test.each([
  ['linux', '6.12.43-amd64', null],
  ['linux', '4.4.0-19041-Microsoft', 1],
  ['linux', '5.15.167.4-microsoft-standard-WSL2', 2],
  ['linux', '6.6.87.2-microsoft-standard-WSL2+', 2],
  ['linux', '6.6.0-WSL2-custom', null],
  ['darwin', '25.1.0', null],
  ['win32', '10.0.26200', null],
] as const)('%s %s is WSL %s', (platform, release, version) => {
  expect(wslVersion({ platform, release })).toBe(version)
})

test.each([
  ['darwin', '25.1.0', /containers of Docker or Podman/],
  ['freebsd', '14.2', /containers of Docker or Podman/],
  ['win32', '10.0.26200', /WSL 2/],
  ['linux', '4.4.0-19041-Microsoft', /wsl --set-version/],
  ['linux', '6.6.87.2-microsoft-standard-WSL2', /folder of Linux/],
  ['linux', '6.12.43-amd64', /^Linux 6\.12\.43-amd64$/],
] as const)('on %s %s doctor says what that means', (platform, release, text) => {
  expect(describeSystem({ platform, release })).toMatch(text)
})
