/** What was seen of a variable anywhere in a script, as bits of one number. */

/** Declared as an integer: what is assigned to it is evaluated. */
export const INTEGER = 1
/** Assigned something that may not be a number. */
export const OTHER = 2
/** Read-only, or changed in case: an assignment does not give it the value that was assigned. */
export const FIXED = 4
/** An array from somewhere on. */
export const ARRAY = 8
/** Given a value by a declaration builtin that may look like an array literal. */
export const LOOSE = 16

export type VariableMark = typeof INTEGER | typeof OTHER | typeof FIXED | typeof ARRAY | typeof LOOSE
