import type { Provider } from './provider.ts'

interface IdRule {
  /** What an id may not hold. */
  readonly foreign: RegExp
  readonly length: number
  /** True where shorter ids are refused, too. */
  readonly exactly?: boolean
}

const RULES: Readonly<Record<Provider, IdRule>> = {
  anthropic: { foreign: /[^a-zA-Z0-9_-]/g, length: 64 },
  openai: { foreign: /[^a-zA-Z0-9_.:-]/g, length: 40 },
  'openai-responses': { foreign: /[^a-zA-Z0-9_.:-]/g, length: 64 },
  gemini: { foreign: /[^a-zA-Z0-9_.:-]/g, length: 64 },
  mistral: { foreign: /[^a-zA-Z0-9]/g, length: 9, exactly: true },
}

/**
 * An id that the provider takes for each call of a conversation, in its order; no two are the same, also where two calls
 * came with one id. An id that the provider takes stays as it is where no call before it has it, and the same
 * conversation always gets the same ids: a longer one only adds.
 */
export function callIds(provider: Provider, ids: readonly string[]): readonly string[] {
  const { foreign, length, exactly = false } = RULES[provider]
  const taken = new Set<string>()
  /** How far each stem has been counted, so that many alike do not take longer and longer. */
  const counted = new Map<string, number>()
  return ids.map((id) => {
    const plain = id.replace(foreign, '').slice(0, length)
    let candidate = exactly ? plain.padEnd(length, '0') : plain || 'call'
    for (let count = counted.get(plain) ?? 1; taken.has(candidate); count += 1) {
      const mark = count.toString(36)
      const stem = (plain || 'call').slice(0, length - mark.length)
      counted.set(plain, count + 1)
      candidate = exactly ? stem.padEnd(length - mark.length, '0') + mark : stem + mark
    }
    taken.add(candidate)
    return candidate
  })
}
