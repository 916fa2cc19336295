import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

test('a broken proposal is to be corrected, and a broken document is to be mended', async () => {
  const scene = openScene()
  const document = join(scene.state, 'exec-approvals.json')
  const good = '{"version":1,"defaults":{"ask":"always"}}'
  writeFileSync(document, good, { mode: 0o600 })
  for (const proposal of ['{', '{"version":99}', '{"version":1,"defaults":{"ask":"never"}}', '[]']) {
    writeFileSync(join(scene.root, 'proposal.json'), proposal)
    for (const [source, options] of [
      ['../proposal.json', {}],
      ['-', { input: proposal }],
    ] as const) {
      const refused = await scene.run(['approvals', 'set', '--json', source], options)
      expect(refused, refused.stderr).toMatchObject({ code: 2 })
      const { remedy } = refused.json().error
      expect(remedy).toBe('Correct what is proposed; the document that holds was not changed.')
      expect(readFileSync(document, 'utf8')).toBe(good)
    }
  }
  const named = await scene.run(['check', '--json', '--approvals', '../proposal.json', '--', 'ls'])
  expect(named.json().error.remedy).toMatch(/^Correct what is proposed/)
  writeFileSync(document, '{', { mode: 0o600 })
  const broken = await scene.run(['approvals', 'get', '--json'])
  expect(broken.json().error.remedy).toMatch(/^Mend the document; until then it denies everything/)
})
