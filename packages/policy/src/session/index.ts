export { applyDirective, type DirectiveContext, type DirectiveResult } from './session-directive.ts'
