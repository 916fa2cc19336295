import { expect, test } from 'vitest'
import { planCommand } from '../../src/plan-command.ts'

const plan = (line: string) =>
  planCommand(line, { cwd: '/w', home: '/home/u', findExecutable: (name) => `/usr/bin/${name}` }).plan
const named = (line: string) => plan(line).commands.map(({ argv }) => argv.map((word) => word ?? '?').join(' '))

test.each([
  [String.raw`perl -e 'print qx{rm x}'`, 'rm x'],
  [String.raw`perl -e 'open my $f, "-|", "rm", "x"'`, 'rm x'],
  [`ruby -e '%x(rm x)'`, 'rm x'],
  [`python3 -c 'import subprocess; subprocess.Popen(["git", "push"])'`, 'git push'],
  [`python3 -c 'import os; os.spawnlp(os.P_WAIT, "rm", "rm", "x")'`, 'rm rm x'],
  ["bun -e 'await Bun.$`rm x`'", 'rm x'],
  [`deno eval 'new Deno.Command("rm", {args: ["x"]}).output()'`, 'rm x'],
  [`lua -e 'os.execute[[rm x]]'`, 'rm x'],
  [`awk 'BEGIN { print "" |& "rm x" }'`, 'rm x'],
  [`source /dev/stdin <<< 'rm x'`, 'rm x'],
  ["ed a <<'E'\n!rm x\nE", 'rm x'],
  [`printf '!rm x\\n' | ed a`, 'rm x'],
  [`cat <<< 'rm x' | sh`, 'rm x'],
  [`echo 'rm x' | tee a | bash`, 'rm x'],
  [`source <(echo rm x)`, 'rm x'],
  [`eval "$(echo rm x)"`, 'rm x'],
  ["make --eval 'a:; rm x' a", 'rm x'],
  ["make --eval='$(shell rm x)' a", 'rm x'],
  [`vim -c 'exe "!rm x"' a`, 'rm x'],
  ["git config alias.p 'push origin'", 'git push origin'],
  ["git config core.pager 'rm x'", 'rm x'],
  ["export GIT_PAGER='rm x'", 'rm x'],
  ["alias l='rm x'", 'rm x'],
  ['hash -p /bin/rm z', '/bin/rm'],
  ['jobs -x rm x', 'rm x'],
  ["mapfile -C 'rm x' -c 1 a < b", 'rm x'],
  ['npm explore a -- rm x', 'rm x'],
  ['nix run a -c rm x', 'rm x'],
  ["ls | xargs -I{} sh -c 'rm {}'", 'rm'],
  ["fd x -x sh -c 'rm {}'", 'rm {}'],
  ['set -- rm x; "$@"', 'rm x'],
  ['a=(rm x); "${a[@]}"', 'rm x'],
  ['for i in rm; do $i x; done', 'rm'],
  ['IFS=_; c=rm_x; $c', 'rm x'],
  [`read -r c <<< 'rm x'; $c`, 'rm x'],
])('a rule can deny what %s names', (line, expected) => {
  expect(named(line)).toContain(expected)
})

test.each(['python3 -c \'print("rm x")\'', 'echo "rm x"', 'grep \'system("rm x")\' a.c', 'git config user.name rm'])(
  '%s only speaks of it',
  (line) => {
    expect(named(line).some((command) => command.startsWith('rm'))).toBe(false)
  },
)

test('jobs is silent, and with -x it is not', () => {
  expect(plan('jobs -l').commands[0]?.passive).toBe(true)
  expect(plan('jobs -x touch x').commands[0]?.passive).toBeUndefined()
})
