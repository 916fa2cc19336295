import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatNotices } from '@poundlock/tooling/third-party-notices'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const NOTICES = readFileSync(new URL('../dist/THIRD-PARTY-NOTICES.txt', import.meta.url), 'utf8')
/** Sources that are not part of the command. */
const ELSEWHERE = ['packages/adapters/**', 'packages/*/src/conformance/**']
/** Installed beside the command, not bundled. */
const NATIVE = ['@lydell/node-pty', '@vscode/ripgrep']

const VALUE_IMPORT =
  /^import (?!type\b)(?<names>[^'"]*?)(?:from )?'(?<specifier>[^'.][^']*)'|\bimport\('(?<late>[^'.]+)'\)/gmu
const ONLY_TYPES = /^\{\s*(?:type \w+(?: as \w+)?,?\s*)+\}\s*$/u

/** Packages of others that the sources import values of. */
function importedPackages(): readonly string[] {
  const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: ROOT, exclude: ELSEWHERE })
  const specifiers = files.flatMap((file) =>
    [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(VALUE_IMPORT)].flatMap(({ groups = {} }) =>
      ONLY_TYPES.test(groups['names'] ?? '') ? [] : (groups['specifier'] ?? groups['late'] ?? []),
    ),
  )
  const names = specifiers.map((each) => /^(?:@[^/]+\/)?[^/]+/u.exec(each)![0])
  return [...new Set(names)].filter((name) => !/^(?:node:|@poundlock$|@poundlock\/)/u.test(name)).toSorted()
}

test('each package of others that the command was bundled from has its licence in the notices', () => {
  const titles = new Set([...NOTICES.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(.*\)\n=+$/gmu)].map(([, name]) => name))
  const imported = importedPackages().filter((name) => !NATIVE.includes(name))
  expect(imported).toEqual(expect.arrayContaining(['commander', 'dockerode', 'execa', 'preact', 'ws']))
  expect(imported.filter((name) => !titles.has(name))).toEqual([])
})

test('each entry has the text of a licence', () => {
  const entries = NOTICES.split(/^(?=\S+ \d+\.\d+\.\d+\S* \(.*\)\n=+$)/mu)
  const short = entries.filter((entry) => !/copyright|licen[cs]e|public domain/iu.test(entry) || entry.length < 500)
  expect(short.map((entry) => entry.split('\n', 1)[0])).toEqual([])
})

test('a package that two bundles contain is listed once, and all are sorted', () => {
  const entry = { version: '1.0.0', license: 'MIT', text: 'text' }
  const notices = formatNotices([
    { ...entry, name: 'b' },
    { ...entry, name: 'a' },
    { ...entry, name: 'b' },
  ])
  expect(notices.match(/^. 1.*/gmu)).toEqual(['a 1.0.0 (MIT)', 'b 1.0.0 (MIT)'])
})
