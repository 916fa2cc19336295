import { tries } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { publicToolName } from '../../src/index.ts'

const SHAPE = /^mcp__[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_))*__[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_))*$/

test(`no two of many random pairs share a name`, { timeout: 600_000 }, () => {
  let state = 0x9e_37_79_b9
  const random = (below: number) => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state = (state ^ (state << 5)) >>> 0
    return state % below
  }
  const alphabet = Array.from('ab_-._/ é읽😀A__')
  const word = () => {
    const length = random(12) + (random(20) === 0 ? 70 : 0)
    return Array.from({ length }, () => alphabet[random(alphabet.length)]).join('')
  }
  const seen = new Map<string, string>()
  let wrong = 0
  for (let count = tries(100_000); count > 0; count--) {
    const [server, tool] = [word(), word()]
    const name = publicToolName(server, tool)
    const pair = `${server}\0${tool}`
    if (name.length > 64 || !SHAPE.test(name) || (seen.get(name) ?? pair) !== pair) wrong++
    seen.set(name, pair)
  }
  expect(wrong).toBe(0)
})
