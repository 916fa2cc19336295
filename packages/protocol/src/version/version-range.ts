import { type Static, Type } from '@poundlock/spec/schema'
import { closed } from '../values/values.ts'

/** The versions of the protocol that one side speaks: whole numbers, both ends included. */
export const VersionRange = closed({
  min: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  max: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
})
export type VersionRange = Static<typeof VersionRange>
