import { expect, test } from 'vitest'
import { diedBeforehand } from '../../src/process/start-command.ts'

const FAILED = 'OCI runtime exec failed: exec failed: unable to start container process:'

test.each([
  [`${FAILED} read init-p: connection reset by peer (possibly OOM-killed): unknown`, true],
  [`${FAILED} read init-p: connection reset by peer: unknown`, true],
  [`${FAILED} exec: "/bin/sh": stat /bin/sh: no such file or directory: unknown`, false],
  [`${FAILED} chdir to cwd ("/x") set in config.json failed: no such file or directory: unknown`, false],
  ['', false],
])('an engine that says %j instead of starting a command is tried again: %s', (said, expected) => {
  expect(diedBeforehand(said)).toBe(expected)
})
