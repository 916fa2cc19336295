import { ANYBODY, declareEscapeSuite, isRoot } from './escape-suite.ts'

// What differs is the network and what is inherited on the way: files are seen and limited as without.
declareEscapeSuite('as a normal user with an allowlist', isRoot ? ANYBODY : process.geteuid!(), {
  allowlist: true,
  kinds: ['escape', 'surface'],
})
