/** The address of a control page with a setup code behind its hash, which browsers send to no server. */
export const pairingLink = (page: string, gatewayId: string, code: string): string =>
  `${page}#gateway=${gatewayId}&code=${code}`
