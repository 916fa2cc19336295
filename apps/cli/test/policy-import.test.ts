import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, test } from 'vitest'
import { readClaudeCode } from '../src/policy-import/claude-code.ts'
import { readCodexConfig, readCodexRules } from '../src/policy-import/codex.ts'
import type { ForeignLine } from '../src/policy-import/foreign-line.ts'
import { readGeminiPolicy, readGeminiSettings } from '../src/policy-import/gemini.ts'
import { mapLines } from '../src/policy-import/map-line.ts'
import { readOpenclaw } from '../src/policy-import/openclaw.ts'
import { readOpencode } from '../src/policy-import/opencode.ts'
import { openScene } from './poundlock.ts'

/** What becomes of each line: its status, and its changes as `key=value`. */
function outcomes(lines: readonly ForeignLine[]) {
  return mapLines(lines).map(({ status, changes }) => [
    status,
    ...changes.map((one) => {
      const value = 'add' in one ? one.add : one.set
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return `${one.agent === undefined ? '' : `${one.agent}:`}${one.key}=${text}`
    }),
  ])
}

const claude = (permissions: object) => outcomes(readClaudeCode(JSON.stringify({ permissions }), 'settings.json'))

test.each<[string, string, readonly string[]]>([
  [
    'a prefix of two words, only as written',
    'Bash(npm run test:*)',
    ['mapped', 'tools.exec.allow={"command":"npm run test","asWritten":true}'],
  ],
  ['a prefix of one word', 'Bash(git:*)', ['mapped', 'tools.exec.allow=git']],
  ['a blank and a wildcard are a prefix', 'Bash(ls *)', ['mapped', 'tools.exec.allow=ls']],
  ['an exact command', 'Bash(npm run build)', ['mapped', 'tools.exec.allow={"command":"npm","args":"run build"}']],
  [
    'an exact command with dots',
    'Bash(node x.js)',
    ['mapped', 'tools.exec.allow={"command":"node","args":"x\\\\.js"}'],
  ],
  [
    'a wildcard within a word, for the whole word',
    'Bash(npm run test*)',
    ['tightened', 'tools.exec.allow={"command":"npm run test","asWritten":true}'],
  ],
  ['a wildcard between words', 'Bash(git * main)', ['refused']],
  ['a wildcard first', 'Bash(* --version)', ['refused']],
  ['every command', 'Bash', ['refused']],
  ['every command, by a wildcard', 'Bash(*)', ['refused']],
  ['a prefix without a word', 'Bash(:*)', ['refused']],
  ['two commands', 'Bash(npm test && npm run lint)', ['refused']],
  ['quotes', "Bash(git commit -m 'x y')", ['refused']],
  ['a variable', 'Bash(echo $HOME:*)', ['refused']],
  ['an assignment', 'Bash(CI=1 npm test:*)', ['refused']],
  ['a program named from the folder', 'Bash(./run.sh:*)', ['refused']],
  ['a file of the home folder', 'Read(~/.zshrc)', ['mapped', 'tools.fs.read.allow=~/.zshrc']],
  ['a file from the root', 'Read(//etc/hosts)', ['mapped', 'tools.fs.read.allow=/etc/hosts']],
  ['a file of the project', 'Edit(/docs/**)', ['mapped', 'tools.fs.write.allow=docs/**']],
  ['a name in every folder', 'Read(*.md)', ['mapped', 'tools.fs.read.allow=**/*.md']],
  ['a class of characters', 'Read(./[ab].md)', ['refused']],
  ['a folder above', 'Read(../other/**)', ['refused']],
  ['a host', 'WebFetch(domain:example.com)', ['mapped', 'tools.web.allowDomains=example.com']],
  ['a host that is none', 'WebFetch(domain:example.com/x)', ['refused']],
  ['a whole tool that needs no rule', 'Read', ['tightened']],
  ['a tool of a server', 'mcp__github__get_issue', ['refused']],
  ['a tool that is not here', 'KillShell', ['refused']],
  ['what is not a rule', 'Bash(npm', ['refused']],
])('claude-code allows %s', (_title, rule, expected) => {
  expect(claude({ allow: [rule] })).toEqual([expected])
})

