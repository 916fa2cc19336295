import { expect, test } from 'vitest'
import { profileCommand } from '../src/index.ts'

const profile = (...argv: string[]) => profileCommand(argv)
const places = (...argv: string[]) => {
  const result = profile(...argv)
  return result.known ? result.effects.filter(({ kind }) => kind.startsWith('file-')).map(({ target }) => target) : []
}

test.each([
  ['prettier', '--write', '{src,../lib}/**/*.ts'],
  ['prettier', '--check', '{/etc,src}/*.json'],
  ['black', '{a,../b}/x.py'],
  ['cat', 'src/@(a|..)/x'],
])('%s %s %s: where a group of a pattern leads out, the place is not known', (...argv) => {
  expect(places(...argv)).toContain(null)
})

test.each([
  ['prettier', '--check', '{src,test}/**/*.ts'],
  ['cat', 'app/(auth)/[...nextauth]/route.ts'],
  ['wc', 'a{b', 'c(d'],
])('%s %s %s: where none does, it is', (...argv) => {
  expect(places(...argv)).not.toContain(null)
})

test.each([
  ['tsc', '@arguments'],
  ['javac', '@sub/arguments'],
  ['rustc', '@arguments'],
  ['shfmt', '@arguments'],
])('%s may read its arguments from %s', (...argv) => {
  expect(profile(...argv)).toMatchObject({ known: false })
})

test.each([
  ['cat', '@types/a.d.ts'],
  ['ls', '@babel'],
  ['npm', 'ls', '@babel/core'],
])('%s %s is what it says', (...argv) => {
  expect(profile(...argv)).toMatchObject({ known: true })
})

test('an archive of wget(1) is a file whose name begins as it is told', () => {
  expect(places('wget', '-O', 'a', '--warc-file=../w', 'https://example.com/a')).toContain('../w.warc.gz')
})

test('what venv empties is a folder that looks like one of its own', () => {
  expect(profile('python3', '-m', 'venv', '--clear', '.venv')).toMatchObject({ known: true })
  expect(profile('python3', '-m', 'venv', '--clear', 'src')).toMatchObject({ known: false })
})

test('options that say nothing of the script stand between `npm run` and its name, a workspace does not', () => {
  expect(profile('npm', 'run', '--silent', 'build')).toMatchObject({ words: ['npm', 'run', 'build'] })
  expect(profile('npm', 'run', '-w', 'a', 'build').words).toContain('a')
})
