export { validateToolInput } from './validate-tool-input.ts'
export { createValidator, type ValidationIssue, type Validator } from './validator.ts'
