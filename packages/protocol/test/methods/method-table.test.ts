import { expect, test } from 'vitest'
import {
  ERROR_CODES,
  EVENTS,
  GENERAL_ERRORS,
  isMethodName,
  METHODS,
  ROLE_SCOPES,
  SCOPES,
  type Method,
  type Scope,
} from '../../src/index.ts'
import { method } from '../../src/methods/method.ts'

const methods = Object.entries<Method>(METHODS)
const events = Object.entries(EVENTS)

test('a method without a scope does not compile', () => {
  const { scope: _, ...rest } = METHODS['gateway.health']
  // @ts-expect-error -- that is what is tested
  expect(method(rest)).not.toHaveProperty('scope')
})

test.each(methods)('%s has a scope that each of its roles can hold', (_, { scope, roles, to }) => {
  expect(Object.keys(SCOPES)).toContain(scope)
  expect(roles.length).toBeGreaterThan(0)
  for (const role of roles) expect(ROLE_SCOPES[role]).toContain<Scope>(scope)
  if (to === 'node') expect(roles).toEqual(['node'])
})

test.each(methods)('%s takes and gives closed objects', (_, { params, result }) => {
  expect(params).toMatchObject({ type: 'object', additionalProperties: false })
  expect(result).toMatchObject({ type: 'object', additionalProperties: false })
})

test.each(methods)('%s lists errors that exist and are not general', (_, { errors }) => {
  for (const code of errors) {
    expect(Object.keys(ERROR_CODES)).toContain(code)
    expect(GENERAL_ERRORS).not.toContain(code)
  }
  expect(new Set(errors).size).toBe(errors.length)
})

test.each(methods)('%s has a key only where it changes something', (_, { access, idempotency, errors }) => {
  if (access === 'read') expect(idempotency).toBe('none')
  if (idempotency === 'required') expect(errors).toContain('IDEMPOTENCY_CONFLICT')
})

test.each(methods)('%s names events that exist and that its callers may get', (_, spec) => {
  for (const name of spec.events ?? []) {
    const event = EVENTS[name as keyof typeof EVENTS]
    expect(event, name).toBeDefined()
    expect(event.scope).toBe(spec.scope)
  }
})

test('every event that is subscribed to is brought by a method', () => {
  const brought = methods.flatMap(([, spec]) => spec.events ?? [])
  const numbered = events.filter(([name, spec]) => spec.subscribed && name !== 'subscription.gap').map(([name]) => name)
  expect(numbered.filter((name) => !brought.includes(name))).toEqual([])
})

test('only the challenge comes without a scope', () => {
  expect(events.filter(([, { scope }]) => scope === null).map(([name]) => name)).toEqual(['connect.challenge'])
})

test('no agent can hold what answers, manages or changes the policy', () => {
  const held: readonly Scope[] = ROLE_SCOPES.agent
  expect(held.filter((scope) => /^(approvals|devices|nodes|config|audit)|admin/.test(scope))).toEqual([])
})

test('names that every object has are no methods', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) expect(isMethodName(name)).toBe(false)
})
