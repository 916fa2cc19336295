import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askHook } from '../../src/hooks/ask-hook.ts'
import { commandHook, type HookCall, type HookEvent } from '../../src/index.ts'

const CALL: HookCall = {
  event: 'before',
  callId: 'call_1',
  tool: 'exec',
  input: { command: 'ls' },
  agent: 'main',
  session: 'main',
  workspace: '/w',
  cwd: '/w/src',
}

function hook(command: string, event: HookEvent = 'before', timeoutMs?: number) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-hook-')))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const environment = { PATH: '/usr/bin:/bin' }
  const made = commandHook({
    name: 'guard',
    event,
    command,
    cwd,
    environment,
    shell: '/bin/bash',
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  return { cwd, ask: (call: Partial<HookCall> = {}) => askHook(made, { ...CALL, event, ...call }, undefined) }
}

test('a command is told of the call on standard input, in its own folder and environment', async () => {
  const { cwd, ask } = hook('cat >told; env | cut -d= -f1 | sort >names; pwd >here')
  expect(await ask()).toEqual({ decision: 'allow', reason: '' })
  expect(JSON.parse(readFileSync(join(cwd, 'told'), 'utf8'))).toEqual({
    hook_event_name: 'PreToolUse',
    session_id: 'main',
    agent: 'main',
    cwd: '/w/src',
    workspace: '/w',
    tool_name: 'exec',
    tool_input: { command: 'ls' },
    tool_use_id: 'call_1',
  })
  expect(readFileSync(join(cwd, 'here'), 'utf8').trim()).toBe(cwd)
  expect(
    readFileSync(join(cwd, 'names'), 'utf8')
      .split('\n')
      .filter((name) => !/^(?:PWD|SHLVL|_|)$/.test(name)),
  ).toEqual(['PATH'])
})

test.each<[string, string, object]>([
  ['exit code 0 is no objection', 'true', { decision: 'allow' }],
  ['text that is no JSON says nothing', 'echo fine', { decision: 'allow' }],
  [
    'exit code 2 denies, with the reason from standard error',
    'echo "not today" >&2; exit 2',
    { decision: 'deny', reason: 'not today' },
  ],
  ['exit code 2 without words denies', 'exit 2', { decision: 'deny', reason: 'it gave no reason' }],
  [
    'exit code 2 takes the reason of its answer',
    `echo '{"reason":"r"}'; echo e >&2; exit 2`,
    { decision: 'deny', reason: 'r' },
  ],
  ['exit code 2 with an answer that allows denies', `echo '{"decision":"allow"}'; exit 2`, { decision: 'deny' }],
  [
    'any other exit code denies',
    'echo oops >&2; exit 1',
    { decision: 'deny', reason: 'it ended with the exit code 1, where 0 allows and 2 denies: oops' },
  ],
  [
    'a program that is not there denies',
    '/no/such/program',
    { decision: 'deny', reason: expect.stringMatching(/exit code 127/) },
  ],
  ['a signal denies', 'kill -KILL $$', { decision: 'deny', reason: 'it failed: it was terminated by SIGKILL' }],
  ['a question', `echo '{"decision":"ask","reason":"sure?"}'`, { decision: 'ask', reason: 'sure?' }],
  ['a no', `echo '{"decision":"deny","reason":"n"}'`, { decision: 'deny', reason: 'n' }],
  ['a no in other words', `echo '{"decision":"block","reason":"n"}'`, { decision: 'deny', reason: 'n' }],
  ['an end', `echo '{"continue":false,"stopReason":"enough"}'`, { decision: 'deny', reason: 'enough' }],
  [
    'another input',
    `echo '{"input":{"command":"pwd"}}'`,
    { decision: 'allow', rewritten: { input: { command: 'pwd' } } },
  ],
  ['an empty input', `echo '{"input":{}}'`, { rewritten: { input: {} } }],
  ['a note', `echo '{"note":"be quick"}'`, { decision: 'allow', note: 'be quick' }],
  [
    'the answer of a hook for another agent',
    `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"r","updatedInput":{"command":"pwd"},"additionalContext":"c"}}'`,
    { decision: 'ask', reason: 'r', rewritten: { input: { command: 'pwd' } }, note: 'c' },
  ],
  [
    'of two decisions the stricter',
    `echo '{"decision":"approve","hookSpecificOutput":{"permissionDecision":"deny"}}'`,
    { decision: 'deny' },
  ],
  [
    'broken JSON denies',
    `echo '{"decision":'`,
    { decision: 'deny', reason: expect.stringMatching(/is not valid JSON/) },
  ],
  ...[
    `echo checking; echo "{'decision': 'deny'}"`,
    `echo checking; echo "{ decision: 'deny', reason: 'no' }"`,
    `echo 'decision: deny'`,
    `echo 'decision = "deny"'`,
    `printf '\\033[1;39m{\\033[34;1m"decision"\\033[0m\\033[1;39m:"deny"}'`,
    `printf '{"decision":"deny"}' | iconv -f UTF-8 -t UTF-16`,
  ].map((command): [string, string, object] => [
    `an answer that is no JSON denies: ${command}`,
    command,
    { decision: 'deny', reason: expect.stringMatching(/one JSON object/) },
  ]),
  ...['echo the decision is yours', 'echo input ok, continue', 'echo a/decision-log.md: 3 lines', 'date +%T'].map(
    (command): [string, string, object] => [`words say nothing: ${command}`, command, { decision: 'allow' }],
  ),
  [
    'an unknown key denies',
    `echo '{"decison":"deny"}'`,
    { decision: 'deny', reason: expect.stringMatching(/unknown key "decison"; known: decision/) },
  ],
  [
    'an unknown decision denies',
    `echo '{"decision":"yes"}'`,
    { decision: 'deny', reason: expect.stringMatching(/the decision "yes"/) },
  ],
  ['a value of another kind denies', `echo '{"input":"ls"}'`, { decision: 'deny', reason: 'its input is no object' }],
  ['an own name of every object is no decision', `echo '{"decision":"constructor"}'`, { decision: 'deny' }],
  [
    'too much output denies',
    `head -c 1500000 /dev/zero | tr '\\0' x`,
    { decision: 'deny', reason: expect.stringMatching(/more than/) },
  ],
])('%s', async (_, command, expected) => {
  expect(await hook(command).ask()).toMatchObject(expected)
})

test('a command that does not read what it is told is no failure', async () => {
  expect(await hook('exec 0<&-; true').ask({ input: { command: 'x'.repeat(1_000_000) } })).toMatchObject({
    decision: 'allow',
  })
})

test('one that takes too long has denied, and is ended with all that it started', async () => {
  const { cwd, ask } = hook('sleep 600 & echo $! >pid; wait', 'before', 200)
  expect(await ask()).toEqual({ decision: 'deny', reason: 'it did not answer within 200 ms' })
  const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'))
  await expect.poll(() => isRunning(pid)).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('after a call it is told the result', async () => {
  const { cwd, ask } = hook('cat >told', 'after-failure')
  await ask({ result: { message: 'exit_code:3', text: 'out', exitCode: 3 } })
  expect(JSON.parse(readFileSync(join(cwd, 'told'), 'utf8'))).toMatchObject({
    hook_event_name: 'PostToolUseFailure',
    tool_response: { message: 'exit_code:3', text: 'out', exitCode: 3 },
  })
})
