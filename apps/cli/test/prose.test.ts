import { tries } from '@poundlock/tooling/tries'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { FROM_SOURCE, sourceFile, WITHOUT_PROSE } from './prose/start-source.ts'

test('every row of the corpora is decided the same where every sentence is replaced', async () => {
  const decide = async (options: readonly string[]) => {
    const { stdout } = await execa(process.execPath, [...options, sourceFile('decide-corpora.ts')])
    return stdout.split('\n')
  }
  const [with_, without] = await Promise.all([decide(FROM_SOURCE), decide(WITHOUT_PROSE)])
  expect(with_.length).toBeGreaterThan(tries(3000))
  expect(without.filter((line, index) => line !== with_[index])).toEqual([])
})
