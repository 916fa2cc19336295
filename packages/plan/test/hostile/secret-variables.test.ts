import { expect, test } from 'vitest'
import { answerTo } from './answer-to.ts'

test.each([
  'echo "$GITHUB_TOKEN"',
  'echo $AWS_SECRET_ACCESS_KEY',
  'printf %s "${OPENAI_API_KEY}"',
  'echo ${PGPASSWORD:0:4}',
  'echo ${GITHUB_TOKEN@Q}',
  'echo ${NPM_TOKEN:-none}',
  'echo "x${STRIPE_KEY#sk_}"',
  'cat <<< "$GITHUB_TOKEN"',
  'head -c 9 <<< $GITHUB_TOKEN',
  'cat <<EOF\n$GITHUB_TOKEN\nEOF',
  'X=$GITHUB_TOKEN; echo "$X"',
  'export X=$GITHUB_TOKEN && echo $X',
  'for x in $GITHUB_TOKEN; do echo $x; done',
  'GITHUB_TOKEN=x echo $GITHUB_TOKEN',
  "bash -c 'echo $GITHUB_TOKEN'",
  'sh -c "echo \\$GITHUB_TOKEN"',
  'echo $GITHUB_\\\nTOKEN',
  'n=GITHUB_TOKEN; echo ${!n}',
  'declare -n n=GITHUB_TOKEN; echo $n',
  'echo $((GITHUB_TOKEN))',
  '[[ GITHUB_TOKEN -eq 1 ]]',
  'x=1; echo ${x:GITHUB_TOKEN}',
  'let x=GITHUB_TOKEN',
  'echo $=GITHUB_TOKEN ${^GITHUB_TOKEN}',
  'n=GITHUB_TOKEN; echo ${(P)n}',
  'echo "$(echo $GITHUB_TOKEN)"',
  'ls "$GITHUB_TOKEN"',
  'echo $GITHUB_TOKEN > notes.txt',
  'echo "$SSH_PRIVATE_KEY" | base64',
  'date "+$DB_PASS"',
  'test "$GITHUB_TOKEN" = x || echo "$GITHUB_TOKEN"',
  'exit $GITHUB_TOKEN',
  'return $GITHUB_TOKEN',
  'shift $GITHUB_TOKEN',
  'type $GITHUB_TOKEN',
  'command -v $GITHUB_TOKEN',
  'set -x; true $GITHUB_TOKEN',
  'set -x; : $GITHUB_TOKEN',
  ': ${X:=$GITHUB_TOKEN}; echo $X',
  'read X <<< "$GITHUB_TOKEN"; echo $X',
  'f() { echo $1; }; f "$GITHUB_TOKEN"',
  'awk \'BEGIN { print ENVIRON["GITHUB_TOKEN"] }\'',
  "jq -n '$ENV.GITHUB_TOKEN'",
  'jq -n env.GITHUB_TOKEN',
  'envsubst < notes.md',
  'export',
  'readonly',
  'typeset -p',
  'compgen -e',
  'cat /proc/self/environ',
  'xargs -0 < /proc/self/environ',
  'grep -a . /proc/$$/environ',
])('a secret of the environment is shown to no model without an answer: %j', (line) =>
  expect(answerTo(line)).toBe('ask'),
)

test.each([
  'echo "$HOME" $PATH $?',
  'echo ${GITHUB_TOKEN:+set}',
  'echo ${GITHUB_TOKEN+set} ${#GITHUB_TOKEN}',
  'grep -n GITHUB_TOKEN a.ts',
  'grep -n "API_KEY" a.ts | head -5',
  'for key in a b; do echo $key; done',
  'token=x; echo $token',
  'echo $MONKEY $KEYBOARD $PATTERN',
  '[[ -f a ]] && echo yes',
])('what says no secret needs none: %j', (line) => expect(answerTo(line)).toBe('allow'))

test('under a rule for the program that gets it, the rest of the line needs no answer', () => {
  const line = 'cd src && gh api -H "x: $API_TOKEN" repos/o/r | head -5'
  expect(answerTo(line, { rules: ['gh api'] })).toBe('allow')
  expect(answerTo(`${line}; echo $API_TOKEN`, { rules: ['gh api'] })).toBe('ask')
})

test('a long line of names and brackets takes no time that a person notices', () => {
  for (const part of ['TOKEN', '${', '$A_TOKEN ', 'echo $TOKEN;', '$((', '${x:', 'declare -'])
    expect(answerTo(`echo ${part.repeat(20_000)}`)).not.toBe('allow')
})
