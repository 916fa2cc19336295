import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliCommands } from '../docs/cli-reference.ts'
import { CODE_SOURCES, errorCauses, listedCodes, writtenCauses } from '../docs/error-causes.ts'
import { CALL_ERRORS } from '../docs/fixes/call-errors.ts'
import { ERROR_FIXES } from '../docs/fixes/error-fixes.ts'
import { REASON_FIXES } from '../docs/fixes/reason-fixes.ts'
import { workspaceRoot } from '../workspace/list-packages.ts'

const read = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8')
const headings = (page: string) => [...read(page).matchAll(/^### ([A-Z][A-Z0-9_]+)$/gmu)].map(([, code]) => code!)

test('every reason code has a heading with cause and fix, and there is no other', () => {
  const [, table = ''] =
    /REASON_CODES = \{([\s\S]*?)\n\}/u.exec(read('packages/policy/src/model/reason-codes.ts')) ?? []
  const codes = [...table.matchAll(/^ {2}([A-Z_]+):/gmu)].map(([, code]) => code!)
  expect(codes.length).toBeGreaterThan(50)
  expect(headings('docs/troubleshooting.md')).toEqual(codes)
  expect(Object.keys(REASON_FIXES).toSorted()).toEqual(codes.toSorted())
})

test('every error code has a heading with cause and fix, and there is no other', () => {
  const codes = Object.keys(CODE_SOURCES).map((part) => [part, [...errorCauses(workspaceRoot, part).keys()]] as const)
  const others = Object.values(CALL_ERRORS).flatMap((part) => Object.keys(part))
  expect(headings('docs/errors.md')).toEqual([...codes.flatMap(([, found]) => found), ...others])
  for (const [part, found] of codes) expect(Object.keys(ERROR_FIXES[part] ?? {}).toSorted()).toEqual(found.toSorted())
})

/** Not errors: problems of a search for a node, which are reasons of a decision. */
const REASONS = ['apps/gateway/src/nodes/find-node.ts']

test('every list of error codes in the sources is on the page', () => {
  const listing = globSync('{packages,apps}/*/src/**/*.ts', { cwd: workspaceRoot }).filter((file) =>
    /^export type \w*Code =\s*\|?\s*'[A-Z][A-Z0-9]*_?[A-Z0-9_]+'/mu.test(read(file)),
  )
  const explained = Object.values(CODE_SOURCES).flat()
  expect(listing.filter((file) => !explained.includes(file) && !REASONS.includes(file))).toEqual([])
})

/** Codes of Node and of the system, which are read and not thrown. */
const OF_NODE = /^(?:E[A-Z0-9]+|ERR_.*|UND_ERR.*|HPE_.*)$/
/** How a source gives a code: as a property, as the first argument of what makes an error, in a union, as a constant. */
const GIVEN = [
  /\bcode: '([A-Z][A-Z0-9_]+)'/gu,
  /\bcode: [^,;\n]* \? '([A-Z][A-Z0-9_]+)' : '([A-Z][A-Z0-9_]+)'/gu,
  /\bcode: code \?\? '([A-Z][A-Z0-9_]+)'/gu,
  /#?\b(?:refusal|refused|without|add|refuse)\((?:'(?:allow|ask|deny)', )?'([A-Z][A-Z0-9]*_[A-Z0-9_]+)'/gu,
  /^ +\| '([A-Z][A-Z0-9]*_[A-Z0-9_]+)'$/gmu,
  /^export const ([A-Z][A-Z0-9_]+) = '\1'$/gmu,
]

test('every code that a source gives has a heading, whatever type lists it', () => {
  const known = new Set([...headings('docs/errors.md'), ...headings('docs/troubleshooting.md')])
  const unknown = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: workspaceRoot }).flatMap((file) =>
    GIVEN.flatMap((pattern) => [...read(file).matchAll(pattern)])
      .flatMap(([, ...codes]) => codes.filter((code) => code !== undefined))
      .filter((code) => !known.has(code) && !OF_NODE.test(code))
      .map((code) => `${code} (${file})`),
  )
  expect(unknown).toEqual([])
})

test('causes are read from docstrings and tables, and codes from types and throws', () => {
  const source = `
/**
 * - \`A_ONE\`, \`A_TWO\`: something is
 *   wrong; see \`details\`;
 * - \`A_THREE\`: the last.
 */
export type AErrorCode = 'A_ONE' | 'A_TWO' | 'A_THREE'
const TABLE = {
  B_ONE: final('It is over.'),
}
new PoundlockError('…', { code: 'C_ONE' })
`
  expect(listedCodes(source)).toEqual(['A_ONE', 'A_TWO', 'A_THREE', 'C_ONE', 'B_ONE'])
  expect([...writtenCauses(source)]).toEqual([
    ['A_ONE', 'Something is wrong; see `details`.'],
    ['A_TWO', 'Something is wrong; see `details`.'],
    ['A_THREE', 'The last.'],
    ['B_ONE', 'It is over.'],
  ])
})

test('every command that the documentation names exists, and the reference has all of them', async () => {
  const commands = await cliCommands(workspaceRoot)
  const reference = read('docs/cli-reference.md')
  expect([...commands.keys()].filter((words) => !reference.includes(`\n## ${words}\n`))).toEqual([])
  const unknown = globSync(['README.md', 'docs/**/*.md'], { cwd: workspaceRoot }).flatMap((page) =>
    [...read(page).matchAll(/(?:^|`|\$ )poundlock (?<first>[a-z]+)(?: (?<second>[a-z]+)(?![\w.:/-]))?/gmu)]
      .filter(({ groups }) => {
        const group = commands.get(`poundlock ${groups!['first']!}`)
        const second = groups!['second']
        return (
          !group ||
          (second !== undefined &&
            group.commands.length > 0 &&
            !commands.has(`poundlock ${groups!['first']!} ${second}`))
        )
      })
      .map(([text]) => `${page}: ${text}`),
  )
  expect(unknown).toEqual([])
})
