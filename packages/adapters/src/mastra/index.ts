export { guardMastra } from './guard-mastra.ts'
export type { MastraAnswer, MastraGuard, MastraRequest, MastraToolContext, MastraToolOptions } from './mastra-guard.ts'
