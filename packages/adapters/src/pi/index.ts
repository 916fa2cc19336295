export { guardPi } from './guard-pi.ts'
export type { PiContent, PiGuard, PiRefusal, PiTool, PiToolCall } from './pi-guard.ts'
export type { AskPerson, GuardRequest } from '../ask-person.ts'
