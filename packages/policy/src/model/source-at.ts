import type { PolicyLayer } from './layer.ts'

/** Where a value of a layer stands: `file:line:column`, or the name of the layer. */
export const sourceAt = ({ locate, name }: Pick<PolicyLayer, 'locate' | 'name'>, pointer: string): string =>
  locate?.(pointer) ?? name
