import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPolicy, type ExecLayer, type PolicyLayer } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { inspectRepository, planCommand, type PlanOptions } from '../src/index.ts'

const HOME = '/home/u'

interface Place {
  readonly exec?: ExecLayer
  readonly layer?: Partial<PolicyLayer>
  readonly cwd?: string
  readonly plan?: Partial<PlanOptions>
  readonly readable?: readonly string[]
}

/** Decides a line on an uncontained host whose allowlist is empty. */
function decide(line: string, { exec = {}, layer = {}, cwd = '/w', plan = {}, readable = [] }: Place = {}) {
  const findExecutable = (name: string) => (name.includes('/') ? join(cwd, name) : `/usr/bin/${name}`)
  const policy = createPolicy(
    [
      {
        name: 'user',
        mayLoosen: true,
        exec: { host: 'gateway', security: 'allowlist', ask: 'on-miss', proven: 'write', ...exec },
        ...layer,
      },
    ],
    { home: HOME, commands: commandEvaluator },
  )
  return policy.decide({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    context: { agent: 'main', session: 'main', home: HOME, interactive: true, workspace: cwd, cwd, readable },
    plan: planCommand(line, { cwd, home: HOME, findExecutable, ...plan }).plan,
  })
}
const answerTo = (line: string, place?: Place) => decide(line, place).decision

const READS = [
  'ls -la src',
  'ls missing 2>/dev/null || true',
  'cat a.txt 2>&1 | head -3',
  'cat README.md',
  'head -50 src/a.ts',
  'grep -n TODO src/a.ts | head -5',
  'git log --oneline -5',
  'git diff HEAD~1 --stat',
  'git status --short',
  'git show HEAD:src/a.ts | tail -20',
  'git diff',
  'git log -p -3',
  'git grep -n TODO',
  "sed -n '10,40p' src/a.ts",
  'wc -l src/a.ts src/b.ts',
  'sort names.txt | uniq -c',
  'cd src && ls',
  'env LC_ALL=C sort names.txt',
  'test -f package.json && cat package.json',
  'cat .env.example',
  'cat ~/../../w/README.md',
  'git remote',
]
const WRITES = [
  "sed -i 's/a/b/' src/a.ts",
  'mkdir -p src/new',
  'touch src/new.ts',
  "cat > notes.md <<'EOF'\nhello\nEOF",
  'sort -o sorted.txt names.txt',
  'echo x | tee out.txt',
  'git branch next && git tag v1',
  'chmod +x run.sh',
]
/** Each next to one of the above, and each does more. */
const MORE = [
  'cat .env',
  'cat config/.env.local',
  'cat < .env',
  'head -1 < ~/.ssh/id_rsa',
  'echo "$(<.env)"',
  'while read -r line; do echo "$line"; done < .env',
  'echo x > .env',
  'git show HEAD:.env',
  'git diff HEAD -- config/.env',
  'git grep --untracked KEY',
  'git diff --no-index /dev/null .env',
  'head -1 ~/.ssh/id_rsa',
  'cat ../.ssh/id_ed25519',
  'cat deploy/server.key',
  'cat config/credentials.json',
  'cp .env notes.txt',
  'cp notes.txt .env',
  'sed -n 1p secrets/token',
  'cat /proc/self/environ',
  'cat /etc/passwd',
  'ls /root',
  'grep -r password .',
  'cat *',
  'cat .e*',
  'find . -name "*.ts" -exec cat {} +',
  'find . -delete',
  'rm src/a.ts',
  'git push',
  'git fetch',
  'git commit --no-verify -m x',
  'git branch -f main HEAD~3',
  'git branch -M other',
  'git tag -f v1',
  'git update-ref -d refs/heads/main',
  'git symbolic-ref -d HEAD',
  'git reset HEAD~1',
  'git sparse-checkout set src',
  'git config --list',
  'git remote -v',
  'git remote get-url origin',
  'git config --get remote.origin.url',
  'cat .git/config',
  'cat .git/worktrees/x/config.worktree .git/modules/x/config',
  'git config http.extraheader',
  'git config --get-regexp .',
  'crontab -l',
  'chmod 777 a',
  'chmod u+s a',
  'chmod o+w a',
  'dd if=/dev/zero of=a',
  'git clean -fdx',
  'git reset --hard',
  'git diff --output=.git/hooks/post-checkout',
  'git -c core.pager=./x log',
  'cp x .git/hooks/pre-commit',
  'cp x .github/workflows/ci.yml',
  'cp -r evil .',
  'mkdir -p .git/hooks',
  'touch ../x',
  'echo x > ../x',
  'tee ~/.bashrc',
  'sed -i s/a/b/ .vscode/tasks.json',
  'sed -n "1e touch x" src/a.ts',
  'awk \'BEGIN { system("id") }\'',
  'sort --compress-program=./x names.txt',
  'env GIT_DIR=/x git log',
  'PATH=. ls',
  'LD_PRELOAD=./x.so ls',
  'GIT_PAGER=./x git log',
  './ls',
  'bin/cat README.md',
  'cat "$FILE"',
  'cat $(git ls-files)',
  'ls | xargs cat',
  'printenv',
  'env',
  'export -p',
  'curl https://example.org',
  'python3 -c 1',
  'bash -c "cat .env"',
  'kill 1',
  'chmod -R 777 .',
  'ln -s /etc out',
  'tar -xf a.tar',
  'rm -f /dev/null',
  'ls() { rm -rf src; }; ls',
  'alias ls=./x; ls',
]

