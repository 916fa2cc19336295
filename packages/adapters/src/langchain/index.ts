export { guardLangChain } from './guard-langchain.ts'
export type { LangChainAnswer, LangChainGuard, LangChainRequest } from './langchain-guard.ts'
