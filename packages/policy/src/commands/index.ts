export { commandJudge } from './command-judge.ts'
export { deriveExactGrant, deriveGrant, grantCovers } from '../grants/derive-grant.ts'
export type { ExactGrant, Grant, GrantOffer, LikeGrant } from '../grants/grant.ts'
export type { CommandJudge } from '../line-judge.ts'
