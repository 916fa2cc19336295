export { type FoundPlace, linearFinder, type LinearFinder } from './linear-finder.ts'
export { linearPattern, type LinearPattern } from './linear-pattern.ts'
