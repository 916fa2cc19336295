import { ConfigError, parseConfig, type ConfigIssue } from '@poundlock/config'
import { visibleText } from '@poundlock/spec'

/** As in our own file. */
const NAME = /^[^\u0000-\u001f\u007f]{1,128}$/u

/** Why a server cannot stand in our own file, or `null`. */
export function serverProblem(name: string, settings: { readonly url?: unknown }): string | null {
  if (!NAME.test(name)) return 'a name has 1 to 128 characters, and none that controls a terminal'
  try {
    parseConfig(JSON.stringify({ mcpServers: { [name]: settings } }), 'server')
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [issue] = error.details['issues'] as readonly ConfigIssue[]
    const { pointer, problem } = issue!
    // Behind `/mcpServers/<name>/`.
    const key = pointer.split('/').slice(3).join('.')
    return key === '' ? problem : `${visibleText(key)}: ${problem}`
  }
  const { url } = settings
  return typeof url !== 'string' || isAddress(url) ? null : `url: ${JSON.stringify(url)} is not an address`
}

/** A variable counts as a part of the address. */
const isAddress = (url: string) => URL.canParse(url.replaceAll(/\$\{[^}]*\}/g, '1'))
