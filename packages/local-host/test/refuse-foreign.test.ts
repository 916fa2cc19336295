import { expect, test } from 'vitest'
import { refuseForeign } from '../src/place/refuse-foreign.ts'

test.each(['C:\\Users\\me\\project', 'C:/Users/me/project', '\\\\server\\share', '\\\\?\\C:\\x', 'c:', ''])(
  'the folder %j is refused with the way out, since no rule can be checked there',
  (folder) => {
    expect(() => refuseForeign(folder)).toThrow(
      expect.objectContaining({ code: 'USAGE', remedy: expect.stringContaining('WSL 2') as string }),
    )
  },
)

test('a folder of Linux or macOS is not', () => {
  for (const folder of ['/', '/home/me', '/mnt/c/project', '/Users/me'])
    expect(() => refuseForeign(folder)).not.toThrow()
})
