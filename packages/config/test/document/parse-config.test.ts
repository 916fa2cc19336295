import { describe, expect, it } from 'vitest'
import { MAX_CONFIG_LENGTH } from '../../src/document/parse-config.ts'
import { ConfigError, parseConfig, type ConfigIssue } from '../../src/index.ts'

function issuesOf(text: string): readonly ConfigIssue[] {
  try {
    parseConfig(text, 'poundlock.json')
  } catch (error) {
    if (error instanceof ConfigError) return error.details['issues'] as readonly ConfigIssue[]
    throw error
  }
  return []
}

const saysOf = (text: string) => issuesOf(text).map(({ line, column, message }) => `${line}:${column}: ${message}`)

const EXEC_KEYS =
  'host, security, ask, askMode, askFallback, node, proven, allow, deny, environment, pathPrepend, safeBins, safeBinProfiles, record, notifyOnExit, approvalRunningNoticeMs, timeout'

describe('what is read', () => {
  it.each([
    ['an empty object', '{}', {}],
    ['comments and trailing commas', '// a\n{ /* b */ "mode": "prompt", }', { mode: 'prompt' }],
    ['a byte order mark', '\uFEFF{"mode":"prompt"}', { mode: 'prompt' }],
    ['CR LF line ends', '{\r\n  "mode": "prompt",\r\n}\r\n', { mode: 'prompt' }],
    ['a comment after the end', '{}\n// the end', {}],
    [
      'brackets in strings and comments',
      `{"$schema":"${'['.repeat(99)}" /* ${'{'.repeat(99)} */}`,
      { $schema: '['.repeat(99) },
    ],
    [
      'rules as text and as objects',
      '{"tools":{"exec":{"allow":["git diff",{"command":"git log","args":"log.*","examples":{"match":["git log"]}}]}}}',
      {
        tools: {
          exec: { allow: ['git diff', { command: 'git log', args: 'log.*', examples: { match: ['git log'] } }] },
        },
      },
    ],
    ['a mode of asking', '{"tools":{"exec":{"ask":"always"}}}', { tools: { exec: { ask: 'always' } } }],
    [
      'commands to ask for, and when',
      '{"tools":{"exec":{"ask":["rm"],"askMode":"always"}}}',
      { tools: { exec: { ask: ['rm'], askMode: 'always' } } },
    ],
  ])('%s', (_, text, expected) => {
    const { document } = parseConfig(text, 'f')
    expect(JSON.parse(JSON.stringify(document))).toEqual(expected)
  })

  it('reads the largest file that is allowed, and a string as long as that', () => {
    const long = 'a'.repeat(MAX_CONFIG_LENGTH - 20)
    expect(parseConfig(`{"$schema":"${long}"}`, 'f').document.$schema).toHaveLength(long.length)
  })

  it('names the file, the line and the column of every error, and how to mend it', () => {
    const text = '{\n  "mode": "yolo",\n  "tools": { "exec": { "alow": [] } }\n}'
    const error = (() => {
      try {
        return parseConfig(text, '/home/u/.poundlock/poundlock.json')
      } catch (thrown) {
        return thrown as ConfigError
      }
    })() as ConfigError
    expect(error.code).toBe('CONFIG_INVALID')
    expect(error.remedy).toBe('Correct the file; until then nothing runs.')
    expect(error.message.split('\n').toSorted()).toEqual([
      '/home/u/.poundlock/poundlock.json:2:3: mode: expected "read-only", "workspace-write", "danger-full-access", "prompt" or "allow"',
      `/home/u/.poundlock/poundlock.json:3:24: tools.exec.alow: unknown key "alow"; known here: ${EXEC_KEYS}`,
    ])
    expect(() => JSON.stringify(error)).not.toThrow()
  })
})

