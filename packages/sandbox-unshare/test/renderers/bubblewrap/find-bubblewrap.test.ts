import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findBubblewrap } from '../../../src/renderers/bubblewrap/find-bubblewrap.ts'
import { temporaryFolder } from '../../backend/test-sandbox.ts'

function program(text: string): string {
  const path = join(temporaryFolder(), 'bwrap')
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}

test('where it is not installed, that is the reason', () => {
  expect(findBubblewrap(['/nowhere/bwrap'])).toMatchObject({
    file: null,
    reason: expect.stringMatching(/package `bubblewrap`/),
  })
})

test('a program that is not root’s is not used', () => {
  const path = program('true')
  if (process.geteuid?.() === 0) chownSync(path, 21_357, 21_357)
  expect(findBubblewrap([path])).toMatchObject({ file: null, reason: expect.stringMatching(/by others than root/) })
})

describe.skipIf(process.geteuid?.() !== 0 && process.env['CI'] === undefined)(
  'as root (needs to be run as root)',
  () => {
    const options = '--args --as-pid-1 --clearenv --perms --size --remount-ro'

    test('one that others can write is not used', () => {
      const path = program('true')
      chmodSync(path, 0o757)
      expect(findBubblewrap([path]).reason).toMatch(/by others than root/)
    })

    test('one that is too old is named, with what it lacks', () => {
      const path = program(`echo "${options.replace(' --size', '')}"`)
      expect(findBubblewrap([path]).reason).toMatch(/does not know --size\. Mend: install bubblewrap 0\.7/)
    })

    test('one that does not run is named, with what it says', () => {
      expect(findBubblewrap([program('echo no such luck >&2; exit 1')]).reason).toMatch(
        /does not run here: no such luck/,
      )
    })

    test('what it can do is asked of it', () => {
      const [old, recent] = [program(`echo "${options}"`), program(`echo "${options} --disable-userns"`)]
      expect(findBubblewrap([old])).toEqual({ file: old, reason: null, disablesNamespaces: false })
      expect(findBubblewrap([recent])).toEqual({ file: recent, reason: null, disablesNamespaces: true })
    })
  },
)
