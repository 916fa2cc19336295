import type { TokenizerCallbacks } from 'htmlparser2'
import { BLOCKS, FOREIGN, LINES, LISTS, NEVER_TEXT, SKIPPED, VOID } from './page-elements.ts'
import { TextFlow } from './text-flow.ts'

/** The text of a page. */
export interface PageText {
  /** On one line; empty where it has none. */
  readonly title: string
  readonly text: string
}

/** Characters of all addresses of links together; from there on links are their words alone. */
const MAX_LINKS = 1_000_000
const MAX_LINK = 2000
const MAX_TITLE = 300

/**
 * The text of a page: its main part where one is marked, without menus and hidden parts. It reads the page tag by tag,
 * in time and memory proportional to its length, for any nesting, table or open tag.
 *
 * @param address the address of the page, the base of relative links
 */
export async function readPage(html: string, address: string): Promise<PageText> {
  // Loaded when a page is read: most processes never read one.
  const { Tokenizer } = await import('htmlparser2')
  const read = (skipped: ReadonlySet<string>, showsHidden: boolean): PageText => {
    const reader = new PageReader(html, address, skipped, showsHidden)
    const tokenizer = new Tokenizer({ decodeEntities: true }, reader)
    tokenizer.write(html)
    tokenizer.end()
    return reader.page()
  }
  const page = read(SKIPPED, false)
  // One that is nothing but a menu, or that a script would show, is better than none.
  return page.text === '' ? read(NEVER_TEXT, true) : page
}

interface OpenElement {
  readonly name: string
  readonly isSkipped: boolean
  readonly region: Region | null
  readonly link: string | null
  /** The number of the next item in a numbered list. */
  next: number
}

interface Region {
  readonly kind: 'main' | 'article'
  readonly start: number
  end: number
}

/** Attributes that say something about the text. */
const ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'hidden', 'style', 'role', 'start', 'open'])
const HIDDEN_STYLE = /(?:^|;)\s{0,16}(?:display\s{0,16}:\s{0,16}none|visibility\s{0,16}:\s{0,16}hidden)/i

class PageReader implements TokenizerCallbacks {
  readonly #html: string
  readonly #address: string
  readonly #skipped: ReadonlySet<string>
  readonly #showsHidden: boolean
  readonly #flow = new TextFlow()
  readonly #open: OpenElement[] = []
  /** How many of each name are open, so that an end tag of none costs nothing. */
  readonly #counts = new Map<string, number>()
  readonly #regions: Region[] = []
  readonly #lists: OpenElement[] = []
  #skipping = 0
  #verbatim = 0
  #foreign = 0
  #name = ''
  #attribute: string | null = null
  #attributes: Record<string, string> = {}
  #title = ''
  #hasTitle = false
  #linkText = ''
  #links = 0

  constructor(html: string, address: string, skipped: ReadonlySet<string>, showsHidden: boolean) {
    this.#html = html
    this.#address = address
    this.#skipped = skipped
    this.#showsHidden = showsHidden
  }

