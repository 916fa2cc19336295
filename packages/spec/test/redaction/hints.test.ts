import { expect, test } from 'vitest'
import { isHinted } from '../../src/redaction/hints.ts'

/** One text for each hint. */
const HINTS =
  `key tOKen github_pat whsec_ :*: :5439: :6432: sig= secret passw passphrase credential auth Bearer sess sid= sign
  :// curl mysql sshpass slack webhook /bot sk- sk_ rk_ ghp_ ghs_ glpat- glsoat- xox xapp- AKIA ASIA ABIA ACCA AIza ya29
  1//0 npm_ pypi- hf_ gsk_ xai- SG. doo_v1_ dor_v1_ shpat_ hvs. dckr_ dapi lin_ SK0 SKf ATATT sbp_ pplx- r8_ fm1 fm2 bkua_
  NRAK dp. PMAK rubygems_ cio 12345678:${'aB3-_'.repeat(7)} eyJ`.split(/\s+/)

/** Holds none, and is looked at three characters at a time. */
const PLAIN = 'lorem ipsum 12:30:59 äöü ſK '.repeat(60)

test('a long text holds what a short one holds, wherever it stands', () => {
  expect(isHinted(PLAIN)).toBe(false)
  const missed = HINTS.flatMap((hint) =>
    [`${hint} ${PLAIN}`, `${PLAIN}${hint}`, `${PLAIN}${hint.toUpperCase()} ${PLAIN}`].filter(
      (text) => isHinted(hint) && !isHinted(text),
    ),
  )
  expect(missed).toEqual([])
  expect(HINTS.filter((hint) => !isHinted(hint))).toEqual([])
})

/** Looked at in bytes, in several parts. */
const PLAIN_BYTES = 'lorem ipsum 12:30:59 '.repeat(7000)

test('so does a text of any length, at even places and odd ones, and where its parts meet', () => {
  expect(isHinted(PLAIN_BYTES)).toBe(false)
  const places = [0, 1, 65_530, 65_531, 65_532, 65_533, 65_534, 65_535, 65_536, PLAIN_BYTES.length]
  for (const [number, hint] of HINTS.entries()) {
    const at = places[number % places.length]!
    expect(isHinted(`${PLAIN_BYTES.slice(0, at)} ${hint} ${PLAIN_BYTES.slice(at)}`), `${hint} at ${at}`).toBe(true)
    expect(isHinted(`${PLAIN_BYTES.slice(0, at)}${hint}`), `${hint} ends at ${at}`).toBe(true)
  }
  for (let at = 65_500; at < 65_560; at++) {
    expect(isHinted(`${PLAIN_BYTES.slice(0, at)}xox${PLAIN_BYTES.slice(at)}`), `at ${at}`).toBe(true)
    expect(isHinted(`ä${PLAIN_BYTES.slice(0, at)}xox${PLAIN_BYTES.slice(at)}`), `behind ä, at ${at}`).toBe(true)
    expect(isHinted(`${PLAIN_BYTES.slice(0, at)}xox${PLAIN_BYTES.slice(at)}ä`), `before ä, at ${at}`).toBe(true)
  }
})

test('both ways to look find the same in chance', () => {
  let state = 7
  const next = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
  const signs = 'abcdefghiklmnopqrstuvwxyzKSGAJ0123456789:*=/-_. \n'
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: 1100 }, () => signs[next(signs.length)]).join('')
    // Shorter ones are searched with the regular expression; no hint is longer than what these two have in common.
    const isFound = isHinted(text.slice(0, 900)) || isHinted(text.slice(-900))
    expect(isHinted(text)).toBe(isFound)
  }
})
