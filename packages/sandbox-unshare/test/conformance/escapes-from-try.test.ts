import { ANYBODY, declareEscapeSuite, isRoot } from './escape-suite.ts'

// What is seen and limited is as without a view; what is different is what stays.
declareEscapeSuite('as a normal user, on a view that is applied', isRoot ? ANYBODY : process.geteuid!(), {
  view: true,
  kinds: ['escape', 'leak', 'plant'],
})