  page(): PageText {
    while (this.#open.length > 0) this.#close()
    const articles = this.#regions.filter(({ kind }) => kind === 'article')
    const candidates = [
      ...this.#regions.filter(({ kind }) => kind === 'main'),
      // Of several, none is the page.
      ...(articles.length === 1 ? articles : []),
    ]
    const title = this.#title.replace(/\s+/g, ' ').trim()
    for (const { start, end } of candidates) {
      const text = this.#flow.slice(start, end)
      if (text !== '') return { title, text }
    }
    return { title, text: this.#flow.slice(0, this.#flow.length) }
  }

  ontext(start: number, end: number): void {
    this.#text(this.#html.slice(start, end))
  }

  ontextentity(codepoint: number): void {
    this.#text(String.fromCodePoint(codepoint))
  }

  #text(text: string): void {
    if (!this.#hasTitle && this.#open.at(-1)?.name === 'title' && this.#foreign === 0) {
      if (this.#title.length < MAX_TITLE) this.#title += text.slice(0, MAX_TITLE)
      return
    }
    if (this.#skipping > 0) return
    if (this.#linkText.length < MAX_LINK) this.#linkText += text.slice(0, MAX_LINK)
    if (this.#verbatim > 0) this.#flow.writeAsIs(text)
    else this.#flow.write(text)
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase()
    this.#attributes = {}
  }

  onattribname(start: number, end: number): void {
    const name = end - start > 8 ? '' : this.#html.slice(start, end).toLowerCase()
    // The first of two of one name counts.
    this.#attribute = ATTRIBUTES.has(name) && !Object.hasOwn(this.#attributes, name) ? name : null
    if (this.#attribute !== null) this.#attributes[this.#attribute] = ''
  }

  onattribdata(start: number, end: number): void {
    this.#value(this.#html.slice(start, end))
  }

  onattribentity(codepoint: number): void {
    this.#value(String.fromCodePoint(codepoint))
  }

  #value(text: string): void {
    if (this.#attribute === null) return
    const before = this.#attributes[this.#attribute]!
    if (before.length <= MAX_LINK) this.#attributes[this.#attribute] = before + text.slice(0, MAX_LINK + 1)
  }

  onopentagend(): void {
    const name = this.#name
    const { href, role, start } = this.#attributes
    if (BLOCKS.has(name)) this.#flow.breakBlock()
    else if (LINES.has(name)) this.#flow.breakLine()
    if (VOID.has(name)) return
    const isSkipped = this.#isSkipped(name)
    const kind = name === 'main' || role === 'main' ? 'main' : name === 'article' ? 'article' : null
    const region: Region | null =
      kind === null || this.#skipping > 0 ? null : { kind, start: this.#flow.length, end: Infinity }
    if (region) this.#regions.push(region)
    if (name === 'li') this.#flow.begin(this.#itemMark())
    if (name === 'td' || name === 'th') this.#flow.separate(' | ')
    if (name === 'blockquote') this.#flow.enter('quote')
    if (name === 'pre') this.#verbatim += 1
    if (FOREIGN.has(name)) this.#foreign += 1
    if (isSkipped) this.#skipping += 1
    const link = name === 'a' && href !== undefined ? href : null
    if (link !== null) this.#linkText = ''
    const next = name === 'ol' ? firstNumber(start) : Number.NaN
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    const element = { name, isSkipped, region, link, next }
    this.#open.push(element)
    if (LISTS.has(name)) {
      this.#lists.push(element)
      this.#flow.enter('list')
    }
  }

  onselfclosingtag(): void {
    const isForeign = this.#foreign > 0 || FOREIGN.has(this.#name)
    this.onopentagend()
    // Elsewhere the stroke means nothing.
    if (isForeign && !VOID.has(this.#name)) this.#close()
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase()
    if (name === 'br' || name === 'p') this.#flow.breakLine()
    if ((this.#counts.get(name) ?? 0) === 0) return
    while (this.#open.at(-1)!.name !== name) this.#close()
    this.#close()
  }

  onattribend(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}

  #close(): void {
    const { name, isSkipped, region, link } = this.#open.pop()!
    this.#counts.set(name, this.#counts.get(name)! - 1)
    if (link !== null && this.#skipping === 0) this.#writeLink(link)
    if (isSkipped) this.#skipping -= 1
    if (FOREIGN.has(name)) this.#foreign -= 1
    if (name === 'pre') this.#verbatim -= 1
    if (name === 'title' && this.#foreign === 0) this.#hasTitle = true
    if (LISTS.has(name)) {
      this.#lists.pop()
      this.#flow.leave('list')
    }
    if (name === 'blockquote') this.#flow.leave('quote')
    if (BLOCKS.has(name)) this.#flow.breakBlock()
    else if (LINES.has(name)) this.#flow.breakLine()
    if (region) region.end = this.#flow.length
  }

  #isSkipped(name: string): boolean {
    if (name === 'dialog' && this.#attributes['open'] !== undefined) return false
    if (this.#skipped.has(name)) return true
    if (this.#showsHidden) return false
    return this.#attributes['hidden'] !== undefined || HIDDEN_STYLE.test(this.#attributes['style'] ?? '')
  }

  #itemMark(): string {
    const list = this.#lists.at(-1)
    if (list === undefined || Number.isNaN(list.next)) return '* '
    return `${list.next++}. `
  }

  #writeLink(href: string): void {
    if (href.length > MAX_LINK || this.#links > MAX_LINKS || href.startsWith('#')) return
    if (!URL.canParse(href, this.#address)) return
    const { href: whole, protocol } = new URL(href, this.#address)
    if (!/^(?:https?|mailto|ftp):$/.test(protocol) || whole.length > MAX_LINK) return
    if (this.#linkText.trim() === '' || [href, whole].includes(this.#linkText.trim())) return
    this.#links += whole.length
    this.#flow.write(` [${whole}]`)
  }
}

function firstNumber(start: string | undefined): number {
  return start !== undefined && /^-?\d{1,9}$/.test(start.trim()) ? Number(start) : 1
}
