import type { Static } from '@poundlock/spec/schema'
import { agentMethods } from './agents.ts'
import { approvalMethods } from './approvals.ts'
import { auditMethods } from './audit.ts'
import { deviceMethods } from './devices.ts'
import { fleetMethods } from './fleet.ts'
import { gatewayMethods } from './gateway.ts'
import { mcpMethods } from './mcp.ts'
import type { MethodTable } from './method.ts'
import { nodeCommandMethods } from './node-commands.ts'
import { nodeReportMethods } from './node-reports.ts'
import { nodeMethods } from './nodes.ts'
import { policyDocumentMethods } from './policy-documents.ts'
import { policyMethods } from './policy.ts'
import { pushMethods } from './push.ts'
import { recordingMethods } from './recordings.ts'
import { sessionMethods } from './sessions.ts'
import { subscriptionMethods } from './subscription.ts'
import { toolMethods } from './tools.ts'

type Methods = typeof gatewayMethods &
  typeof deviceMethods &
  typeof sessionMethods &
  typeof toolMethods &
  typeof agentMethods &
  typeof fleetMethods &
  typeof approvalMethods &
  typeof pushMethods &
  typeof nodeMethods &
  typeof nodeReportMethods &
  typeof nodeCommandMethods &
  typeof policyMethods &
  typeof policyDocumentMethods &
  typeof mcpMethods &
  typeof auditMethods &
  typeof recordingMethods &
  typeof subscriptionMethods

/** Every method that there is, by name. One that is not here cannot be called, and none is here without a scope. */
export const METHODS: Methods = {
  ...gatewayMethods,
  ...deviceMethods,
  ...sessionMethods,
  ...toolMethods,
  ...agentMethods,
  ...fleetMethods,
  ...approvalMethods,
  ...pushMethods,
  ...nodeMethods,
  ...nodeReportMethods,
  ...nodeCommandMethods,
  ...policyMethods,
  ...policyDocumentMethods,
  ...mcpMethods,
  ...auditMethods,
  ...recordingMethods,
  ...subscriptionMethods,
} satisfies MethodTable

/** The name of a method. */
export type MethodName = keyof Methods
/** The methods that one side serves. */
export type MethodsOf<Side extends 'gateway' | 'node'> = {
  [Name in MethodName]: Methods[Name]['to'] extends Side ? Name : never
}[MethodName]
/** The parameters of a method, by its name. */
export type ParamsOf<Name extends MethodName> = Static<Methods[Name]['params']>
/** The result of a method, by its name. */
export type ResultOf<Name extends MethodName> = Static<Methods[Name]['result']>
/** The methods that begin a subscription which goes on until it is ended. */
export type SubscribingMethod = {
  [Name in MethodName]: ResultOf<Name> extends { readonly subscription: string } ? Name : never
}[MethodName]

/** True for the name of a method. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name)
}