test.each<[string, string, readonly string[]]>([
  ['a prefix', 'Bash(curl:*)', ['mapped', 'tools.exec.deny=curl']],
  ['an exact command, and more', 'Bash(rm -rf /)', ['tightened', 'tools.exec.deny=rm -rf /']],
  ['a wildcard between words, from its words on', 'Bash(git push * main)', ['tightened', 'tools.exec.deny=git push']],
  ['a wildcard within a word, from the words before', 'Bash(npm run dep*)', ['tightened', 'tools.exec.deny=npm run']],
  ['quotes, from the words before', 'Bash(git commit -m "x")', ['tightened', 'tools.exec.deny=git commit -m']],
  ['every command', 'Bash', ['mapped', 'tools.deny=exec']],
  ['a name in every folder', 'Read(.env)', ['mapped', 'tools.fs.read.deny=**/.env']],
  ['a class of characters, for any', 'Read(./[ab].pem)', ['tightened', 'tools.fs.read.deny=?.pem']],
  ['a host, and those below', 'WebFetch(domain:evil.test)', ['tightened', 'tools.web.denyDomains=evil.test']],
  ['all tools of a server', 'mcp__github', ['mapped', 'tools.deny=mcp__github__*']],
  ['a tool', 'WebSearch', ['mapped', 'tools.deny=WebSearch']],
])('claude-code denies %s', (_title, rule, expected) => {
  expect(claude({ deny: [rule] })).toEqual([expected])
})

test('claude-code asks, and has a mode and folders', () => {
  expect(claude({ ask: ['Bash(git push:*)', 'Bash', 'Edit', 'WebFetch(domain:a.test)', 'mcp__x__y'] })).toEqual([
    ['mapped', 'tools.exec.ask=git push'],
    ['mapped', 'tools.exec.askMode=always'],
    ['tightened', 'tools.fs.write.ask=/**'],
    ['tightened', 'tools.exec.ask=net.egress:a.test', 'tools.exec.ask=net.egress:*.a.test'],
    ['tightened', 'tools.deny=mcp__x__y'],
  ])
  expect(claude({ defaultMode: 'plan', additionalDirectories: ['~/docs', '../up'] })).toEqual([
    ['mapped', 'mode=read-only'],
    ['tightened', 'tools.fs.read.allow=~/docs'],
    ['refused'],
  ])
  expect(claude({ defaultMode: 'bypassPermissions' })).toEqual([['refused']])
})

test('an allow line is refused where a line that narrows it cannot be written', () => {
  expect(claude({ allow: ['Bash(git:*)', 'Bash(ls:*)'], deny: ['Bash(gi*)'] })).toEqual([
    ['refused'],
    ['mapped', 'tools.exec.allow=ls'],
    ['refused'],
  ])
  expect(claude({ allow: ['Bash(git:*)', 'WebFetch(domain:a.test)'], ask: ['Bash(* --force)'] })).toEqual([
    ['refused'],
    ['mapped', 'tools.web.allowDomains=a.test'],
    ['refused'],
  ])
})

test('codex: rules with alternatives, decisions and reasons', () => {
  const rules = `
# what passes
prefix_rule(pattern = ["git", ["status", "log"]])
prefix_rule(
    pattern = ["git", "push"], decision = "prompt", justification = "a person pushes",
    match = [["git", "push", "origin"]],
)
prefix_rule(pattern = ["rm", "-rf", "a b"], decision = "forbidden")
prefix_rule(pattern = ["echo", "$(id)"])
prefix_rule(pattern = ["bash"], decision = "maybe")
host_executable(name = "git", paths = ["/usr/bin/git"])
network_rule(host = "example.com", protocol = "https", decision = "allow")
`
  expect(outcomes(readCodexRules(rules.replace(/.*maybe.*\n/, '')))).toEqual([
    ['mapped', 'tools.exec.allow={"command":"git status","asWritten":true}'],
    ['mapped', 'tools.exec.allow={"command":"git log","asWritten":true}'],
    ['mapped', 'tools.exec.ask={"command":"git push","reason":"a person pushes"}'],
    ['tightened', 'tools.exec.deny=rm -rf'],
    ['refused'],
    ['refused'],
    ['mapped', 'tools.web.allowDomains=example.com'],
  ])
  // An unknown decision may be a denial.
  expect(outcomes(readCodexRules(rules)).filter(([status]) => status === 'mapped')).toEqual([
    ['mapped', 'tools.exec.ask={"command":"git push","reason":"a person pushes"}'],
  ])
  expect(() => readCodexRules('x = 1')).toThrow(/line 1: expected/)
  expect(() => readCodexRules('prefix_rule(pattern = ["a"] + ["b"])')).toThrow(/line 1/)
  expect(() => readCodexRules('for a in b:\n  prefix_rule()')).toThrow(/line 1/)
})

