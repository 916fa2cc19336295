import { visibleText } from '@poundlock/spec/vocabulary'

/** A value as a person reads it, in quotes where it is text. */
export const showValue = (value: unknown): string => visibleText(JSON.stringify(value) ?? 'nothing')