describe('what is refused, and how it is said', () => {
  it.each<[title: string, text: string, ...expected: string[]]>([
    ['an empty file', '', '1:1: the file is empty; expected an object, at least {}'],
    ['only blanks', ' \n\t\n', '1:1: the file is empty; expected an object, at least {}'],
    ['only comments', '// nothing\n/* here */', '1:1: the file is empty; expected an object, at least {}'],
    ['a list', '[]', '1:1: expected an object, not an array'],
    ['null', 'null', '1:1: expected an object, not null'],
    ['two objects', '{}\n{}', '2:1: not JSON: end of file expected'],
    ['a comment that does not end', '{} /* x', '1:4: not JSON: unexpected end of comment'],
    ['a NUL byte between tokens', '{\n\0}', '2:1: not JSON: invalid symbol'],
    ['a NUL byte in a string', '{"mode":"a\0"}', '1:9: not JSON: invalid character'],
    [
      'an escaped NUL in a path',
      '{"sandbox":{"hiddenPaths":["/a\\u0000b"]}}',
      '1:28: the text has a NUL character, which no path and no argument can have',
    ],
    [
      'half of a surrogate pair',
      '{"tools":{"exec":{"deny":["\\ud800"]}}}',
      '1:27: the text has half of a surrogate pair, which is not a character',
    ],
    ['a key that stands twice', '{"mode":"prompt",\n "mode":"allow"}', '2:2: the key "mode" stands here a second time'],
    [
      'a key that stands twice in other spellings',
      '{"mode":"prompt",\n "m\\u006fde":"allow"}',
      '2:2: the key "mode" stands here a second time',
    ],
    [
      'the key __proto__',
      '{"__proto__":{"mode":"allow"}}',
      '1:2: the key "__proto__" means something else to JavaScript; it cannot be used',
    ],
    [
      'a key of Object.prototype',
      '{"constructor":1}',
      '1:2: constructor: unknown key "constructor"; known here: $schema, mode, tools, agents, sandbox, hooks, mcpServers, approvals, gateway, undo',
    ],
    [
      'a key that is a number',
      '{\n"7":1}',
      '2:1: 7: unknown key "7"; known here: $schema, mode, tools, agents, sandbox, hooks, mcpServers, approvals, gateway, undo',
    ],
    [
      'a key with a slash',
      '{"a/b":1}',
      '1:2: a/b: unknown key "a/b"; known here: $schema, mode, tools, agents, sandbox, hooks, mcpServers, approvals, gateway, undo',
    ],
    [
      'a key that hides what it is',
      '{"mo\\u200bde":1}',
      '1:2: mo\\u{200b}de: unknown key "mo\\u{200b}de"; known here: $schema, mode, tools, agents, sandbox, hooks, mcpServers, approvals, gateway, undo',
    ],
    [
      'an unknown key in tools',
      '{"tools":{"bash":{}}}',
      '1:11: tools.bash: unknown key "bash"; known here: profile, allow, deny, byProvider, sandbox, exec, elevated, fs, web, loopDetection, redactResults',
    ],
    [
      'an unknown key in the limits',
      '{"sandbox":{"limits":{"cpu":1}}}',
      '1:23: sandbox.limits.cpu: unknown key "cpu"; known here: processes, memoryBytes, openFiles, fileBytes, cpuSeconds',
    ],
    [
      'an unknown key in a rule',
      '{"tools":{"exec":{"allow":[\n{"command":"rm","arg":"x"}]}}}',
      '2:17: tools.exec.allow.0.arg: unknown key "arg"; known here: command, effect, args, asWritten, reason, examples',
    ],
    [
      'an unknown key in examples',
      '{"tools":{"exec":{"deny":[{"command":"rm","examples":{"no":[]}}]}}}',
      '1:55: tools.exec.deny.0.examples.no: unknown key "no"; known here: match, notMatch',
    ],
    [
      'a rule without a command',
      '{"tools":{"exec":{"deny":[{"args":"x"}]}}}',
      '1:27: tools.exec.deny.0: the key "command" is missing',
    ],
    [
      'a rule that is a number',
      '{"tools":{"exec":{"deny":["rm",7]}}}',
      '1:32: tools.exec.deny.1: expected a command such as "git diff" or an object with the key "command"',
    ],
    ['an empty rule', '{"tools":{"exec":{"deny":[""]}}}', '1:27: tools.exec.deny.0: is empty'],
    [
      'rules that are no list',
      '{"tools":{"exec":{"deny":"rm"}}}',
      '1:19: tools.exec.deny: expected an array, not a string',
    ],
    [
      'an unknown way of asking',
      '{"tools":{"exec":{"ask":"sometimes"}}}',
      '1:19: tools.exec.ask: expected "off", "on-miss", "always" or a list of rules',
    ],
    [
      'a number as the way of asking',
      '{"tools":{"exec":{"ask":1}}}',
      '1:19: tools.exec.ask: expected "off", "on-miss", "always" or a list of rules',
    ],
    [
      'a list to ask for with a wrong rule in it',
      '{"tools":{"exec":{"ask":[null]}}}',
      '1:26: tools.exec.ask.0: expected a command such as "git diff" or an object with the key "command"',
    ],
    [
      'two ways of asking',
      '{"tools":{"exec":{"ask":"off","askMode":"always"}}}',
      '1:31: tools.exec.askMode: askMode is for a file where ask holds a list of commands; here ask holds the mode already',
    ],
    [
      'a host that cannot be configured',
      '{"tools":{"exec":{"host":"moon"}}}',
      '1:19: tools.exec.host: expected "sandbox", "gateway" or "node"',
    ],
    [
      'a number as text',
      '{"tools":{"exec":{"timeout":"60"}}}',
      '1:19: tools.exec.timeout: expected a number, not a string',
    ],
    ['no time at all', '{"tools":{"exec":{"timeout":0}}}', '1:19: tools.exec.timeout: expected more than 0'],
    ['more than a day', '{"tools":{"exec":{"timeout":1e9}}}', '1:19: tools.exec.timeout: expected at most 86400'],
    [
      'endless time',
      '{"tools":{"exec":{"timeout":1e999}}}',
      '1:19: tools.exec.timeout: expected a number, not Infinity',
    ],
    [
      'half a process',
      '{"sandbox":{"limits":{"processes":9.5}}}',
      '1:23: sandbox.limits.processes: expected an integer, not 9.5',
    ],
    [
      'more memory than can be counted',
      '{"sandbox":{"limits":{"memoryBytes":1e30}}}',
      '1:23: sandbox.limits.memoryBytes: expected at most 9007199254740991',
    ],
    [
      'a relative path',
      '{"sandbox":{"writePaths":["out"]}}',
      '1:27: sandbox.writePaths.0: does not fit the pattern ^(?:/|~/|~$)',
    ],
    [
      'the home folder of somebody else',
      '{"sandbox":{"readPaths":["~root/x"]}}',
      '1:26: sandbox.readPaths.0: does not fit the pattern ^(?:/|~/|~$)',
    ],
    [
      'every environment variable',
      '{"tools":{"exec":{"environment":["*"]}}}',
      '1:34: tools.exec.environment.0: does not fit the pattern ^[A-Za-z_][A-Za-z0-9_]*\\*?$',
    ],
  ])('%s', (_, text, ...expected) => {
    expect(saysOf(text)).toEqual(expected)
  })

  it.each(['/etc', '../x', 'a/../../x', '..'])('the protected path %s, which is not inside the workspace', (path) => {
    expect(issuesOf(JSON.stringify({ sandbox: { protectedPaths: [path] } }))).toHaveLength(1)
  })

  it.each([
    ['brackets', '', '['],
    ['braces', '', '{"a":'],
    ['brackets behind a string that a carriage return ends', '"\r', '['],
    ['brackets behind a comment that a carriage return ends', '//\r', '['],
  ])('100 000 %s, without a stack overflow', (_, start, opening) => {
    expect(issuesOf(start + opening.repeat(100_000))[0]?.message).toBe('brackets are nested deeper than 32')
  })

  it('a file that is too long, before it is read', () => {
    expect(saysOf(`{"$schema":"${'a'.repeat(5 * 1024 * 1024)}"}`)).toEqual([
      `1:1: the file is longer than ${MAX_CONFIG_LENGTH} characters`,
    ])
  })

  it('at most twenty errors at once, also of a file with a hundred thousand', () => {
    const rules = Array.from({ length: 9000 }, () => 7)
    expect(issuesOf(JSON.stringify({ tools: { exec: { ask: rules, deny: rules } } }))).toHaveLength(20)
    expect(issuesOf(`{${'"mode":"allow",'.repeat(100_000)}}`)).toHaveLength(20)
  })

  it('every truncation of a file, rather than taking half of a policy', () => {
    const text = '{"mode":"prompt","tools":{"exec":{"deny":["rm"],"timeout":60}}}'
    for (let length = 0; length < text.length; length++) expect(issuesOf(text.slice(0, length))).not.toEqual([])
  })
})
