import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What is called like a sentence, or holds what a program said. */
const TEXT = String.raw`(?:\w*[mM]essage|\w*[rR]emedy|\w*[eE]xplanation|\w*[sS]tderr|\bwhy|\bbecause|\bsaid|\blastLines|\bcomplaint|\bproblem|messageOf\([^)]*\))`
/** The same without names that are used for codes and answers of one word too. */
const NAMED_TEXT = TEXT.replace(String.raw`|\bsaid`, '').replace(String.raw`|\bproblem`, '')
const PATH = String.raw`(?:[\w.!?]*\.)?`

/** How a program reads a sentence: looks into it, compares it, or keeps things by it. */
const READS_PROSE: readonly RegExp[] = [
  new RegExp(String.raw`${TEXT}[)\]]*[!?]?\.(?:includes|startsWith|endsWith|match|matchAll|search|indexOf)\(`),
  new RegExp(String.raw`\.(?:test|exec)\(${PATH}${TEXT}[!?]?\)`),
  new RegExp(String.raw`${NAMED_TEXT}\)? [!=]== (?!undefined|null|''|true|false)`),
  new RegExp(String.raw`[!=]== ${PATH}(?:\w*[mM]essage|\w*[rR]emedy)\b(?!\.)`),
  new RegExp(String.raw`\.(?:has|get|set|add)\(${PATH}(?:\w*[mM]essage|\w*[rR]emedy)\b`),
  new RegExp(String.raw`switch \(${PATH}${TEXT}\)`),
  // Two words with a blank between them are no code.
  /(?:[!=]== |case |includes\(|startsWith\(|endsWith\()['"`][^'"`]*[a-z] [a-z][^'"`]*['"`]/,
]

/** Lines that match all the same: each file with a part of the line, and why no sentence of ours decides there. */
const EXEMPT: readonly (readonly [file: string, part: string, why: string])[] = [
  ['apps/cli/src/demo/demo-steps.ts', 'stdout', 'the output of commands, which is what the demonstration shows'],
  ['apps/cli/src/demo/demo-steps.ts', "rule === 'git push'", 'the text of a rule'],
  ['packages/channels/src/telegram/telegram-bot.ts', 'warned.', 'reports each problem of a service once'],
  ['packages/mcp/src/server/http/http-client.ts', 'SERVER_METHODS.message', 'the name of a method'],
  [
    'packages/mcp/src/stdio/open-stdio.ts',
    '.test(lastLines)',
    'what npm, pip and Node print: they have no codes there',
  ],
  ['packages/policy/src/inputs/tool-access.ts', 'verb', 'the format of patches'],
  ['packages/runtime/src/redact/redact-outcome.ts', 'error.message && remedy', 'whether anything was redacted'],
  ['packages/sandbox-docker/src/engine/engine-error.ts', 'messageOf(error)', 'Docker and Podman: 500 has no code'],
  ['packages/sandbox/src/denial/explain-denials.ts', 'denials.set', 'says the same thing once'],
  ['packages/tools/src/files/patch/read-agent-patch.ts', '*** End of File', 'the format of patches'],
  ['packages/tools/src/files/patch/read-unified-diff.ts', 'sort ===', 'the format of patches'],
  ['packages/tools/src/files/search/run-ripgrep.ts', 'complaint', 'what ripgrep prints: it has one exit code for all'],
]

/** Whether something is a text at all says nothing of what it says. */
const TYPE_OF = /typeof [\w.?!]+ [!=]== '\w+'/g

const found = globSync('{packages,apps}/*/src/**/*.ts', { cwd: root }).flatMap((file) =>
  readFileSync(`${root}/${file}`, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      !/^\s*(?:\*|\/[/*])/.test(line) && READS_PROSE.some((pattern) => pattern.test(line.replaceAll(TYPE_OF, '')))
        ? [{ file, place: `${file}:${index + 1}: ${line.trim()}`, line }]
        : [],
    ),
)
const exempts = (at: { readonly file: string; readonly line: string }) =>
  EXEMPT.find(([file, part]) => file === at.file && at.line.includes(part))

test('nothing in the sources reads a sentence to decide something: codes carry meaning', () => {
  expect(found.filter((at) => exempts(at) === undefined).map(({ place }) => place)).toEqual([])
})

test('every exemption is still needed', () => {
  const used = new Set(found.map(exempts))
  expect(EXEMPT.filter((row) => !used.has(row))).toEqual([])
})

test.each([
  "if (step.message.includes('escalate from prompt')) return step",
  "return message !== 'a shell runs a script'",
  "code: result.message.startsWith('not elevated') ? 1 : 2",
  'const value = /from (.*) to/.exec(reason.message)',
  'steps.set(step.message, step)',
  "case 'it is not enabled':",
])('%s is found', (line) => {
  expect(READS_PROSE.some((pattern) => pattern.test(line))).toBe(true)
})
