/** Node adds this variable of its own environment to any that does not name it. */
export function exactEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  return { NODE_V8_COVERAGE: undefined, ...env } as unknown as Record<string, string>
}
