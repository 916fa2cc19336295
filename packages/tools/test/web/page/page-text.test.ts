import { describe, expect, test } from 'vitest'
import { readPage } from '../../../src/web/page/page-text.ts'

const textOf = async (html: string) => (await readPage(html, 'https://example.com/a/b')).text

test.each([
  ['paragraphs', '<p>one\n two<p>three', 'one two\n\nthree'],
  ['what stands within a line', 'a<b>b</b> <i>c</i>&amp;d', 'ab c&d'],
  ['headings', '<h1>A</h1>b<h2>C</h2>', 'A\n\nb\n\nC'],
  ['ends of lines', 'a<br>b<br/>c', 'a\nb\nc'],
  ['a list', '<ul><li>one<li>two</ul>three', '* one\n* two\n\nthree'],
  ['a list with numbers', '<ol start=3><li>c</li><li>d</li></ol>', '3. c\n4. d'],
  ['a list in a list', '<ul><li>a<ul><li>b</ul><li>c</ul>', '* a\n\n  * b\n\n* c'],
  ['a table', '<table><tr><th>a<th>b<tr><td>1<td>2</table>', 'a | b\n1 | 2'],
  ['a cell without text', '<table><tr><td><td>2</table>', '2'],
  ['a quotation', '<blockquote>a<p>b</blockquote>c', 'a\n\n> b\n\nc'],
  ['code as it is', '<pre>\n  a\n    b <i>c</i>\n</pre>d', '  a\n    b c\n\nd'],
  ['a link', '<a href="/x?a=1&amp;b=2">there</a>', 'there [https://example.com/x?a=1&b=2]'],
  ['a link that is its own text', '<a href="https://example.com/">https://example.com/</a>', 'https://example.com/'],
  ['a link to the page itself', '<a href="#top">up</a>', 'up'],
  ['a link that is a script', '<a href="javascript:x()">run</a> <a href="data:,x">d</a>', 'run d'],
  ['a link that is not an address', '<a href="http://[">x</a>', 'x'],
  ['entities', '&lt;b&gt; &#x41; &eacute; &nosuch; &#0;', '<b> A é &nosuch; \uFFFD'],
  ['a main part', 'menu<main>text</main>foot', 'text'],
  ['a main part by its role', 'menu<div role=main>text</div>foot', 'text'],
  ['one article', 'menu<article>text</article>foot', 'text'],
  ['several articles', 'a<article>b</article><article>c</article>', 'a\n\nb\n\nc'],
  ['an empty main part', '<main></main>text', 'text'],
  ['menus and what is at the side', '<nav>n</nav>t<aside>a</aside><button>b</button>', 't'],
  ['a whole page in a form', '<form><p>text<input value=x></form>', 'text'],
  ['nothing but a menu', '<nav>only <b>this</b></nav><script>x()</script>', 'only this'],
  ['scripts and styles', '<script>if (a<b) "</p>"</script><style>p{}</style><template>t</template>x', 'x'],
  ['what is written for browsers without scripts', '<noscript>n</noscript>x', 'x'],
  ['pictures of lines', '<svg><text>s</text><path/></svg>x<math><mi>m</math>y', 'xy'],
  ['comments, declarations and instructions', '<!doctype html><!-- c --><?php x ?><![CDATA[ d ]]>x', 'x'],
  ['hidden', '<p hidden>h</p><p style="color:red; display : none">h</p><p style="visibility:hidden">h</p>x', 'x'],
  ['not hidden', '<p style="display:block">a</p>', 'a'],
  ['an open dialog and one that is shut', '<dialog open>a</dialog><dialog>b</dialog>', 'a'],
  ['end tags of nothing', 'a</b></div></nav></main>b', 'ab'],
  ['tags that cross', '<b>a<i>b</b>c</i>d', 'abcd'],
  ['an attribute twice', '<p hidden=x hidden style=a style="display:none">h</p>x', 'x'],
  ['capitals', '<SCRIPT>x</SCRIPT><P HIDDEN>h</P><MAIN>Text</MAIN>', 'Text'],
  ['no markup', 'a < b && c > d', 'a < b && c > d'],
])('%s', async (_, html, text) => {
  expect(await textOf(html)).toBe(text)
})

test.each([
  ['<title> A &amp; B\n</title><p>x', 'A & B'],
  ['<svg><title>icon</title></svg><title>Page</title>', 'Page'],
  ['<title>one</title><title>two</title>', 'one'],
  [`<title>${'x'.repeat(1000)}</title>`, 'x'.repeat(300)],
  ['<p>x', ''],
])('the title of %s', async (html, title) => {
  expect((await readPage(html, 'https://example.com/')).title).toBe(title)
})

describe('a page takes time and memory by its length, whatever it is made of', () => {
  const times = 20_000
  test.each([
    ['titles without an end', '<title'.repeat(times)],
    ['tags that are not closed', '<b>'.repeat(times)],
    ['end tags of something else', '<b>'.repeat(times) + '</i>'.repeat(times)],
    ['tags that cross', '<b><i>'.repeat(times) + '</b></i>'.repeat(times)],
    ['cells', `<table><tr>${'<td>x'.repeat(times)}</table>`],
    ['cells of a million columns', '<table><tr><td colspan=100000000 rowspan=1000000000>x<td>y</table>'],
    ['tables in tables', '<table><tr><td>x'.repeat(times)],
    ['lists in lists', '<ul><li>x'.repeat(times)],
    ['quotations in quotations', '<blockquote>x'.repeat(times)],
    ['main parts in main parts', '<main>x'.repeat(times)],
    ['articles', '<article>x</article>'.repeat(times)],
    ['links', '<a href=x>y</a>'.repeat(times)],
    ['links in links', '<a href=x>y'.repeat(times)],
    ['attributes', `<p ${Array.from({ length: times }, (_, index) => `a${index}=x `).join('')}>x`],
    ['one attribute', `<p style="${';'.repeat(times * 5)}display:none">x`],
    ['one address', `<a href="${'x'.repeat(times * 10)}">x</a>`],
    ['entities', '&amp;'.repeat(times)],
    ['entities without an end', '&#x'.repeat(times)],
    ['comments without an end', '<!--'.repeat(times)],
    ['sections without an end', '<![CDATA['.repeat(times)],
    ['scripts without an end', '<script>'.repeat(times)],
    ['drawings', '<svg><path/>'.repeat(times)],
    ['blanks', `<p>x${' '.repeat(times * 5)}y`],
    ['lines of code', `<pre>${'\n'.repeat(times * 5)}y`],
    ['one word', 'x'.repeat(times * 10)],
    ['quotation marks', `<p a='${'"'.repeat(times)}`],
  ])('%s', async (_, html) => {
    const address = `https://example.com/${'a'.repeat(1500)}/`
    const { title, text } = await readPage(html, address)
    expect(title.length + text.length).toBeLessThan(html.length * 3 + 1_100_000)
  })
})
