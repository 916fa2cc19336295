import type { ParamsOf, ResultOf } from '@poundlock/protocol'

/** A request as the gateway shows it. All of its text comes from the agent. */
export type ApprovalView = ResultOf<'approvals.get'>['approval']

/** What a person answers. */
export type GivenAnswer = Pick<ParamsOf<'approvals.answer'>, 'decision' | 'reason' | 'reach'>

/** Why this device cannot answer a request, in a sentence. */
export const NOT_BY_CALLER: Readonly<Record<NonNullable<ApprovalView['notByCaller']>, string>> = {
  'self-approval': 'Your own device asked for this: another person has to answer.',
  group: 'This was handed to a group that this device is not in.',
  scope: 'This device may look, but not answer.',
  answered: 'You have answered; others are waited for.',
}
