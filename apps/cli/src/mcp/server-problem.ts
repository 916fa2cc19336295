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
    const message = first.replace(/^server:\d+:\d+: /, '')
    const pointer = `mcpServers.${name}`
    return message.startsWith(pointer) ? message.slice(pointer.length).replace(/^(?:\.|: )/, '') : message
  }
  const { url } = settings
  return typeof url !== 'string' || isAddress(url) ? null : `url: ${JSON.stringify(url)} is not an address`
}

/** A variable counts as a part of the address. */
const isAddress = (url: string) => URL.canParse(url.replaceAll(/\$\{[^}]*\}/g, '1'))
