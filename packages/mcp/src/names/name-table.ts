import { publicToolName } from './public-name.ts'

/** A tool as its server calls it. Policy, grants and pins go by this pair. */
export interface ToolPair {
  /** Name of the server in the configuration. */
  readonly server: string
  /** Name of the tool, as the server has it. */
  readonly tool: string
}

/** Which tool a public name stands for. Routing goes by the table, never by taking a name apart. */
export class NameTable {
  readonly #pairs = new Map<string, ToolPair>()

  /** @returns the name, or `null` where another pair has it already: that one keeps it */
  add(pair: ToolPair): string | null {
    const name = publicToolName(pair.server, pair.tool)
    const known = this.#pairs.get(name)
    if (known !== undefined) return known.server === pair.server && known.tool === pair.tool ? name : null
    this.#pairs.set(name, pair)
    return name
  }

  find(name: string): ToolPair | null {
    return this.#pairs.get(name) ?? null
  }
}
