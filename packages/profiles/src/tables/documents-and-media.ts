import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, helpAndVersion, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME } from '../engine/usual-effects.ts'
import { knownText, wordTarget, type ProfileWord } from '../model/word.ts'
import { outsideIsCode } from './tool-of-workspace.ts'

/** A name that these tools do not take for a file: a protocol, a coder, a list of names, a script. */
const NO_FILE = /^@|^[A-Za-z][\w.+-]*:|,,/

function unlikeFile(call: Invocation, word: ProfileWord, at: number): ProfileRefusal | undefined {
  const text = wordTarget(word)
  if (text !== null && !NO_FILE.test(text)) return undefined
  return {
    code: 'NOT_EVALUATED',
    message: `${call.program}: ${text ?? 'a word'} may be more than the name of a file`,
    at,
  }
}

function file(call: Invocation, word: ProfileWord, kind: 'file-read' | 'file-write'): void {
  const text = wordTarget(word)
  if (text === '-' || text === '/dev/null') return
  const glob = knownText(word) === null ? { glob: true as const } : {}
  call.effects.push({ kind, target: text, ...glob })
}

/** Containers and codecs whose files name no other files. ffmpeg-formats(1) */
const PLAIN_FORMAT =
  /^(?:mp4|mov|webm|matroska|mkv|avi|mp3|wav|ogg|opus|flac|aac|adts|gif|image2|null|mpegts|webp|rawvideo|s16le|f32le|json|xml|csv|flat|compact)$/
/** Filters that only work on the picture and the sound that they are given. ffmpeg-filters(1) */
const PLAIN_FILTER =
  /^(?:\[\w+(?::\w)?\])*(?:(?:scale|fps|crop|pad|setpts|asetpts|trim|atrim|transpose|hflip|vflip|rotate|format|volume|atempo|concat|overlay|palettegen|paletteuse|split|asplit|fade|afade|loudnorm|silenceremove|aresample|amix|thumbnail|tile|select|eq|hue|null|anull|setsar|setdar|yadif|unsharp|boxblur|gblur)(?:=[\w=:.*+/()-]*)?)?(?:\[\w+(?::\w)?\])*$/

