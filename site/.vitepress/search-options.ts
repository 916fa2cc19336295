/**
 * How the site searches. VitePress writes the function into each page as text, so it stands alone: it leaves the words
 * out that every question has, which would otherwise begin the words of every page (`do`, `in`, `I`).
 */
function processTerm(term: string): string | null {
  const word = term.toLowerCase()
  const ignored =
    ' a about an and are can do does how i in is it me my of on or the this to was what when where which why with '
  return ignored.includes(` ${word} `) ? null : word
}

/** Guides come before reference pages, whose tables hold the same words. Written into each page, too. */
function boostDocument(id: string): number {
  return /^\/(?:packages\/|api\/|cli-reference)/.test(id) ? 0.5 : 1
}

/** The test of the built site searches with the same options. */
export const SEARCH_OPTIONS = {
  miniSearch: {
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 }, processTerm, boostDocument },
  },
}
