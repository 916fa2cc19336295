export { aiSdkModel } from './ai-sdk-model.ts'
export type { ResponseBounds } from './bounded-fetch.ts'
export { MODEL_PROVIDERS, openModel, type ModelProvider, type OpenModelOptions } from './open-model.ts'
