/** The same without the keys that hold nothing, as exact optional properties want it. */
export const omitUndefined = <Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values
