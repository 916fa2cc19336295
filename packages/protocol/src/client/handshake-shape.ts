import { ROLES } from '../access/roles.ts'
import { isScope } from '../access/scopes.ts'
import type { Challenge, HelloLimits, Hello } from '../handshake/handshake.ts'

// By hand, as a page should not have to load what checks schemas: tests hold this to them.

type Check = (value: unknown) => boolean

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const isWithin =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
const isTime = isWithin(0, 8.64e15)
const isVersion = isWithin(1, 1_000_000)
const isPositive = isWithin(1, Number.MAX_SAFE_INTEGER)
const isFingerprint = matches(/^[0-9a-f]{64}$/)
const isBytes32 = matches(/^[A-Za-z0-9_-]{43}$/)
const isName = matches(/^\P{C}{1,64}$/u)

/** An object of these keys and no others; those in `optional` may be missing. */
const shape =
  (checks: Readonly<Record<string, Check>>, optional: readonly string[] = []): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((key) => Object.hasOwn(checks, key)) &&
    Object.entries(checks).every(([key, check]) =>
      Object.hasOwn(value, key) ? check((value as Record<string, unknown>)[key]) : optional.includes(key),
    )

const challengeShape = shape({
  nonce: isBytes32,
  gateway: shape({ id: isFingerprint, name: isName }),
  protocol: shape({ min: isVersion, max: isVersion }),
  time: isTime,
})

const limitsShape = shape({
  maxFrameBytes: isWithin(1024, 2 ** 30),
  maxDepth: isPositive,
  maxValues: isPositive,
  maxRequestsAtOnce: isPositive,
  maxSubscriptions: isPositive,
  pingIntervalMs: isPositive,
} satisfies Record<keyof HelloLimits, Check>)

const helloShape = shape(
  {
    protocol: isVersion,
    gateway: shape({
      id: isFingerprint,
      name: isName,
      version: matches(/^[!-~]{1,64}$/),
      publicKey: isBytes32,
      signature: matches(/^[A-Za-z0-9_-]{86}$/),
    }),
    connection: matches(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/),
    device: shape({ id: isFingerprint, name: isName }),
    role: (value) => ROLES.some((role) => role === value),
    scopes: (value) =>
      Array.isArray(value) &&
      value.length <= 32 &&
      new Set(value).size === value.length &&
      value.every((name) => typeof name === 'string' && isScope(name)),
    limits: limitsShape,
    time: isTime,
    token: isBytes32,
  } satisfies Record<keyof Hello, Check>,
  ['token'],
)

export const isChallenge = (value: unknown): value is Challenge => challengeShape(value)
export const isHello = (value: unknown): value is Hello => helloShape(value)
