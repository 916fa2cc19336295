export { linearPattern, type LinearPattern } from './linear-pattern.ts'
