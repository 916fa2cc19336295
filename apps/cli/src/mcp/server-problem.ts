import { parseConfig } from '@poundlock/config'

/** As in our own file. */
const NAME = /^[^\u0000-\u001f\u007f]{1,128}$/u

/** Why a server cannot stand in our own file, or `null`. */
export function serverProblem(name: string, settings: { readonly url?: unknown }): string | null {
  if (!NAME.test(name)) return 'a name has 1 to 128 characters, and none that controls a terminal'
  try {
    parseConfig(JSON.stringify({ mcpServers: { [name]: settings } }), 'server')
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n')
    const said = first.replace(/^server:\d+:\d+: /, '')
    const place = `mcpServers.${name}`
    return said.startsWith(place) ? said.slice(place.length).replace(/^(?:\.|: )/, '') : said
  }
  const { url } = settings
  return typeof url !== 'string' || isAddress(url) ? null : `url: ${JSON.stringify(url)} is no address`
}

/** What is filled in later is taken for part of an address. */
const isAddress = (url: string) => URL.canParse(url.replaceAll(/\$\{[^}]*\}/g, '1'))
