const PART = /(?<begin>^<!-- generated: (?<name>[\w-]+) -->\n)[\s\S]*?(?<end>^<!-- end of \k<name> -->$)/gmu

/**
 * The text of a page with every part between its marks made anew:
 *
 *     <!-- generated: methods -->
 *     <!-- end of methods -->
 *
 * @throws when a page marks a part that nobody makes
 */
export function fillGeneratedParts(page: string, parts: ReadonlyMap<string, string>): string {
  return page.replaceAll(PART, (...match) => {
    const { begin, name, end } = match.at(-1) as { begin: string; name: string; end: string }
    const text = parts.get(name)
    if (text === undefined) throw new Error(`nobody makes the part ${name}; there are ${[...parts.keys()].join(', ')}`)
    return `${begin}\n${text}\n\n${end}`
  })
}
