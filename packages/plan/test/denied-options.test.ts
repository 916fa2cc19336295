import { createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { expect, test } from 'vitest'
import { planCommand } from '../src/index.ts'

type Rules = { readonly allow?: readonly string[]; readonly ask?: readonly string[]; readonly deny?: readonly string[] }

function decide(line: string, rules: Rules): string {
  const findExecutable = (name: string) => (name.includes('/') ? null : `/usr/bin/${name}`)
  const { plan } = planCommand(line, { cwd: '/w', home: '/home/u', findExecutable })
  const policy = createPolicy(
    { tools: { exec: { host: 'gateway', security: 'allowlist', allow: ['*'], ...rules } } },
    { home: '/home/u', commands: commandEvaluator },
  )
  const context = { agent: 'main', session: 'main', cwd: '/w', workspace: '/w', home: '/home/u', interactive: true }
  return policy.decide({ tool: 'exec', requiredPermission: 'danger-full-access', plan, context }).decision
}

test.each<[rule: string, lines: string[]]>([
  [
    'rm -rf',
    [
      'rm -rf x',
      'rm -fr x',
      'rm -Rf x',
      'rm -r -f x',
      'rm -f -R x',
      'rm -f x -r',
      'rm x -rf',
      'rm -rvf x',
      'rm --recursive --force x',
      'rm --recurs --forc x',
      'rm -r --force x',
      'rm -rf -- x',
      'timeout 5 rm -f -r x',
      "sh -c 'rm --force -R x'",
      'find . -exec rm -f -r {} +',
    ],
  ],
  ['rm --recursive --force', ['rm -rf x', 'rm -fR x', 'rm -r -f x']],
  ['rm -r -f build', ['rm -rf build', 'rm -f -r build', 'rm build --force -r']],
  ['rm -rf ~/x', ['rm -fr ~/x', 'rm -r -f /home/u/x']],
  ['git push --force', ['git push -f', 'git push origin main -f', 'git -C sub push -uf', 'git push --force origin']],
  ['git push -f', ['git push --force', 'git push -uf']],
  ['git branch -D', ['git branch -D x', 'git branch -d -f x', 'git branch --delete --force x', 'git branch -df x']],
  ['git clean -fd', ['git clean -df', 'git clean -d --force', 'git clean -x -d -f']],
  ['git commit --no-verify', ['git commit -n -m x', 'git commit -anm x', 'git commit -m x --no-verify']],
  ['git reset --hard', ['git reset --hard', 'git reset -q --hard', 'git reset HEAD~1 --hard']],
  ['chmod -R 777', ['chmod -R 777 x', 'chmod 777 -R x', 'chmod --recursive 777 x', 'chmod 777 x --recursive']],
  [
    'curl -X POST',
    [
      'curl -X POST https://a',
      'curl -XPOST https://a',
      'curl https://a --request POST',
      'curl --request=POST https://a',
    ],
  ],
  ['curl -k', ['curl --insecure https://a', 'curl -sk https://a', 'curl https://a -Lk']],
  ['sed -i', ['sed -i s/a/b/ x', 'sed --in-place s/a/b/ x', 'sed -n -i.bak p x', 'sed s/a/b/ x -i']],
  ['find -delete', ['find . -delete', 'find . -name x -delete']],
])('a rule that denies %s holds for what means the same', (rule, lines) => {
  for (const line of lines) {
    expect(decide(line, { deny: [rule] }), line).toBe('deny')
    expect(decide(line, { ask: [rule] }), line).toBe('ask')
  }
})

test.each<[rule: string, lines: string[]]>([
  ['rm -rf', ['rm x', 'rm -r x', 'rm -f x', 'rm --force x']],
  ['git push --force', ['git push', 'git push --force-with-lease', 'git push --follow-tags', 'git fetch -f']],
  ['git branch -D', ['git branch -d x', 'git branch -f x', 'git branch']],
  ['chmod -R 777', ['chmod 777 x', 'chmod -R 755 x']],
  ['curl -X POST', ['curl -X GET https://a', 'curl https://a']],
])('a rule that denies %s does not hold for what means less', (rule, lines) => {
  for (const line of lines) expect(decide(line, { deny: [rule] }), line).not.toBe('deny')
})

test('a rule that allows is read as it is written', () => {
  const allow = ['rm -rf', 'git push -n', 'sed -i', 'chmod -R 755']
  expect(decide('rm -rf build', { allow })).toBe('allow')
  for (const line of [
    'rm --recursive --force build',
    'git push --dry-run',
    'sed --in-place s/a/b/ x',
    'chmod 755 -R x',
  ]) {
    expect(decide(line, { allow }), line).toBe('ask')
  }
})
