import { relative } from 'node:path'
import { ROOT, siteLink } from './pages.ts'

/** The part of markdown-it's tokens that is used here. */
interface Token {
  readonly type: string
  readonly children: Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
}

interface MarkdownIt {
  readonly core: {
    readonly ruler: {
      push(name: string, rule: (state: { tokens: Token[]; env: { path: string; realPath?: string } }) => void): void
    }
  }
}

/** Rewrites the relative links of the files into links of the site. */
export function rewriteLinks(markdown: MarkdownIt): void {
  markdown.core.ruler.push('site-links', ({ tokens, env }) => {
    const file = relative(ROOT, env.realPath ?? env.path)
    for (const { children } of tokens) if (children) rewriteInline(children, file)
  })
}

function rewriteInline(tokens: Token[], file: string): void {
  let open = 0
  while (open < tokens.length) {
    const token = tokens[open]!
    const href = token.type === 'link_open' ? token.attrGet('href') : null
    const link = href === null ? '' : siteLink(file, href)
    if (link === null) {
      // A source without an address: its words stay, without a link.
      const close = tokens.findIndex(({ type }, index) => index > open && type === 'link_close')
      tokens.splice(close, 1)
      tokens.splice(open, 1)
      continue
    }
    if (href !== null) token.attrSet('href', link)
    open += 1
  }
}