describe('on an uncontained host, proven work needs no rule', () => {
  test.each(READS)('to read in the workspace: %s', (line) => {
    const { decision, trace } = decide(line, { exec: { proven: 'read' } })
    expect(decision).toBe('allow')
    expect(trace.map(({ code }) => code)).toContain('RULE_PROVEN')
  })
  test.each(WRITES)('to write single files of the workspace: %s', (line) => {
    expect(answerTo(line)).toBe('allow')
    expect(answerTo(line, { exec: { proven: 'read' } })).toBe('ask')
  })
  test.each([...READS, ...WRITES])('not where it is off: %s', (line) => {
    expect(answerTo(line, { exec: { proven: 'off' } })).toBe('ask')
  })
  test.each(MORE)('and what does more is asked about: %s', (line) => {
    expect(answerTo(line)).toBe('ask')
  })
})

describe('what is stricter wins', () => {
  const LINE = 'cat README.md'
  test.each<readonly [string, Place, string]>([
    ['ask: always', { exec: { ask: 'always' } }, 'ask'],
    ['ask: off refuses every miss', { exec: { ask: 'off' } }, 'deny'],
    ['security: deny', { exec: { security: 'deny' } }, 'deny'],
    ['the mode prompt', { layer: { mode: 'prompt' } }, 'ask'],
    ['an ask rule', { exec: { askRules: ['cat'] } }, 'ask'],
    ['a deny rule', { exec: { denyRules: ['cat'] } }, 'deny'],
    ['a rule on files', { layer: { files: { read: { deny: ['README.md'] } } } }, 'deny'],
  ])('%s', (_, place, expected) => {
    expect(answerTo(LINE, place)).toBe(expected)
  })
  test('the mode read-only lets nothing write', () => {
    expect(answerTo(LINE, { layer: { mode: 'read-only' } })).toBe('allow')
    expect(answerTo('touch x', { layer: { mode: 'read-only' } })).toBe('deny')
  })
  test('a program that is not the system’s own needs a rule, whatever its name', () => {
    for (const resolved of ['/home/u/bin/cat', '/w/node_modules/.bin/cat', '/tmp/cat', '/usr/bin/../../tmp/cat'])
      expect(answerTo(LINE, { plan: { findExecutable: () => resolved } })).toBe('ask')
  })
})

describe('folders beside the workspace', () => {
  const place = { readable: ['/other'] }
  test.each(['cat /other/a.ts', 'grep -n x ../other/src/a.ts', 'cd /other && ls', 'git -C /other log --oneline'])(
    'are read where the host says so: %s',
    (line) => {
      expect(answerTo(line, place)).toBe('allow')
      expect(answerTo(line)).toBe('ask')
    },
  )
  test.each([
    'cat /other/.env',
    'cat /other/.git/config',
    'cat /other2/a.ts',
    'cat /other/../etc/passwd',
    'touch /other/a.ts',
    'rm /other/a.ts',
    'cp a.ts /other/a.ts',
    'sed -i s/a/b/ /other/a.ts',
    'cd /other && touch a.ts',
    'git -C /other commit -m x',
    'git -C /other add a.ts',
    'echo x > /other/a.ts',
  ])('without their secrets, and nothing is written there: %s', (line) => {
    expect(answerTo(line, place)).toBe('ask')
  })
})

