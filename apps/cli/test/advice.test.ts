import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Settings that open a door for every call, written out as a reader would copy them. */
const DOORS: readonly RegExp[] = [
  /\bnetwork"?\s*(?:=|:)\s*"on"/,
  /\bonUnavailable"?\s*(?:=|:)\s*"degrade"/,
  /\bsecurity"?\s*(?:=|:)\s*"full"/,
  /\bask(?:Mode)?"?\s*(?:=|:)\s*"off"/,
  /\baskFallback"?\s*(?:=|:)\s*"(?:full|allowlist)"/,
  /\bmode"?\s*(?:=|:)\s*"(?:allow|danger-full-access)"/,
  /\bfileMode"?\s*(?:=|:)\s*"off"/,
  /\breadScope"?\s*(?:=|:)\s*"all"/,
  /"permissions":\s*\{[^}]*"(?:read-only|workspace-write)"/,
  /"allow(?:Domains)?":\s*\[\s*"\*"/,
  /"trust":\s*true/,
  /\bpins"?\s*(?:=|:)\s*"(?:never|off)"/,
  /\bchmod\s+(?:-R\s+)?(?:[0-7]*[2367]\b|o\+|a\+|\+)/,
  /(?:^|[`"(])sudo |setenforce 0\b/,
  /--privileged\b/,
]

/** Where such a setting is the topic itself, and what it opens is said in the same sentence. */
const SAID: readonly (readonly [file: string, part: string])[] = [
  // Anyone who writes a rule for all hosts is told what that is called.
  ['packages/spec/src/egress/egress-rule.ts', 'a rule for all hosts is sandbox.network = "on"'],
  // A fact about the setting that is in force, in a question; nothing is advised.
  ['packages/policy/src/evaluate/needs/describe-needs.ts', 'its sandbox has an open network'],
  ['packages/config/src/ineffective/owner-settings.ts', 'so that every host is reached. Set it to "allowlist"'],
]

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

const files = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(ROOT, group)).flatMap((name) => {
    try {
      return [...sources(join(ROOT, group, name, 'src'))]
    } catch {
      return []
    }
  }),
)

/** The texts of a source file, without its comments. */
function textsOf(file: string): readonly string[] {
  const code = readFileSync(file, 'utf8')
    .replaceAll(/^\s*(?:\/\*\*?|\*).*$/gm, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
  return Array.from(code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g), ([text]) => text)
}

test('no message writes out a setting that opens a door for every call', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) => {
    const name = relative(ROOT, file)
    return textsOf(file)
      .filter((text) => text.includes(' ') && DOORS.some((door) => door.test(text)))
      .filter((text) => !SAID.some(([where, part]) => where === name && text.includes(part)))
      .map((text) => `${name}: ${text}`)
  })
  expect(found).toEqual([])
})

test('no example of the documentation permits tools by a pattern', () => {
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
  const found = docs.flatMap((name) => {
    const text = readFileSync(join(ROOT, 'docs', name), 'utf8')
    const permitted = text.matchAll(/"permissions":\s*\{([^}]*)\}/g)
    return Array.from(permitted, ([, body = '']) => body)
      .filter((body) => /"[^"]*\*[^"]*"\s*:\s*"(?:read-only|workspace-write)"/.test(body))
      .map((body) => `${name}: ${body}`)
  })
  expect(found).toEqual([])
})
