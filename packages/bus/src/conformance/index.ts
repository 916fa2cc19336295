export type { BusCase, BusHarness } from './bus-case.ts'
export { BUS_CASES } from './bus-cases.ts'