describe('what lies in a folder is looked at', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'proven-')))
  afterAll(() => rmSync(folder, { recursive: true }))
  const outside = join(folder, 'outside')
  const workspace = (name: string, files: readonly string[], links: Readonly<Record<string, string>> = {}) => {
    const cwd = join(folder, name)
    for (const file of files) {
      mkdirSync(join(cwd, file, '..'), { recursive: true })
      writeFileSync(join(cwd, file), 'x\n')
    }
    for (const [link, target] of Object.entries(links)) symlinkSync(target, join(cwd, link))
    return { cwd, plan: { inspectRepository } }
  }
  mkdirSync(outside)
  writeFileSync(join(outside, 'other'), 'x\n')
  const plain = workspace('plain', ['src/a.ts', 'b.ts', 'node_modules/tls/test/key.pem'])
  const secret = workspace('secret', ['src/a.ts', 'b.ts', 'config/.env', 'x.pem'])
  const linked = workspace('linked', ['src/a.ts'], { link: outside, 'a.txt': join(outside, 'other') })

  test('a folder that a line moves to first is entered where it is there', () => {
    for (const line of ['cd src; cat a.ts', 'cd src && head a.ts | wc -l; grep -n x a.ts', 'cd src\necho x > new.ts']) {
      expect([line, answerTo(line, plain)]).toEqual([line, 'allow'])
      expect([line, answerTo(line.replace('src', 'missing'), plain)]).toEqual([line, 'ask'])
    }
    for (const line of [
      'mv src old; cd src; cat a.ts',
      'rm -r src; cd src; cat a.ts',
      'cd src; cat ../../outside/other',
    ])
      expect([line, answerTo(line, plain)]).toEqual([line, 'ask'])
  })
  test('settings of git that hold passwords are secrets', () => {
    const settings = (name: string, text: string) => {
      const place = workspace(name, ['.git/config', 'a.ts'])
      writeFileSync(join(place.cwd, '.git/config'), text)
      return place
    }
    const open = settings(
      'open',
      '[remote "origin"]\n\turl = https://example.org/a.git\n\tpushurl = ssh://git@example.org/a\n',
    )
    const SHOW_ADDRESSES = ['git remote -v', 'git remote get-url --push origin', 'git -C . remote --verbose']
    vi.stubEnv('XDG_CONFIG_HOME', undefined)
    for (const line of ['cat .git/config', 'grep -rn x .', ...SHOW_ADDRESSES])
      expect(answerTo(line, open), line).toBe('allow')
    for (const line of [
      'git remote show origin',
      'git remote update',
      'git remote -v prune origin',
      'git config --list',
    ])
      expect(answerTo(line, open), line).toBe('ask')
    // The user's own settings say what addresses become, and so do files that they include, and those of other places.
    const user = workspace('user', ['.gitconfig', 'more'])
    const ofUser = { ...open, plan: { ...open.plan, home: user.cwd } }
    writeFileSync(join(user.cwd, '.gitconfig'), '[user]\n\tname = A\n[credential]\n\thelper = store\n')
    for (const line of SHOW_ADDRESSES) expect(answerTo(line, ofUser), line).toBe('allow')
    const instead = '[url "https://me:hunter2@example.org/"]\n\tinsteadOf = https://example.org/\n'
    writeFileSync(join(user.cwd, 'more'), instead)
    for (const text of [instead, '[include]\n\tpath = more\n', '[include]\n\tpath = ~other/more\n']) {
      writeFileSync(join(user.cwd, '.gitconfig'), text)
      for (const line of SHOW_ADDRESSES) expect(answerTo(line, ofUser), `${line} ${text}`).toBe('ask')
    }
    const older = workspace('older', ['.git/config', '.git/remotes/origin'])
    for (const line of SHOW_ADDRESSES) expect(answerTo(line, older), line).toBe('ask')
    vi.stubEnv('GIT_CONFIG_GLOBAL', '/elsewhere')
    for (const line of SHOW_ADDRESSES) expect(answerTo(line, open), line).toBe('ask')
    vi.unstubAllEnvs()
    const closed = [
      '[remote "origin"]\n\turl = https://x:hunter2@example.org/a.git\n',
      '[remote "origin"]\n\turl = https://hunter2@example.org/a.git\n',
      '[url "https://me:hunter2@example.org/"]\n\tinsteadOf = https://example.org/\n',
      '[http "https://example.org/"]\n\textraheader = AUTHORIZATION: basic aHVudGVyMg==\n',
      '[sendemail]\n\tsmtpPass = hunter2\n',
    ]
    for (const [at, text] of closed.entries()) {
      const place = settings(`closed-${at}`, text)
      if (!text.startsWith('[http') && !text.startsWith('[send'))
        for (const line of SHOW_ADDRESSES) expect(answerTo(line, place), `${line} ${text}`).toBe('ask')
      for (const line of ['cat .git/config', 'grep -rn x .', 'cat < .git/config', 'head -3 .git/con*'])
        expect(answerTo(line, place), `${line} ${text}`).toBe('ask')
    }
  })
  test.each(['grep -rn x .', 'cat *.ts', 'grep x src/*', 'rg x'])('%s', (line) => {
    expect(answerTo(line, plain)).toBe('allow')
  })
  test.each(['grep -rn x .', 'cat *', 'cat x.*', 'grep -r x config'])('with secrets among it: %s', (line) => {
    expect(answerTo(line, secret)).toBe('ask')
  })
  test.each(['cat *.ts', 'grep -r x src', 'ls -la', 'find . -name "*.pem"', 'ls config'])(
    'with secrets elsewhere, or only their names: %s',
    (line) => {
      expect(answerTo(line, secret)).toBe('allow')
    },
  )
  const FOUND = [
    'find . -type f | xargs cat',
    'find . -exec grep x {} +',
    'find . -name "*.ts" -exec head -1 {} \\;',
    'ls | xargs head -1',
    'find . | grep -v x | head -3 | xargs wc -l',
  ]
  test.each(FOUND)('names that the line finds there: %s', (line) => {
    expect(answerTo(line, plain)).toBe('allow')
    expect(answerTo(line, secret)).toBe('ask')
    expect(answerTo(line, linked)).toBe('ask')
  })
  test.each([
    'find src -type f | xargs cat',
    'find src -exec grep x {} +',
    'for f in a b; do grep x src/$f/*.ts; done',
    'for f in a b; do sed -n 1,3p src/$f.ts; done',
    'for f in src b; do head -1 $f.ts; done',
  ])('names that the line finds or has, beside secrets: %s', (line) => {
    expect(answerTo(line, secret)).toBe('allow')
  })
  test.each([
    'find .. -type f | xargs cat',
    'find / -name a.ts -exec cat {} +',
    'find src -type f | xargs rm',
    'find src -type f | xargs sed -i s/x/y/',
    'find src -exec tee {} +',
    'find src | sed s,src,config, | xargs cat',
    'find src -printf "config/.env\\n" | xargs cat',
    '(find src; echo config/.env) | xargs cat',
    'find src | xargs cat | xargs cat',
    'find src | xargs sh -c cat',
    'find src -exec sh -c "cat {}" \\;',
    'find src > list; cat list | xargs cat',
    'find config -type f | xargs cat',
    'find src -type f | xargs -I{} cat config/{}',
    'find src -type f | xargs cat config/.env',
    'for f in a config/.env; do cat $f; done',
    'for f in *; do cat $f; done',
    'for f in "a config/.env"; do cat $f; done',
    'IFS=x; for f in axconfig/.env; do cat $f; done',
    'for f in config; do cat $f/.env; done',
    'for f in config; do cat $f/.e*; done',
    'for f in b; do f=x.pem; cat $f; done',
    'for f in ..; do cat $f/outside/other; done',
    'for f in b.ts; do cat > $f.sh; sh $f.sh; done',
  ])('names of other places, other programs: %s', (line) => {
    expect(answerTo(line, secret)).toBe('ask')
  })
  test('names from the root are names too, and outside they are not in scope', () => {
    expect(answerTo(`gofmt -w ${plain.cwd}/b.ts`, plain)).toBe('allow')
    expect(answerTo(`gofmt -w ${outside}/other`, plain)).toBe('ask')
    expect(answerTo(`gofmt -d ${outside}/other`, plain)).toBe('ask')
    expect(answerTo('cd src && grep -n x *.ts', plain)).toBe('allow')
    expect(answerTo('cd src && grep -n x ../*', secret)).toBe('ask')
    // A name that was made before, or lies there, may be an option.
    const dashed = workspace('dashed', ['src/-fx.ts', 'src/a.ts'])
    expect(answerTo('cd src && grep -n x *.ts', dashed)).toBe('ask')
    for (const before of ['touch -- -f.ts', 'echo x > -f.ts', 'cp a.ts -- -f.ts', ': <> -f.ts', 'mv a.ts -- -f.ts'])
      expect(answerTo(`cd src && ${before} && grep -n x *.ts`, plain), before).toBe('ask')
  })
  test.each(['cp b.ts c.ts', 'cp b.ts src', 'cp -r b.ts src/new.ts', 'gofmt -w b.ts', 'git diff', 'cp src/a.ts .'])(
    'one file is written or shown: %s',
    (line) => {
      expect(answerTo(line, secret)).toBe('allow')
    },
  )
  test.each(['cp -r config src', 'cp x.pem src', 'cp config/.env src', 'gofmt -w .', 'cp b.ts *', 'cp -r src .'])(
    'more than that: %s',
    (line) => {
      expect(answerTo(line, secret)).toBe('ask')
    },
  )
  test.each([
    'cp src/a.ts link',
    'cp src/a.ts .',
    'cat a.txt',
    'grep -R x .',
    'cat link/other',
    'cp b.ts a.txt',
    'echo x | tee a.txt',
    'sed -i s/x/y/ a.txt',
  ])('through links that lead elsewhere: %s', (line) => {
    expect(answerTo(line, linked)).toBe('ask')
  })
})
