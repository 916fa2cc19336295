import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { writeFileHandler } from '../../src/index.ts'
import { runToolCalls } from './run-tool-call.ts'
import { makeWorkspace } from './workspace.ts'

/** What the files hold, by their names. */
type Files = ReadonlyMap<string, Buffer>

interface Step {
  readonly tool: string
  readonly input: unknown
  /** What the files hold once it is done. */
  readonly after: Files
}

const ENDS = ['\n', '\r\n'] as const
const ENCODINGS = ['utf8', 'utf16le', 'latin1'] as const

/** A text file, as it is decoded: lines that occur once, each with how it ends. */
interface Text {
  readonly lines: readonly { readonly text: string; readonly end: string }[]
  readonly encoding: (typeof ENCODINGS)[number]
}

const MARKS = { utf8: [], utf16le: [0xff, 0xfe], latin1: [] }

function encode({ lines, encoding }: Text): Buffer {
  const text = lines.map((line) => line.text + line.end).join('')
  return Buffer.concat([Buffer.from(MARKS[encoding]), Buffer.from(text, encoding)])
}

const aText = fc.record({
  // The letter makes a file of Latin-1 no UTF-8.
  lines: fc.array(fc.record({ words: fc.constantFrom('', ' é', '\té ', ' {', '}'), end: fc.constantFrom(...ENDS) }), {
    minLength: 1,
    maxLength: 12,
  }),
  encoding: fc.constantFrom(...ENCODINGS),
  endsOpen: fc.boolean(),
})

/** What is done, as numbers that mean something once it is known which files there are. */
const aStep = fc.record({
  kind: fc.constantFrom('edit', 'edit', 'patch', 'patch', 'move', 'add', 'delete', 'write'),
  file: fc.nat(100),
  line: fc.nat(100),
  second: fc.nat(100),
})

/** Plans calls and what comes of each, without the tools. */
function plan(texts: readonly Text[], steps: readonly (typeof aStep extends fc.Arbitrary<infer S> ? S : never)[]) {
  const files = new Map(texts.map((text, index) => [`f${String(index)}.txt`, text]))
  const bytes = (): Files => new Map([...files].map(([name, text]) => [name, encode(text)]))
  let fresh = 0
  const first = bytes()
  const planned: Step[] = []
  const pick = (number: number) => [...files.keys()].toSorted()[number % files.size]
  const change = (name: string, number: number) => {
    const text = files.get(name)!
    const at = number % text.lines.length
    const old = text.lines[at]!.text
    const now = `new ${String(fresh++)}`
    files.set(name, { ...text, lines: text.lines.map((line, index) => (index === at ? { ...line, text: now } : line)) })
    return [old, now] as const
  }
  for (const { kind, file, line, second } of steps) {
    const name = pick(file)
    let call: { readonly tool: string; readonly input: unknown }
    if (kind === 'write' || name === undefined) {
      const path = `w${String(fresh++)}.txt`
      files.set(path, { encoding: 'utf8', lines: [{ text: `written ${String(fresh)}`, end: '\n' }] })
      call = { tool: 'write_file', input: { path, content: encode(files.get(path)!).toString() } }
    } else if (kind === 'edit') {
      const [old, now] = change(name, line)
      call = { tool: 'edit_file', input: { path: name, old_string: old, new_string: now } }
    } else {
      const sections: string[] = []
      if (kind === 'delete') {
        files.delete(name)
        sections.push(`*** Delete File: ${name}`)
      } else {
        const [old, now] = change(name, line)
        sections.push(`*** Update File: ${name}`)
        if (kind === 'move') {
          const to = `m${String(fresh++)}.txt`
          files.set(to, files.get(name)!)
          files.delete(name)
          sections.push(`*** Move to: ${to}`)
        }
        sections.push('@@', `-${old}`, `+${now}`)
      }
      if (kind === 'add') {
        const to = `a${String(fresh++)}.txt`
        files.set(to, { encoding: 'utf8', lines: [{ text: 'added', end: '\n' }] })
        sections.push(`*** Add File: ${to}`, '+added')
      }
      const other = pick(second)
      if (kind === 'patch' && other !== undefined && other !== name) {
        const [old, now] = change(other, line)
        sections.push(`*** Update File: ${other}`, '@@', `-${old}`, `+${now}`)
      }
      call = {
        tool: 'apply_patch',
        input: { patch: ['*** Begin Patch', ...sections, '*** End Patch'].join('\n') },
      }
    }
    planned.push({ ...call, after: bytes() })
  }
  return { first, planned }
}

test(
  'no sequence of edits and patches loses or doubles a byte, wherever it is killed',
  { timeout: 600_000 },
  async () => {
    let killed = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(aText, { minLength: 1, maxLength: 3 }),
        fc.array(aStep, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 250 }),
        async (given, steps, dieAt) => {
          const texts = given.map(({ lines, encoding, endsOpen }, file): Text => ({
            encoding,
            lines: lines.map(({ words, end }, index) => ({
              text: `old ${String(file)}-${String(index)}.${words}${encoding === 'latin1' ? 'é' : ''}`,
              end: endsOpen && index === lines.length - 1 ? '' : end,
            })),
          }))
          const { first, planned } = plan(texts, steps)
          const workspace = makeWorkspace()
          for (const [name, bytes] of first) workspace.write(name, bytes)
          const calls = planned.map(({ tool, input }) => ({ tool, input }))
          const end = await runToolCalls({ workspace: workspace.path, calls, dieAt })
          const answers = end.stdout.split('\n').filter((line) => line.endsWith('}'))
          for (const answer of answers) expect(JSON.parse(answer)).not.toHaveProperty('error')
          if (end.signal === null) expect(answers.length, end.stderr).toBe(calls.length)
          else killed++
          // What was killed is finished or taken back by the next call.
          const { error } = await workspace.call(writeFileHandler, { path: 'next', content: '' })
          expect(error).toBeUndefined()
          const found = filesIn(workspace.path)
          // What was answered is done; the one after that may be.
          const possible = [first, ...planned.map(({ after }) => after)].slice(answers.length, answers.length + 2)
          expect(possible.map(shown)).toContainEqual(shown(found))
        },
      ),
      { numRuns: tries(40), seed: 7 },
    )
    expect(killed).toBeGreaterThan(0)
  },
)

/** Without what a killed process leaves until it is old enough. */
function filesIn(folder: string): Files {
  const names = readdirSync(folder).filter((name) => name !== 'next' && !/^\.poundlock-(?:write|patch)-/.test(name))
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
}

const shown = (files: Files) => Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.toString('latin1')]))
