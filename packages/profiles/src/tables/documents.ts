import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, DELETES_HERE, READS_HERE, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { knownText } from '../model/word.ts'
import { outsideIsCode, tool } from './tool-of-workspace.ts'
import { turns } from './turns-files.ts'

/** A name of TeX is a file unless it begins a command: `\input{x}`, `&format`. tex(1) */
function plainInput(call: Invocation): ProfileRefusal | undefined {
  const other = call.operands.find(({ word }) => /^[\\&]|[{}$%]/.test(knownText(word) ?? '\\'))
  return other && { code: 'EXECUTES_CODE', message: `${call.program}: code in the arguments`, at: other.at }
}

const texOptions = [
  flags`-halt-on-error --halt-on-error -file-line-error --file-line-error -draftmode --draftmode -no-shell-escape --no-shell-escape -recorder --recorder -8bit -version -help -quiet --quiet`,
  values`-interaction --interaction -synctex --synctex`,
  values('-jobname --jobname', 'write'),
  values('-output-directory --output-directory', 'write-tree'),
]

const site = (source: string, code: string, options: readonly OptionRow[]): CommandTable =>
  tool(source, code, options, { always: [workspaceCode(code), READS_HERE, WRITES_HERE] })

/** What turns text into documents, pages and indexes. */
export const documents: Readonly<Record<string, CommandTable>> = {
  'pdflatex xelatex lualatex latex pdftex xetex luatex tex': turns(
    'pdftex(1): -shell-escape lets the document run programs',
    [
      ...texOptions,
      unevaluatedValues`-ini -fmt -shell-escape -shell-restricted -output-format -cnf-line -mktex -enable-write18 -progname -translate-file -parse-first-line -lua -luaonly -luahashchars -socket`,
    ],
    { style: 'long', refine: plainInput },
  ),
  latexmk: turns(
    'latexmk(1): -r, -e and rules such as -pdflatex=x are code; .latexmkrc is too',
    [
      ...texOptions,
      flags`-pdf -pdfxe -pdflua -pdfps -dvi -ps -f -g -c -C -CA -silent -quiet -verbose -cd -bibtex -bibtex- -nobibtex -time -rules -deps -diagnostics -norc -gg -v`,
      values('-outdir --outdir -auxdir --auxdir -out2dir', 'write-tree'),
    ],
    { style: 'long', always: [READS_HERE, WRITES_HERE, workspaceCode('.latexmkrc'), DELETES_HERE], refine: plainInput },
  ),
  typst: {
    source: 'typst: command line; packages are fetched',
    style: 'exact',
    options: [flags`--help --version -h -V`, values`--color`],
    subcommands: {
      'compile c watch w': {
        ...turns('typst compile', [
          values`-f --format --ppi --pages --diagnostic-format -j --jobs --input --features --creation-timestamp`,
          unevaluatedValues`--root --font-path --package-path --package-cache-path --deps --make-deps --timings --open --cert --ignore-system-fonts`,
        ]),
        always: [READS_HERE, WRITES_HERE, CONTACTS_SOME],
        operands: { first: ['read'], rest: 'write' },
      },
      fonts: { source: 'typst fonts', options: [flags`--variants`] },
    },
  },
  'asciidoctor asciidoctor-pdf': turns(
    'asciidoctor(1): -r and -T are code, -a can lift the safe mode',
    [
      flags`-v -V -q -w -s -e -t -n -h --verbose --quiet --warnings --no-header-footer --embedded --timings --section-numbers`,
      values`-b --backend -d --doctype --failure-level`,
      values('-o --out-file', 'write'),
      values('-D --destination-dir', 'write-tree'),
      unevaluatedValues`-r --require -T --template-dir -E --template-engine -a --attribute -S --safe-mode -B --base-dir -R --source-dir -I --load-path`,
    ],
    {
      always: [],
      operands: 'read',
      refine: (call) => {
        // Next to the document, unless an option names another place.
        if (!call.has('-o --out-file -D --destination-dir -v -V -h --version --help')) call.effects.push(WRITES_HERE)
      },
    },
  ),
  mkdocs: {
    source: 'mkdocs: command line; plugins and hooks are code',
    style: 'exact',
    options: [flags`--help --version -q -v -V -h`],
    subcommands: {
      'build get-deps': site('mkdocs build', 'plugins and hooks', [
        flags`-c -s -q -v --clean --dirty --strict --no-strict --use-directory-urls --no-directory-urls --quiet --verbose`,
        values`-t --theme`,
        values('-d --site-dir', 'write-tree'),
        unevaluatedValues`-f --config-file`,
      ]),
    },
  },
  'sphinx-build': site('sphinx-build(1): conf.py is code, -c, -C, -D and -A change it', 'conf.py', [
    flags`-a -E -n -q -Q -v -vv -W -T -N --write-all --fresh-env --nitpicky --quiet --silent --verbose --fail-on-warning --keep-going --show-traceback --no-color --color`,
    values`-b --builder -M -j --jobs -t --tag`,
    values('-d --doctree-dir', 'write-tree'),
    values('-w --warning-file', 'write'),
    unevaluatedValues`-c --conf-dir -C --isolated -D --define -A --html-define -P --pdb`,
  ]),
  doxygen: turns('doxygen: the configuration names filters, which are programs', [flags`-v -h -q -s -V`], {
    always: [READS_HERE, WRITES_HERE, workspaceCode('filters of the Doxyfile')],
    refine: outsideIsCode,
  }),
  'ctags universal-ctags': turns(
    'ctags(1): --options and --_x read further options, --filter reads names',
    [
      flags`-R -a -e -n -N -u -x -V --recurse --append --totals --help-full --list-languages --list-kinds --tag-relative --print-language --list-maps`,
      values`--languages --fields --extras --exclude --sort --format --output-format --c-kinds --kinds-all --langmap --excmd --line-directives --links --map-all`,
      optionals`--recurse --append --totals --tag-relative --sort --links`,
      values('-f -o', 'write'),
      unevaluatedValues`-L --options -p --options-maybe --optlib-dir --filter --libexec-dir --data-dir -D -I`,
    ],
    { operands: 'read-tree' },
  ),
  bc: {
    source: 'bc(1): a file is read as a program of numbers',
    style: 'gnu',
    options: [flags`--help --version -l -q -s -w -h -v --mathlib --quiet --standard --warn --version`],
    operands: 'read',
  },
  plantuml: turns(
    'plantuml: command line; -graphvizdot names a program, includes read other files and addresses',
    [
      flags`-tsvg -tpng -tpdf -ttxt -tutxt -teps -tlatex -version -help -testdot -checkonly -nometadata -verbose -quiet -progress -duration -failfast -failfast2 -syntax -stdrpt`,
      values('-o -output', 'write-tree'),
      values`-charset -nbthread`,
    ],
    { style: 'long', always: [READS_HERE, WRITES_HERE, { kind: 'execute', target: 'dot', origin: 'helper' }] },
  ),
}