test('codex: its configuration', async () => {
  const lines = await readCodexConfig(`
sandbox_mode = "read-only"
approval_policy = "untrusted"
[sandbox_workspace_write]
network_access = true
writable_roots = ["/srv/cache", "here"]
[mcp_servers.a]
command = "a"`)
  expect(outcomes(lines)).toEqual([
    ['mapped', 'mode=read-only'],
    ['tightened', 'tools.exec.askMode=always'],
    ['refused'],
    ['mapped', 'sandbox.writePaths=/srv/cache'],
    ['refused'],
    ['refused'],
  ])
  expect(outcomes(await readCodexConfig('sandbox_mode = "danger-full-access"\napproval_policy = "never"'))).toEqual([
    ['refused'],
    ['refused'],
  ])
})

test('gemini: lists of the settings', () => {
  const settings = {
    tools: {
      allowed: ['run_shell_command(git status)', 'run_shell_command', 'read_file', 'run_shell_command(npm test)'],
      exclude: ['web_fetch', 'run_shell_command(npm)'],
    },
  }
  expect(outcomes(readGeminiSettings(JSON.stringify(settings), 'settings.json'))).toEqual([
    ['mapped', 'tools.exec.allow={"command":"git status","asWritten":true}'],
    ['refused'],
    ['tightened'],
    ['mapped', 'tools.exec.allow={"command":"npm test","asWritten":true}'],
    ['mapped', 'tools.deny=WebFetch'],
    ['mapped', 'tools.exec.deny=npm'],
  ])
  const core = { tools: { allowed: ['run_shell_command(ls)'], core: ['read_file'] } }
  expect(outcomes(readGeminiSettings(JSON.stringify(core), 'settings.json'))).toEqual([['refused'], ['refused']])
})

test('gemini: rules of its policy engine, of which the highest priority decides', async () => {
  const rule = (text: string) => `[[rule]]\n${text}\n`
  const policy = [
    rule('toolName = "run_shell_command"\ncommandPrefix = ["git log", "git diff"]\ndecision = "allow"\npriority = 200'),
    rule('toolName = "run_shell_command"\ncommandPrefix = "ls"\ndecision = "allow"\npriority = 50'),
    rule('toolName = "run_shell_command"\ndecision = "ask_user"\npriority = 100'),
    rule('toolName = "run_shell_command"\ncommandRegex = "rm (-rf|-fr)"\ndecision = "deny"\npriority = 300'),
    rule('toolName = "write_file"\nargsPattern = "x"\nmodes = ["yolo"]\ndecision = "allow"\npriority = 1'),
    rule('mcpName = "files"\ntoolName = "remove"\ndecision = "deny"\npriority = 1\ndeny_message = "never"'),
  ].join('')
  expect(outcomes(await readGeminiPolicy(policy))).toEqual([
    ['mapped', 'tools.exec.allow={"command":"git log","asWritten":true}'],
    ['mapped', 'tools.exec.allow={"command":"git diff","asWritten":true}'],
    ['refused'],
    ['tightened'],
    ['tightened', 'tools.exec.deny=rm'],
    ['refused'],
    ['mapped', 'tools.deny=mcp__files__remove'],
  ])
})

