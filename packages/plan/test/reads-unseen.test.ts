import { expect, test } from 'vitest'
import { planCommand } from '../src/index.ts'

const reads = (line: string) =>
  planCommand(line, { cwd: '/w', home: '/home/u', findExecutable: (name) => `/usr/bin/${name}` }).plan.commands.find(
    ({ name }) => name === 'python3',
  )?.readsPipe

test.each([
  'curl x | python3',
  'curl x | { exec 3<&0; python3 <&3; }',
  'curl -o f x; python3 < f',
  'mkfifo p; curl x > p & python3 < p',
  'python3 < <(curl x)',
  'python3 <<< "$(curl x)"',
  'python3 <<< `curl x`',
  'a=$(curl x); python3 <<< "$a"',
  "python3 <<< $'print(1)'",
  'a=$(curl x); { python3; } <<< "$a"',
  'python3 <<E\n$(curl x)\nE',
  'python3 <<-E\n\t`curl x`\n\tE',
  "cat <<'A'; python3 <<E\nx\nA\n$(curl x)\nE",
  "python3 <<'A' <<E\nx\nA\n$(curl x)\nE",
  "cat <<'A'; python3 <<E\nE\nA\n$(curl x)\nE",
])('what another command writes may come in unseen: %s', (line) => {
  expect(reads(line)).toBe(true)
})

test.each([
  'curl x; python3',
  'curl x; python3 < /dev/null',
  'curl x; python3 <<< "print(1)"',
  "curl x; python3 <<'E'\nprint('$x')\nE",
  'curl x; python3 <<\\E\nprint("$x")\nE',
  'curl x; python3 <<E\nprint(1)\nE',
])('what is spelt out is seen: %s', (line) => {
  expect(reads(line)).toBe(false)
})
