/** The shell reader alone: everything that a line would run, or an honest word that it cannot be known. */
import assert from 'node:assert/strict'
// #region analyze
import { quote } from '@poundlock/shell'
import { analyzeShell } from '@poundlock/shell/analysis'

/** The names of all that would run, or why they cannot be listed. */
function whatRuns(line: string): string {
  const analysis = analyzeShell(line)
  if (!analysis.ok) return `refused: ${analysis.refusal.message}`
  if (!analysis.complete) return `not known: ${analysis.unresolved.map(({ message }) => message).join('; ')}`
  return analysis.commands.map(({ name }) => name).join(', ')
}
// #endregion

const LINES = [
  'git log --oneline | head -3',
  'cd src && timeout 5 env LC_ALL=C sort names.txt > sorted.txt',
  `bash -c 'make && ./deploy.sh'`,
  'echo "$(whoami)"',
  '$EDITOR notes.txt',
  'echo "unfinished',
]
for (const line of LINES) console.log(`${line}\n    ${whatRuns(line)}`)

assert.equal(whatRuns('git log --oneline | head -3'), 'git, head')
assert.match(whatRuns(LINES[1] ?? ''), /\bsort\b/u, 'wrappers are looked through')
assert.match(whatRuns(LINES[2] ?? ''), /\bmake\b.*\.\/deploy\.sh/u, 'so is text that a shell is given')
assert.match(whatRuns(LINES[3] ?? ''), /\bwhoami\b/u, 'and what a substitution runs')
assert.match(whatRuns(LINES[4] ?? ''), /^not known/u)
assert.match(whatRuns(LINES[5] ?? ''), /^refused/u)

const redirected = analyzeShell('sort names.txt > sorted.txt')
assert.ok(redirected.ok)
assert.deepEqual(
  redirected.effects.map(({ kind, path }) => ({ kind, path })),
  [{ kind: 'file-write', path: 'sorted.txt' }],
)

// #region quote
// A line made of words that somebody else chose: quoted, they stay words.
const line = quote(['echo', "it's", '$HOME; rm -rf ~', ''])
// #endregion
console.log(line)
const quoted = analyzeShell(line)
assert.ok(quoted.ok && quoted.complete)
assert.deepEqual(
  quoted.commands.map(({ argv }) => argv),
  [['echo', "it's", '$HOME; rm -rf ~', '']],
)
