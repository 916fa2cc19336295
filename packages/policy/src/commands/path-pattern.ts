/**
 * Compiles a pattern on absolute paths: `*` within a segment, `**` across segments, `?` one character, a leading `~`
 * the home folder. Everything else stands for itself. Case counts, as on POSIX file systems.
 */
export function compilePathPattern(pattern: string, home: string): (path: string) => boolean {
  const absolute = pattern === '~' || pattern.startsWith('~/') ? home + pattern.slice(1) : pattern
  if (!absolute.startsWith('/')) return () => false
  let expression = ''
  for (let at = 0; at < absolute.length; at++) {
    const character = absolute[at]!
    if (character === '*' && absolute[at + 1] === '*') {
      expression += '.*'
      at++
    } else if (character === '*') expression += '[^/]*'
    else if (character === '?') expression += '[^/]'
    else expression += character.replace(/[\\^$.|+()[\]{}]/g, '\\$&')
  }
  const compiled = new RegExp(`^${expression}$`, 's')
  // A path that is not in its plain form could pass a pattern and mean another file.
  return (path) => !/(^|\/)\.{1,2}(\/|$)|\/\//.test(path) && compiled.test(path)
}