test('openclaw: paths, names, arguments, and what a person has approved', () => {
  const entry = (pattern: string, more: object = {}) => ({ pattern, ...more })
  const document = {
    version: 1,
    socket: { path: '~/.openclaw/exec-approvals.sock', token: 'x' },
    defaults: { security: 'allowlist', ask: 'off', askFallback: 'full', autoAllowSkills: true },
    agents: {
      '*': {
        allowlist: [
          entry('/usr/bin/rg', { id: 'A', lastUsedAt: 1, lastResolvedPath: '/usr/bin/rg' }),
          entry('rg'),
          entry('**/bin/x'),
          entry('*'),
          entry('=command:0123'),
          entry('/usr/bin/git', { argPattern: '^(?:status|log -\\d+)$' }),
          entry('/usr/bin/git', { argPattern: 'status' }),
          entry('/usr/bin/git', { argPattern: '^status|log$' }),
          entry('/usr/bin/git', { argPattern: '^(a)\\1$' }),
          entry('/usr/bin/python3', { source: 'allow-always', argPattern: '^run\\.py\0--fast\0$' }),
          entry('/usr/bin/python3', { source: 'allow-always', argPattern: '^a b\0$' }),
          entry('/usr/bin/make', { source: 'allow-always', commandText: 'make all' }),
          entry('/usr/bin/make', { source: 'allow-always' }),
        ],
      },
      main: { security: 'full', allowlist: [entry('/usr/bin/jq')] },
    },
  }
  expect(outcomes(readOpenclaw(JSON.stringify(document)))).toEqual([
    ['mapped', 'tools.exec.security=allowlist'],
    ['mapped', 'tools.exec.askMode=off'],
    ['refused'],
    ['refused'],
    ['mapped', 'tools.exec.allow=/usr/bin/rg'],
    ['mapped', 'tools.exec.allow=rg'],
    ['refused'],
    ['refused'],
    ['refused'],
    ['mapped', 'tools.exec.allow={"command":"/usr/bin/git","args":"(?:status|log -\\\\d+)"}'],
    ['refused'],
    ['refused'],
    ['refused'],
    ['mapped', 'tools.exec.allow={"command":"/usr/bin/python3","args":"run\\\\.py --fast"}'],
    ['refused'],
    ['tightened', 'tools.exec.allow={"command":"/usr/bin/make","args":"all"}'],
    ['refused'],
    ['refused'],
    ['mapped', 'main:tools.exec.allow=/usr/bin/jq'],
  ])
})

test('opencode: of the entries that fit, the last decides', () => {
  const read = (config: object) => outcomes(readOpencode(JSON.stringify(config), 'opencode.json'))
  const bash = { '*': 'ask', 'git *': 'allow', 'git push *': 'deny', 'npm run ?x': 'allow', 'ls*': 'allow' }
  expect(read({ permission: { bash } })).toEqual([
    ['tightened'],
    ['mapped', 'tools.exec.allow=git'],
    ['mapped', 'tools.exec.deny=git push'],
    ['refused'],
    ['tightened', 'tools.exec.allow=ls'],
  ])
  expect(read({ permission: { bash: { 'git *': 'allow', '*': 'ask' } } })).toEqual([['refused'], ['tightened']])
  expect(read({ permission: { bash: { 'git *': 'allow' }, '*': 'deny' } })).toEqual([['refused'], ['refused']])
  expect(read({ permission: 'allow' })).toEqual([['refused']])
  expect(
    read({
      permission: {
        edit: { '*': 'deny', 'docs/*.mdx': 'allow' },
        read: { '*.env': 'deny' },
        external_directory: { '~/other/**': 'allow' },
        webfetch: { 'https://a.test/*': 'allow', 'https://b.test/*': 'deny' },
        doom_loop: 'deny',
      },
    }),
  ).toEqual([
    ['mapped', 'tools.deny=write_file', 'tools.deny=edit_file', 'tools.deny=apply_patch'],
    ['tightened', 'tools.fs.write.allow=docs/*.mdx'],
    ['mapped', 'tools.fs.read.deny=**.env'],
    ['tightened', 'tools.fs.read.allow=~/other/**'],
    ['refused'],
    ['tightened', 'tools.web.denyDomains=b.test'],
    ['mapped'],
  ])
  const agent = { review: { permission: { bash: { 'git *': 'deny', 'ls *': 'allow' } } } }
  expect(read({ agent })).toEqual([['tightened', 'tools.exec.deny=git'], ['refused']])
})

