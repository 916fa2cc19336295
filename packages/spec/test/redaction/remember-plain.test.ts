import { expect, test } from 'vitest'
import { redactSecretsIn } from '../../src/index.ts'
import { rememberPlain } from '../../src/redaction/remember-plain.ts'

/** Whether a text holds an `x`, and what was asked. */
function counted() {
  const asked: string[] = []
  const holdsX = rememberPlain((text) => {
    asked.push(text)
    return text.includes('x')
  })
  return { asked, holdsX }
}

test('a text that was answered with no is not asked about again', () => {
  const { asked, holdsX } = counted()
  expect(['a', 'b', 'a', 'a', 'b'].map(holdsX)).toEqual([false, false, false, false, false])
  expect(asked).toEqual(['a', 'b'])
})

test('one that was answered with yes is not kept, and neither is a long one', () => {
  const { asked, holdsX } = counted()
  const long = 'a'.repeat(129)
  expect(['x', 'x', long, long].map(holdsX)).toEqual([true, true, false, false])
  expect(asked).toEqual(['x', 'x', long, long])
})

test('however many there are, the answers stay right', () => {
  const { asked, holdsX } = counted()
  const texts = Array.from({ length: 3000 }, (_, index) => `${index % 7 === 0 ? 'x' : 'a'}${index}`)
  for (let round = 0; round < 2; round++) {
    for (const text of texts) expect(holdsX(text)).toBe(text.startsWith('x'))
  }
  expect(asked.length).toBeGreaterThan(3000)
})

test('a secret is found in a value that differs from one without in that alone', () => {
  const secret = ['gh', `p_${'aB3dE6gH9j'.repeat(4)}`].join('')
  const plain = { tool: 'exec', reasons: ['one', 'two'], command: 'echo one' }
  for (let round = 0; round < 3; round++) {
    expect(redactSecretsIn(plain)).toBe(plain)
    expect(redactSecretsIn({ ...plain, command: `echo ${secret}` }).command).not.toContain(secret)
    expect(redactSecretsIn({ ...plain, reasons: ['one', secret] }).reasons[1]).not.toBe(secret)
    expect(redactSecretsIn({ ...plain, password: 'hunter2hunter2' })).toMatchObject({ password: '***' })
    expect(redactSecretsIn({ password: plain.command })).toEqual({ password: plain.command })
  }
})
