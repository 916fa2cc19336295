export { sleepHandler } from './sleep/sleep-handler.ts'
export type { ToolContent, ToolContext, ToolFileAccess, ToolFiles, ToolHandler, ToolOutput } from './tool-handler.ts'
