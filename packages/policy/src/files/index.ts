export { plainReadsBelow } from './plain-reads.ts'
