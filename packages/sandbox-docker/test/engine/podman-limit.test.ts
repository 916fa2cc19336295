import { expect, test } from 'vitest'
import { podmanProcessLimit } from '../../src/engine/podman-limit.ts'

const row = (soft: string, hard: string) =>
  `Max stack size            8388608              unlimited            bytes\n` +
  `Max processes             ${soft.padEnd(20)} ${hard.padEnd(20)} processes \n`

test.each([
  ['a hard limit below Podman’s own', row('100', '9000'), 9000],
  ['a hard limit above it', row('100', '96343'), 32_768],
  ['no limit', row('100', 'unlimited'), 32_768],
  ['a system without /proc', '', 32_768],
])('with %s, what can be given on is asked for', (_, limits, most) => {
  expect(podmanProcessLimit(limits)).toBe(most)
})
