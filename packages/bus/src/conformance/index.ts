export type { BusCase, BusHarness } from './bus-case.ts'
export { busCases } from './bus-cases.ts'
