import { missingProgram } from '@poundlock/tooling/programs'

export { findProgram } from '@poundlock/tooling/programs'

/** True when a test must be skipped for want of a program. In CI nothing is skipped: the test runs, and fails. */
export const needs = (name: string | null): boolean => name !== null && missingProgram(name) !== null
