import type { Static } from 'typebox'
import { approvalMethods } from './approvals.ts'
import { auditMethods } from './audit.ts'
import { deviceMethods } from './devices.ts'
import { gatewayMethods } from './gateway.ts'
import type { MethodTable } from './method.ts'
import { nodeCommandMethods } from './node-commands.ts'
import { nodeReportMethods } from './node-reports.ts'
import { nodeMethods } from './nodes.ts'
import { policyMethods } from './policy.ts'
import { sessionMethods } from './sessions.ts'
import { subscriptionMethods } from './subscription.ts'
import { toolMethods } from './tools.ts'

type Methods = typeof gatewayMethods &
  typeof deviceMethods &
  typeof sessionMethods &
  typeof toolMethods &
  typeof approvalMethods &
  typeof nodeMethods &
  typeof nodeReportMethods &
  typeof nodeCommandMethods &
  typeof policyMethods &
  typeof auditMethods &
  typeof subscriptionMethods

/** Every method that there is, by name. One that is not here cannot be called, and none is here without a scope. */
export const METHODS: Methods = {
  ...gatewayMethods,
  ...deviceMethods,
  ...sessionMethods,
  ...toolMethods,
  ...approvalMethods,
  ...nodeMethods,
  ...nodeReportMethods,
  ...nodeCommandMethods,
  ...policyMethods,
  ...auditMethods,
  ...subscriptionMethods,
} satisfies MethodTable

export type MethodName = keyof Methods
/** The methods that one side serves. */
export type MethodsOf<Side extends 'gateway' | 'node'> = {
  [Name in MethodName]: Methods[Name]['to'] extends Side ? Name : never
}[MethodName]
export type ParamsOf<Name extends MethodName> = Static<Methods[Name]['params']>
export type ResultOf<Name extends MethodName> = Static<Methods[Name]['result']>
/** The methods that begin a subscription which goes on until it is ended. */
export type SubscribingMethod = {
  [Name in MethodName]: ResultOf<Name> extends { readonly subscription: string } ? Name : never
}[MethodName]

/** True for the name of a method. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name)
}
