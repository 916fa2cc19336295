import type { BusCase } from './bus-case.ts'
import { keyCases } from './key-cases.ts'
import { logCases } from './log-cases.ts'
import { nameCases } from './name-cases.ts'
import { requestCases } from './request-cases.ts'
import { watchCases } from './watch-cases.ts'

/** What every bus promises. Each case uses names of its own, so that they can run one after the other on one broker. */
export const BUS_CASES: readonly BusCase[] = [...requestCases, ...keyCases, ...logCases, ...watchCases, ...nameCases]
