import { describe, expect, it } from 'vitest'
import { analyzeShell } from '../../src/analysis/index.ts'

const MOST = 2048

function analyzed(source: string) {
  const analysis = analyzeShell(source, { maxLength: 400_000 })
  if (!analysis.ok) throw new Error(analysis.refusal.message)
  return analysis
}
const reasons = (source: string) => analyzed(source).unresolved.map(({ reason }) => reason)

describe('a line of too many commands', () => {
  it('is read whole up to the limit, and left open beyond it', () => {
    expect(analyzed('a;'.repeat(MOST)).complete).toBe(true)
    const { complete, commands, unresolved } = analyzed('a;'.repeat(MOST) + 'rm x')
    expect(complete).toBe(false)
    expect(commands).toHaveLength(MOST)
    expect(unresolved).toEqual([
      {
        reason: 'too-many-commands',
        message: 'more than 2048 commands: those behind were not looked at',
        span: [0, 2 * MOST + 4],
      },
    ])
  })

  it('may hold more of them where it is longer than a command line may be', () => {
    const script = 'echo "some thirty characters each"\n'
    expect(analyzed(script.repeat(4000)).complete).toBe(true)
  })

  it.each([
    ['70,000 harmless ones before a bad one', 'a;'.repeat(70_000) + 'rm -rf x'],
    ['a bad one in the middle of them', 'a;'.repeat(3000) + 'rm -rf x;' + 'a;'.repeat(3000)],
    ['one pipeline', 'a' + '|a'.repeat(4000) + '|rm x'],
    ['one list', 'a' + '&&a'.repeat(4000) + '&&rm x'],
    ['background', 'a&'.repeat(4000) + 'rm x'],
    ['substitutions', 'a ' + '$(b)'.repeat(4000) + ' $(rm x)'],
    ['backticks in backticks', '`\\`a;a;a\\``;'.repeat(900) + '`rm x`'],
    ['subshells', '(a);'.repeat(4000) + '(rm x)'],
    ['here-documents', 'a <<E\n$(b)\nE\n'.repeat(2500) + 'rm x'],
    ['arguments of a command that comes behind them', '$(a) '.repeat(5000) + '; rm x'],
    ['loops', 'for i in a;do b;done;'.repeat(2500) + 'rm x'],
    ['functions', 'f(){ a;};'.repeat(2500) + 'rm x'],
    ['a function that is called', `f(){ ${'a;'.repeat(5000)} };f;rm x`],
    ['loops in loops', 'while a;do '.repeat(60) + 'x=1;a;'.repeat(3000) + 'done;'.repeat(60) + 'rm x'],
    ['branches', 'if a;then b;fi;'.repeat(2500) + 'rm x'],
    ['clauses', `case a in ${'b)c;;'.repeat(4000)}*)rm x;;esac`],
    ['wrappers', 'env nice nohup a;'.repeat(2500) + 'rm x'],
    ['carried text', `eval '${'a;'.repeat(5000)} rm x'`],
    ['text of another shell', `bash -c '${'a;'.repeat(5000)} rm x'`],
    ['many texts', "bash -c 'a;a;a;a;a;a;a;a;a;a;a;a;a';".repeat(250) + 'rm x'],
    ['what makes the walk start again', ': $((08))\n' + 'a\n'.repeat(2500) + 'rm x'],
    ['what makes it start again at the end', 'a\n'.repeat(5000) + ": $((08))\nrm x; trap 'rm y' DEBUG"],
    ['conditions', '[[ $(a) ]];'.repeat(3000) + 'rm x'],
    ['assignments that run something', 'x=$(a);'.repeat(3000) + 'rm x'],
    ['process substitutions', 'a <(b);'.repeat(3000) + 'rm x'],
  ])('is never complete: %s', (_, source) => {
    const found = reasons(source)
    expect(found).toContain('too-many-commands')
    expect(found.length).toBeLessThan(2 * MOST)
  })

  it('stays claimed as far as it was read, for the rules that deny it', () => {
    const { commands } = analyzed('rm x;: $((08))\n' + 'a\n'.repeat(5000))
    expect(commands[0]?.argv).toEqual(['rm', 'x'])
  })
})
