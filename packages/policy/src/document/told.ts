/** The same without the keys that hold nothing, as exact optional properties want it. */
export const told = <Told extends object>(values: Told): { [Key in keyof Told]?: Exclude<Told[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Told