test('imported rules let nothing pass that the other agent would ask about', async () => {
  needsProgram('git')
  const scene = openScene()
  scene.configure({ tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off' } } })
  const settings = join(scene.root, 'settings.json')
  const allow = [
    'Bash(git:*)',
    'Bash(npm run test:*)',
    'Bash(git commit:*)',
    'Bash(touch a.txt)',
    'Bash(find . -name:*)',
  ]
  writeFileSync(settings, JSON.stringify({ permissions: { allow } }))
  const imported = await scene.run(['policy', 'import', 'claude-code', settings, '--write', '--json'])
  expect(imported.json().written).toBe(true)
  const twins = [
    'git -c core.pager=evil log',
    'git -c core.pager=evil commit',
    'git --exec-path=/tmp log',
    'GIT_PAGER=evil git log',
    'git log > /etc/x',
    'git log; curl https://evil.test',
    'git log $(curl https://evil.test)',
    './git log',
    'npm --prefix sub run test',
    'npm -C sub run test',
    'npm run testing',
    'npm run -s test',
    'touch a.txt b.txt',
    'touch b.txt',
    'touch -r a.txt b.txt',
    'find / -name x',
    'find . -type f -name x',
    'xargs git',
  ]
  const same = ['git add a.txt', 'npm run test', 'touch a.txt']
  const config = JSON.parse(readFileSync(join(scene.state, 'poundlock.json'), 'utf8')) as object
  const context = { cwd: scene.workspace, workspace: scene.workspace, home: scene.root }
  const rows = [...twins, ...same].map((command) =>
    JSON.stringify({ id: command, tool: 'exec', input: { command }, config, context }),
  )
  const checked = await scene.run(['check', '--jsonl', '-'], { input: `${rows.join('\n')}\n` })
  const decisions = new Map(checked.lines().map((row): [string, string] => [row.id, row.decision]))
  expect(twins.filter((command) => decisions.get(command) === 'allow')).toEqual([])
  expect(same.filter((command) => decisions.get(command) !== 'allow')).toEqual([])
})

test('what an agent means by one name does not become a pattern here', async () => {
  const folders = ['/home/*/x', '/x/[ab]', '/a/../b', '/', '~/data']
  expect(claude({ additionalDirectories: folders })).toEqual([
    ...folders.slice(0, 4).map(() => ['refused']),
    ['tightened', 'tools.fs.read.allow=~/data'],
  ])
  const roots = '[sandbox_workspace_write]\nwritable_roots = ["/tmp/*", "/x/..", "~/x"]'
  expect(outcomes(await readCodexConfig(roots))).toEqual([
    ['refused'],
    ['refused'],
    ['mapped', 'sandbox.writePaths=~/x'],
  ])
  expect(claude({ allow: ['WebFetch(domain:*)'] })).toEqual([['refused']])
})

test('openclaw: a pattern stands for the characters that it stands for there', () => {
  const args = (argPattern: string) => {
    const agents = { '*': { allowlist: [{ pattern: '/usr/bin/x', argPattern }] } }
    return outcomes(readOpenclaw(JSON.stringify({ version: 1, agents })))[0]
  }
  const line = String.raw`[^\\n\\r\\u2028\\u2029]`
  expect(args('^a.$')).toEqual(['mapped', `tools.exec.allow={"command":"/usr/bin/x","args":"a${line}"}`])
  // In a class, or behind a backslash, a dot is a dot.
  expect(args('^[.]\\.$')).toEqual(['mapped', 'tools.exec.allow={"command":"/usr/bin/x","args":"[.]\\\\."}'])
  expect(args('^\\\\.$')).toEqual(['mapped', `tools.exec.allow={"command":"/usr/bin/x","args":"\\\\\\\\${line}"}`])
  for (const other of ['^\\S+$', '^\\p{L}$', '^\\u{61}$', '^[\\S]$']) expect(args(other), other).toEqual(['refused'])
})

test('what agents deny elsewhere in their files is denied here too', () => {
  const sandbox = {
    enabled: true,
    excludedCommands: ['docker'],
    filesystem: { denyRead: ['~/.keys', '/etc/secret'], denyWrite: ['./out'], allowWrite: ['/y'] },
    network: { deniedDomains: ['evil.test'], allowedDomains: ['*'] },
  }
  expect(outcomes(readClaudeCode(JSON.stringify({ sandbox }), 'settings.json'))).toEqual([
    ['mapped', 'tools.fs.read.deny=~/.keys'],
    ['mapped', 'tools.fs.read.deny=/etc/secret'],
    ['mapped', 'tools.fs.write.deny=out'],
    ['tightened', 'tools.web.denyDomains=evil.test'],
    ['refused'],
  ])
  expect(claude({ allow: ['Bash(rm:*)'], deny: ['Bash(FORCE=1 rm:*)'] })).toEqual([
    ['mapped', 'tools.exec.allow=rm'],
    ['tightened', 'tools.exec.deny=rm'],
  ])
  const off = { tools: { bash: false, write: true, 'my_*': false }, permission: { bash: { 'git *': 'allow' } } }
  expect(outcomes(readOpencode(JSON.stringify(off), 'opencode.json'))).toEqual([
    ['refused'],
    ['mapped', 'tools.deny=exec'],
    ['refused'],
  ])
  const servers = {
    mcp: { excluded: ['evil'], allowed: ['files'] },
    mcpServers: { files: { command: 'x', excludeTools: ['remove'], includeTools: ['read'] } },
  }
  expect(outcomes(readGeminiSettings(JSON.stringify(servers), 'settings.json'))).toEqual([
    ['mapped', 'tools.deny=mcp__evil__*'],
    ['refused'],
    ['mapped', 'tools.deny=mcp__files__remove'],
    ['refused'],
  ])
})

test('nothing is written without a yes, and twice the same changes nothing', async () => {
  const scene = openScene()
  const before = '{\n  // Mine.\n  "tools": { "exec": { "ask": "always", "allow": ["ls"] } }\n}\n'
  scene.configure(before)
  const own = join(scene.state, 'poundlock.json')
  const settings = join(scene.root, 'settings.json')
  const permissions = { allow: ['Bash(ls:*)', 'Bash(cat:*)'], ask: ['Bash(git push:*)'], deny: ['Read(.env)'] }
  writeFileSync(settings, JSON.stringify({ permissions }))
  const shown = await scene.run(['policy', 'import', 'claude-code', settings])
  expect(shown.code).toBe(0)
  expect(shown.stdout).toContain('nothing was written')
  expect(readFileSync(own, 'utf8')).toBe(before)
  await scene.run(['policy', 'import', 'claude-code', settings, '--write'])
  const after = readFileSync(own, 'utf8')
  expect(after).toContain('// Mine.')
  expect(JSON.parse(after.replace(/\/\/.*/, '')).tools.exec).toEqual({
    askMode: 'always',
    allow: ['ls', 'cat'],
    ask: ['git push'],
  })
  const again = await scene.run(['policy', 'import', 'claude-code', settings, '--write'])
  expect(again.stdout).toContain('nothing has to be written')
  expect(readFileSync(own, 'utf8')).toBe(after)
})

test('the rules of a project go into the file of the project', async () => {
  const scene = openScene()
  writeFileSync(join(scene.workspace, 'opencode.json'), '{ "permission": { "bash": { "rm *": "deny" } } }')
  const ran = await scene.run(['policy', 'import', 'opencode', 'opencode.json', '--json'])
  expect(ran.json()).toMatchObject({ config: join(scene.workspace, '.poundlock', 'poundlock.json'), written: false })
  writeFileSync(join(scene.workspace, 'opencode.json'), '{ "permission": ')
  const broken = await scene.run(['policy', 'import', 'opencode', 'opencode.json'])
  expect(broken.code).toBe(2)
  expect(broken.stderr).toContain('opencode.json:1:')
})

test('denials and questions are exported in the format of each agent, and come back as they were', async () => {
  const scene = openScene()
  scene.configure({
    tools: {
      exec: { allow: ['git log'], ask: ['git push'], deny: [{ command: 'rm -rf', reason: 'never' }, '/usr/bin/*'] },
      fs: { read: { deny: ['**/.env', '/etc/passwd'] } },
      web: { denyDomains: ['evil.test'] },
    },
  })
  const exported = async (agent: string) => (await scene.run(['policy', 'export', agent, '--json'])).json()
  const claudeCode = await exported('claude-code')
  expect(JSON.parse(claudeCode.text).permissions).toEqual({
    ask: ['Bash(git push:*)'],
    deny: ['Bash(rm -rf:*)', 'Read(./**/.env)', 'Read(//etc/passwd)', 'WebFetch(domain:evil.test)'],
  })
  expect(claudeCode).toMatchObject({ allowRulesLeftOut: 1, left: [{ rule: { subject: { words: ['/usr/bin/*'] } } }] })
  expect(outcomes(readClaudeCode(claudeCode.text, 'x'))).toEqual([
    ['mapped', 'tools.exec.ask=git push'],
    ['mapped', 'tools.exec.deny=rm -rf'],
    ['mapped', 'tools.fs.read.deny=**/.env'],
    ['mapped', 'tools.fs.read.deny=/etc/passwd'],
    ['tightened', 'tools.web.denyDomains=evil.test'],
  ])
  const codex = await exported('codex')
  expect(outcomes(readCodexRules(codex.text))).toEqual([
    ['mapped', 'tools.exec.deny={"command":"rm -rf","reason":"never"}'],
    ['mapped', 'tools.exec.ask=git push'],
  ])
  expect(outcomes(await readGeminiPolicy((await exported('gemini')).text))).toHaveLength(2)
  expect(outcomes(readOpencode((await exported('opencode')).text, 'x'))).toContainEqual([
    'mapped',
    'tools.exec.deny=rm -rf',
  ])
})
