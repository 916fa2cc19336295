import { expect, test } from 'vitest'
import { planCommand } from '../../src/index.ts'

/** The commands of the plan that rules can deny, by their words. */
const planned = (line: string) => {
  const { plan } = planCommand(line, { cwd: '/w', home: '/home/u', findExecutable: (name) => `/usr/bin/${name}` })
  return plan.commands.map(({ argv, passive }) => `${argv.join(' ')}${passive === true ? ' (only starts)' : ''}`)
}

test.each([
  ["echo 'rm x' | sh", 'rm x'],
  ["printf '%s\\n' 'rm x' | bash", 'rm x'],
  ["cat <<'E' | bash\nrm x\nE", 'rm x'],
  ["echo 'rm x' | sudo sh", 'rm x'],
  ["echo '* * * * * rm x' | crontab -", 'rm x'],
  ["git submodule foreach 'rm x'", 'rm x'],
  ["git -c core.pager='rm x' log", 'rm x'],
  ["git -c alias.y='!rm x' y", 'rm x'],
  ["git rebase --exec 'rm x' main", 'rm x'],
  ["git filter-branch --tree-filter 'rm x' HEAD", 'rm x'],
  ["tar cf a --checkpoint-action=exec='rm x' b", 'rm x'],
  ["rsync -e 'rm x' a b:", 'rm x'],
  ["ssh -o ProxyCommand='rm x' host", 'rm x'],
  ["vim +'!rm x' a", 'rm x'],
  [`python3 -c 'import os; os.system("rm x")'`, 'rm x'],
  [`awk 'BEGIN { system("rm x") }'`, 'rm x'],
  ["make SHELL='rm x'", 'rm x'],
  ['git -c alias.y=push y', 'git push'],
  ['git-push origin', 'git push origin'],
  ['/usr/lib/git-core/git-push origin', 'git push origin'],
  ["GIT_PAGER='rm x' git log", 'rm x'],
  ["env GIT_EXTERNAL_DIFF='rm x' git diff", 'rm x'],
  ["LESSOPEN='|rm x' less a", 'rm x'],
  ["psql -c '\\! rm x'", 'rm x'],
  ["mysql -e 'system rm x'", 'rm x'],
  ['bash -x scripts/x.sh', '/w/scripts/x.sh'],
  ['bash -o pipefail ./x', '/w/x'],
  ['bash -e scripts/x.sh', '/w/scripts/x.sh'],
  ['. scripts/x.sh', '/w/scripts/x.sh'],
  ['cd scripts && source x.sh', '/w/scripts/x.sh'],
  ['python3 -X dev tools/x.py', '/w/tools/x.py'],
])('%s names a command that rules can deny', (line, inner) => {
  expect(planned(line)).toContain(`${inner} (only starts)`)
})

test('words behind a script and its option are arguments', () => {
  expect(planned('bash -x scripts/x.sh a b ./rm')).not.toContain('/w/rm (only starts)')
})

test.each(["echo 'rm x' | cat", "git commit -m 'rm x'", "git -c user.name='rm x' log", "python3 -c 'print(1)'"])(
  '%s names none',
  (line) => {
    expect(planned(line).filter((words) => words.startsWith('rm'))).toEqual([])
  },
)
