import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const BLOCK = /^(?<fence>```\w+ source="(?<file>[^"#]+)#(?<region>[^"]+)"\n)(?<code>[\s\S]*?)^```$/gmu

/**
 * The text of a page with every marked code block replaced by the region it names:
 *
 *     ```ts source="examples/policy-decide/main.ts#decide"
 *
 * Python marks a region with `# region …` and `# endregion`.
 *
 * @throws when the file or the region does not exist.
 */
export function fillSnippets(page: string, root: string): string {
  return page.replaceAll(BLOCK, (...match) => {
    const { fence, file, region } = match.at(-1) as { fence: string; file: string; region: string }
    return `${fence}${readRegion(join(root, file), file, region)}\n\`\`\``
  })
}

const isMark = (line: string, mark: string) => [`// #${mark}`, `# ${mark}`].includes(line.trim())

function readRegion(path: string, file: string, region: string): string {
  const lines = readFileSync(path, 'utf8').split('\n')
  const start = lines.findIndex((line) => isMark(line, `region ${region}`))
  const end = lines.findIndex((line, index) => index > start && isMark(line, 'endregion'))
  if (start < 0 || end < 0) throw new Error(`${file} has no region ${region} (// #region ${region} … // #endregion)`)
  const code = lines.slice(start + 1, end)
  const indent = Math.min(...code.filter((line) => line.trim() !== '').map((line) => line.search(/\S/u)))
  return code.map((line) => line.slice(indent)).join('\n')
}
