import type { LoopBounds, ModelPrice } from '@poundlock/agent'
import type { PlaceFlags } from '../host/assemble.ts'
import { UsageError } from '../usage-error.ts'

export interface AgentFlags extends PlaceFlags {
  readonly json?: boolean
  /** Runs it at a gateway; `local` is the one of this machine. */
  readonly gateway?: string
  readonly model?: string
  readonly baseUrl?: string
  readonly maxTurns?: string
  readonly maxTokens?: string
  readonly maxSeconds?: string
  readonly maxCost?: string
  readonly price?: string
  readonly contextTokens?: string
  /** False for `--no-agents-md`. */
  readonly agentsMd?: boolean
  /** False for `--no-ask`. */
  readonly ask?: boolean
}

/** The limits that flags set. @throws UsageError for what is no number */
export function boundsOf({ maxTurns, maxTokens, maxSeconds, maxCost, price }: AgentFlags): LoopBounds {
  if (maxCost !== undefined && price === undefined) {
    throw new UsageError('--max-cost needs to know what tokens cost', {
      remedy: 'Add --price INPUT,OUTPUT for a million tokens.',
    })
  }
  const turns = positive('--max-turns', maxTurns)
  const tokens = positive('--max-tokens', maxTokens)
  const seconds = positive('--max-seconds', maxSeconds)
  const cost = positive('--max-cost', maxCost)
  return {
    ...(turns !== undefined && { turns }),
    ...(tokens !== undefined && { tokens }),
    ...(seconds !== undefined && { milliseconds: seconds * 1000 }),
    ...(cost !== undefined && { cost }),
  }
}

/** `INPUT,OUTPUT` or `INPUT,OUTPUT,CACHED` for a million tokens. */
export function priceOf({ price }: AgentFlags): ModelPrice | undefined {
  if (price === undefined) return undefined
  const [input, output, cachedInput, ...more] = price.split(',').map(Number)
  const isPrice = (value: number | undefined): value is number => value !== undefined && value >= 0 && value < Infinity
  if (!isPrice(input) || !isPrice(output) || more.length > 0) {
    throw new UsageError(`--price ${price} is no price`, {
      remedy: 'Give INPUT,OUTPUT for a million tokens, as in 3,15.',
    })
  }
  return { input, output, ...(isPrice(cachedInput) && { cachedInput }) }
}

export function positive(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (value > 0 && value < Infinity) return value
  throw new UsageError(`${flag} ${text} is no positive number`, { remedy: `Give a number, as in ${flag} 50.` })
}

/** The model that is named by the flag, the variable or, for a session that goes on, its transcript. */
export function modelNameOf({ model }: AgentFlags, earlier?: string): string {
  const name = model ?? process.env['POUNDLOCK_MODEL'] ?? earlier
  if (name !== undefined && name !== '') return name
  throw new UsageError('no model is named', {
    remedy:
      'Give --model, such as anthropic:claude-sonnet-4-5 or compatible:qwen3 with --base-url, or set POUNDLOCK_MODEL.',
  })
}