/** Pictures and sounds that come from nowhere. ffmpeg-filters(1), Video Sources */
const PLAIN_SOURCE =
  /^(?:testsrc2?|color|smptebars|smptehdbars|rgbtestsrc|nullsrc|anullsrc|sine|allrgb|gradients)(?:=[\w=:.*+/#@-]*)?$/

const FFMPEG_FLAGS =
  '-y -n -hide_banner -nostats -stats -an -vn -sn -dn -shortest -nostdin -version -h -formats -codecs -encoders -decoders -filters -pix_fmts'
const FFMPEG_VALUES =
  '-t -ss -to -r -s -c -c:v -c:a -c:s -codec -codec:v -codec:a -vcodec -acodec -b -b:v -b:a -crf -preset -pix_fmt -vframes -frames:v -ar -ac -map -metadata -loglevel -v -threads -q -q:v -q:a -qscale:v -movflags -g -aspect -loop -tune -profile:v -level -maxrate -bufsize -framerate -itsoffset -start_number -ab -vb'

function evaluateFfmpeg(call: Invocation): ProfileRefusal | undefined {
  const isProbe = call.program === 'ffprobe'
  const synthetic = call.options.some(
    ({ name, values: [format] }) => name === '-f' && knownText(format ?? null) === 'lavfi',
  )
  for (const { name, values: given, at } of call.options) {
    const [value] = given
    if (value === undefined) continue
    const text = knownText(value)
    if (name === '-i' && synthetic && !PLAIN_SOURCE.test(text ?? '')) {
      return { code: 'NOT_EVALUATED', message: `${call.program}: ${text ?? 'a source'} may name further files`, at }
    }
    const isSource = name === '-i' && synthetic && PLAIN_SOURCE.test(text ?? '')
    if (isSource || (name === '-f' && text === 'lavfi')) continue
    const parts = name === '-f' ? null : (text?.split(/[,;]/) ?? [null])
    const isPlain =
      parts === null
        ? text !== null && PLAIN_FORMAT.test(text)
        : parts.every((part) => part !== null && PLAIN_FILTER.test(part))
    if (/^-(?:f$|vf|af|filter)/.test(name) && !isPlain) {
      return { code: 'NOT_EVALUATED', message: `${call.program}: ${name} may name further files`, at }
    }
    if (name !== '-i') continue
    const refusal = unlikeFile(call, value, at) ?? playlist(call, value, at)
    if (refusal) return refusal
    file(call, value, 'file-read')
  }
  for (const { word, at } of call.operands) {
    if (isProbe && synthetic) {
      if (PLAIN_SOURCE.test(knownText(word) ?? '')) continue
      return { code: 'NOT_EVALUATED', message: `${call.program}: a source that may name further files`, at }
    }
    const refusal = unlikeFile(call, word, at) ?? (isProbe ? playlist(call, word, at) : undefined)
    if (refusal) return refusal
    file(call, word, isProbe ? 'file-read' : 'file-write')
  }
  return undefined
}

function playlist(call: Invocation, word: ProfileWord, at: number): ProfileRefusal | undefined {
  const isOne = /\.(?:m3u8?|ffconcat|txt|mpd|sdp|xml|edl)$/i.test(wordTarget(word) ?? '')
  return isOne ? { code: 'NOT_EVALUATED', message: `${call.program}: a list of files`, at } : undefined
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|bmp|tiff?|ico|avif|heic|ppm|pgm|pbm|tga)$/i

/** A picture of one colour. ImageMagick, Canvas Creation */
const CANVAS = /^(?:xc|canvas):(?:[a-z]+\d*|#[\da-f]{3,8})$/i

/** Every other name may be a script, or start another program: `x.msl`, `x.svg`, `x.pdf`, `text:x`. */
function evaluatePictures(call: Invocation): ProfileRefusal | undefined {
  const { program, operands } = call
  for (const [index, { word, at }] of operands.entries()) {
    const text = wordTarget(word) ?? ''
    if (CANVAS.test(text) && index < operands.length - 1) continue
    const refusal = unlikeFile(call, word, at)
    if (refusal) return refusal
    if (!PICTURE.test(text)) return { code: 'NOT_EVALUATED', message: `${program}: ${text} is not a plain picture`, at }
    const writes = program === 'mogrify' || (program !== 'identify' && index > 0 && index === operands.length - 1)
    if (writes) file(call, word, 'file-write')
    if (!writes || program === 'mogrify') file(call, word, 'file-read')
  }
  return undefined
}

const pictures: CommandTable = {
  source: 'ImageMagick: command-line options; CVE-2016-3714 and kin: names and files that are more than pictures',
  style: 'long',
  plus: 'nothing',
  options: [
    flags`--help --version -version -list -strip -flip -flop -trim -auto-orient -flatten -append -negate -normalize -monochrome -verbose -ping -transpose -equalize`,
    values`-resize -quality -crop -density -depth -colorspace -gravity -geometry -background -extent -rotate -blur -sharpen -type -fuzz -threshold -size -thumbnail -scale -sample -colors -units -interlace -compress -alpha -grayscale -format -border -bordercolor -delay -loop`,
  ],
  ownOperands: true,
  refine: evaluatePictures,
}

function evaluatePandoc(call: Invocation): ProfileRefusal | undefined {
  for (const { name, values: given, at } of call.options) {
    const text = given[0] === undefined ? '' : (knownText(given[0]) ?? '/')
    const isCode = /^(?:-[ftrw]|--(?:from|to|read|write))$/.test(name) && /[/.]/.test(text)
    // A program for the pages is started: latex, wkhtmltopdf.
    const isPages = (name === '-o' || name === '--output') && /\.pdf$/i.test(text)
    const isFetched = /^(?:-c|--css|--bibliography|--csl|--metadata-file)$/.test(name) && /^[a-z][\w+.-]*:/i.test(text)
    if (isFetched) return { code: 'NOT_EVALUATED', message: `pandoc: ${text} is fetched`, at }
    if (isCode || isPages || text === 'pdf') {
      return { code: 'NOT_EVALUATED', message: `pandoc: ${name} ${text} runs another program`, at }
    }
  }
  const [first] = call.operands
  // Its own commands: an interpreter, and a server.
  if (first !== undefined && /^(?:lua|server)$/.test(knownText(first.word) ?? '')) {
    return { code: 'NOT_EVALUATED', message: `pandoc: ${knownText(first.word)} takes code or listens`, at: first.at }
  }
  for (const { word } of call.operands) {
    if (/^https?:/i.test(wordTarget(word) ?? '')) call.effects.push(CONTACTS_SOME)
    else file(call, word, 'file-read')
  }
  return undefined
}

/** A tag is printed; `-Tag=x`, `-Tag<=file`, `-if`, `-@`, `-config`, `-p` do more. exiftool(1) */
const EXIFTOOL_OPTION =
  /^-(?:a|u|g\d*|G[\d:]*|s\d*|S|j|json|csv|r|n|ver|X|b|t|T|e|f|m|q|v\d*|fast\d*|D|H|E|[A-Z][A-Za-z]+(?::[A-Z]\w*)?)$/

const notEvaluated = (source: string, why: string): CommandTable => ({
  source,
  raw: true,
  ownOperands: true,
  refine: (call) => {
    const [only] = call.operands
    const asksVersion = call.operands.length === 1 && /^--?(?:version|help)$/.test(knownText(only!.word) ?? '')
    return asksVersion ? undefined : { code: 'NOT_EVALUATED', message: `${call.program}: ${why}` }
  },
})

/** Converters of documents, pictures and sound. Most have options that run programs or read other files. */
export const documentsAndMedia: Readonly<Record<string, CommandTable>> = {
  'ffmpeg ffprobe': {
    source: 'ffmpeg(1), ffmpeg-protocols(1), ffmpeg-formats(1)',
    style: 'long',
    options: [
      helpAndVersion,
      flags(`${FFMPEG_FLAGS} -show_format -show_streams -show_frames -show_chapters`),
      values(`${FFMPEG_VALUES} -of -print_format -show_entries -select_streams`),
      { names: '-i -f -vf -af -filter:v -filter:a -filter_complex', takes: 1, does: 'flag' },
    ],
    ownOperands: true,

    refine: evaluateFfmpeg,
  },
  'convert mogrify identify composite': pictures,
  // Its tools by their names, scripts and all else that it is given first are not evaluated.
  magick: {
    ...pictures,
    subcommands: {
      'convert mogrify identify composite': pictures,
      'montage animate display import stream conjure compare': notEvaluated(
        'ImageMagick',
        'pictures, scripts and screens',
      ),
    },
  },
  'montage animate display import stream conjure': notEvaluated('ImageMagick', 'pictures, scripts and screens'),
  pandoc: {
    source: 'pandoc(1): filters, templates and engines are programs',
    style: 'gnu',
    options: [
      flags`--help --version -s --standalone --toc --table-of-contents -N --number-sections --no-highlight --list-input-formats --strip-comments`,
      values`--wrap --columns --toc-depth --shift-heading-level-by --eol --tab-stop --markdown-headings -M --metadata -V --variable`,
      { names: '-f -t -r -w --from --to --read --write', takes: 1, does: 'flag' },
      values('-c --css --bibliography --csl --metadata-file', 'read'),
      { names: '-o --output', takes: 1, does: 'write' },
    ],
    dashIsStream: true,
    ownOperands: true,
    refine: evaluatePandoc,
  },
  exiftool: {
    source: 'exiftool(1): -if and -p are code, -config too, -@ reads arguments',
    raw: true,
    ownOperands: true,
    refine: (call) => {
      for (const { word, at } of call.operands) {
        const text = wordTarget(word)
        if (text === null || (text.startsWith('-') && !EXIFTOOL_OPTION.test(text))) {
          return { code: 'NOT_EVALUATED', message: `exiftool: ${text ?? 'a word'} may write or run something`, at }
        }
        if (!text.startsWith('-')) call.effects.push({ kind: 'file-read', target: text, recursive: true })
      }
    },
  },
  'gs ghostscript ps2pdf': notEvaluated(
    'gs(1): PostScript is a language, -sOutputFile=%pipe% runs',
    'its input is a program',
  ),
  'pdftotext pdftohtml': {
    source: 'pdftotext(1)',
    style: 'long',
    options: [flags`-layout -raw -nopgbrk -bbox -q -v -h -help --help`, values`-f -l -r -x -y -W -H -enc -eol`],
    dashIsStream: true,
    operands: { first: ['read', 'write'] },
    refine: (call) => {
      if (call.operands.length === 1) call.effects.push({ kind: 'file-write', target: '.', recursive: true })
    },
  },
  pdfinfo: {
    source: 'pdfinfo(1)',
    style: 'long',
    options: [flags`-box -meta -dests -struct -v -h -help --help -isodates -rawdates`, values`-f -l -enc`],
    operands: 'read',
  },
  'dot neato fdp sfdp circo twopi': {
    source: 'dot(1): -l and -n load',
    options: [flags('-V -v -q -O -P', 'nothing'), values`-T -K -G -N -E -s`, values('-o', 'write')],
    operands: 'read',
    refine: (call) => {
      if (call.has('-O')) call.effects.push({ kind: 'file-write', target: '.', recursive: true })
      // Attributes name pictures, fonts and folders: `-Gimagepath=/x`.
      return outsideIsCode(call)
    },
  },
  fzf: {
    source: 'fzf(1): --preview, --bind and --listen run commands',
    style: 'exact',
    plus: 'nothing',
    options: [
      flags`--help --version -e --exact -i --no-sort --tac --read0 --print0 -1 --select-1 -0 --exit-0 --ansi -m --multi --no-multi --reverse --cycle --print-query --sync`,
      values`-f --filter -q --query -n --nth -d --delimiter --height --prompt --header --algo --scheme --tiebreak --with-nth --layout --color`,
    ],
    operands: { none: [] },
  },
}
