import { expect, test } from 'vitest'
import { profileCommand } from '../../src/index.ts'
import { optionNamesAlike } from '../../src/tables/option-names.ts'

/** The command that takes them, where the second word is none by itself. */
const TAKEN_BY: Readonly<Record<string, string>> = {
  'docker system': 'docker system prune',
  'git worktree': 'git worktree remove',
}

test.each([...optionNamesAlike])('every name of an option of %s is one that its table has', (command, names) => {
  const words = (TAKEN_BY[command] ?? command).split(' ')
  for (const name of names.split(/, | |\+/)) {
    const result = profileCommand([...words, name])
    if (!result.known) expect([name, result.code]).not.toEqual([name, 'UNKNOWN_OPTION'])
  }
})

test('no name stands in two groups that mean something else', () => {
  for (const [command, names] of optionNamesAlike) {
    const all = names.split(', ').flatMap((group) => group.split(' '))
    expect(new Set(all).size, command).toBe(all.length)
  }
})
