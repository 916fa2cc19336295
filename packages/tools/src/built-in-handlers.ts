import { sleepHandler } from './sleep/sleep-handler.ts'
import type { ToolHandler } from './tool-handler.ts'

/** What serves the built-in tools, one each. */
export const builtInHandlers: readonly ToolHandler[] = [sleepHandler]
