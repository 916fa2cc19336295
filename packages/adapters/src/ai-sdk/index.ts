export { guardAiSdk, type AiSdkGuard, type AiSdkRequest } from './guard-ai-sdk.ts'
