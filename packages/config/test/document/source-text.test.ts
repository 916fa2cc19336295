import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/index.ts'

const TEXT = [
  '// mine',
  '{',
  '  "mode": "prompt",',
  '  "tools": { "exec": {',
  '    "deny": [',
  '      "rm", { "command": "git push",',
  '              "reason": "ask me" }',
  '    ],',
  '  } },',
  '}',
]

describe('where a value stands', () => {
  it.each([
    ['', 2, 1],
    ['/mode', 3, 3],
    ['/tools', 4, 3],
    ['/tools/exec/deny', 5, 5],
    ['/tools/exec/deny/0', 6, 7],
    ['/tools/exec/deny/1', 6, 13],
    ['/tools/exec/deny/1/reason', 7, 15],
  ])('%s is found by its key', (pointer, line, column) => {
    for (const end of ['\n', '\r\n', '\r']) {
      const { source } = parseConfig(TEXT.join(end).replace('// mine\r{', '/**/\r{'), 'f')
      expect(source.position(pointer)).toEqual({ line, column })
      expect(source.locate(pointer)).toBe(`f:${line}:${column}`)
    }
  })

  it.each([
    ['/tools/exec/allow/3', 4, 14],
    ['/tools/exec/deny/7', 5, 5],
    ['/nothing/here', 2, 1],
  ])('%s, which does not exist, is where its nearest ancestor is', (pointer, line, column) => {
    expect(parseConfig(TEXT.join('\n'), 'f').source.position(pointer)).toEqual({ line, column })
  })

  it('counts columns in UTF-16 code units, and not the byte order mark', () => {
    const { source } = parseConfig('\uFEFF{"$schema":"😀","mode":"prompt"}', 'f')
    expect(source.position('/mode')).toEqual({ line: 1, column: 17 })
  })

  it('finds each of ten thousand rules', () => {
    const rules = Array.from({ length: 10_000 }, (_, index) => `"command${index}"`)
    const { source } = parseConfig(`{"tools":{"exec":{"deny":[\n${rules.join(',\n')}]}}}`, 'f')
    for (const index of [0, 1, 9_999]) expect(source.position(`/tools/exec/deny/${index}`).line).toBe(index + 2)
    for (let index = 0; index < rules.length; index++) source.locate(`/tools/exec/deny/${index}`)
  })
})
