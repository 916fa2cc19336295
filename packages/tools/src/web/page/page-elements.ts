/** Elements that are for eyes, hands and scripts, and not for readers of the text. */
export const SKIPPED: ReadonlySet<string> = new Set(
  (
    'nav aside script style noscript noframes noembed template iframe svg math canvas audio video object ' +
    'button select datalist textarea dialog title'
  ).split(' '),
)

/** Elements among them that never hold text of the page. */
export const NEVER_TEXT: ReadonlySet<string> = new Set('script style template svg math title'.split(' '))

/** Elements without an end tag. Source: the HTML standard, 13.1.2, "Void elements". */
export const VOID: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)

/** Elements on lines of their own, with an empty line before and after. */
export const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article blockquote body center details dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr ' +
    'main menu ol p pre section table ul'
  ).split(' '),
)

/** Elements that begin a line. */
export const LINES: ReadonlySet<string> = new Set(
  'br caption dd div dt figcaption legend li option summary tbody tfoot thead tr'.split(' '),
)

/** Foreign elements, in which a tag can end itself. */
export const FOREIGN: ReadonlySet<string> = new Set(['svg', 'math'])

export const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu'])
