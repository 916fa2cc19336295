export { builtInHandlers } from './built-in-handlers.ts'
export { sleepHandler } from './sleep/sleep-handler.ts'
export type { ToolContent } from '@poundlock/spec'
export type { ToolContext, ToolFileAccess, ToolFiles, ToolHandler, ToolOutput } from './tool-handler.ts'
