import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { tarArchive } from '../../src/image/tar-archive.ts'

test('tar reads what is written', () => {
  const long = `${'folder/'.repeat(16)}file`
  const archive = tarArchive([
    { kind: 'folder', name: 'tmp', mode: 0o1777 },
    { kind: 'file', name: 'etc/hello', mode: 0o644, content: Buffer.from('hello\n') },
    { kind: 'file', name: long, mode: 0o755, content: Buffer.alloc(513, 'x') },
    { kind: 'link', name: 'bin', to: 'usr/bin' },
  ])
  const listing = execFileSync('tar', ['-tvf', '-', '--numeric-owner'], { input: archive, encoding: 'utf8' })
  const lines = listing
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' '))
  expect(lines[0]).toMatch(/^drwxrwxrwt 0\/0 0 .* tmp\/$/)
  expect(lines[1]).toMatch(/^-rw-r--r-- 0\/0 6 .* etc\/hello$/)
  expect(lines[2]).toMatch(new RegExp(`^-rwxr-xr-x 0/0 513 .* ${long}$`))
  expect(lines[3]).toMatch(/^lrwxrwxrwx 0\/0 0 .* bin -> usr\/bin$/)
  expect(execFileSync('tar', ['-xOf', '-', 'etc/hello'], { input: archive, encoding: 'utf8' })).toBe('hello\n')
})

test('a name that the format cannot hold is refused', () => {
  expect(() => tarArchive([{ kind: 'folder', name: 'x'.repeat(101), mode: 0o755 }])).toThrow(RangeError)
})
