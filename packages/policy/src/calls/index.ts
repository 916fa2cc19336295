export type { NamedUse, ToolInputs } from '../files/named-inputs.ts'
export { toolAccess, type ToolAccess } from '../files/tool-access.ts'
export { toolRequest, type CallDescription } from '../tool-request.ts'
