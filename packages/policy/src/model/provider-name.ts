/** Other names of providers, both sides folded. */
const ALIASES: Readonly<Record<string, string>> = {
  claude: 'anthropic',
  chatgpt: 'openai',
  openaicodex: 'openai',
  codex: 'openai',
  gemini: 'google',
  googlegemini: 'google',
  googleai: 'google',
  googlevertex: 'google',
  vertex: 'google',
  mistralai: 'mistral',
  grok: 'xai',
  awsbedrock: 'bedrock',
  amazonbedrock: 'bedrock',
  azureopenai: 'azure',
  moonshotai: 'moonshot',
  kimi: 'moonshot',
  qwencloud: 'qwen',
  zhipu: 'zai',
  glm: 'zai',
}

/** One spelling for the name of a provider: case, blanks, dots and dashes do not count, and neither do other names. */
export function providerKey(name: string): string {
  const key = fold(name)
  return Object.hasOwn(ALIASES, key) ? ALIASES[key]! : key
}

/** One spelling for the name of a model. */
export function modelKey(name: string): string {
  return fold(name)
}

const fold = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Splits `provider/model` at the first slash. */
export function splitModel(name: string): { readonly provider: string; readonly model: string | null } {
  const at = name.indexOf('/')
  return at < 0
    ? { provider: providerKey(name), model: null }
    : { provider: providerKey(name.slice(0, at)), model: modelKey(name.slice(at + 1)) }
}
