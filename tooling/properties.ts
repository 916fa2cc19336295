import { configureGlobal } from 'fast-check'

/**
 * fast-check, with the same cases in every run of CI: a change is refused for what it changed, not for what was thrown
 * that day. At a desk each run throws its own, and says the seed of what it finds.
 */
export * from 'fast-check'

if (process.env['CI'] === 'true') configureGlobal({ seed: 20_261_122 })
