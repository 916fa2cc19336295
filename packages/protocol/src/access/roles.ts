/**
 * What a device is to the gateway, given to it when it was paired: `operator`, somebody's terminal, page or script;
 * `agent`, a program that calls tools; `node`, a machine on which commands run.
 */
export const ROLES = ['operator', 'node', 'agent'] as const
/** The role of a device: what kind of client it is. */
export type Role = (typeof ROLES)[number]
