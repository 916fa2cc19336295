export { applyDirective, type DirectiveContext, type DirectiveResult } from './session-directive.ts'
export { withFallback } from './with-fallback.ts'
