/** The policy engine alone: rules and a request in, a decision with its reasons out. Nothing runs. */
import assert from 'node:assert/strict'
// #region decide
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'

const policy = createPolicy(
  [
    {
      name: 'my rules',
      mayLoosen: true,
      mode: 'workspace-write',
      exec: {
        host: 'gateway',
        security: 'allowlist',
        allowRules: ['git log', 'git status'],
        denyRules: [{ command: 'git push', reason: 'a person pushes' }],
      },
    },
  ],
  { home: '/home/me', commands: commandEvaluator },
)
// #endregion

// #region request
/** What is known of a command line: here one command, read by the caller. `@poundlock/shell` reads whole lines. */
function decide(...argv: readonly [string, ...string[]]) {
  const text = argv.join(' ')
  return policy.decide({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    plan: {
      text,
      refusal: null,
      complete: true,
      unresolved: [],
      commands: [
        {
          name: argv[0],
          argv,
          span: [0, text.length],
          resolved: `/usr/bin/${argv[0]}`,
          builtin: false,
          readsPipe: false,
          environment: [],
        },
      ],
      effects: [],
    },
    context: { agent: 'main', session: 'main', cwd: '/w', workspace: '/w', home: '/home/me', interactive: true },
  })
}
// #endregion

const allowed = decide('git', 'log', '--oneline')
const unknown = decide('make', 'install')
const denied = decide('git', 'push', '--force')
for (const { decision, commands, reasons, fix } of [allowed, unknown, denied]) {
  console.log(`${decision.padEnd(5)} ${commands[0]?.argv.join(' ')}`)
  console.log(`      ${reasons.map(({ message }) => message).join('; ')}`)
  for (const { message } of fix) console.log(`      fix: ${message}`)
}

assert.equal(allowed.decision, 'allow')
assert.equal(unknown.decision, 'ask')
assert.equal(denied.decision, 'deny')
assert.match(denied.reasons.map(({ message }) => message).join(), /a person pushes/u)
