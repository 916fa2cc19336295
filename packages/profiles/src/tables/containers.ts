import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, helpAndVersion, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import { type CommandTable, leftToPerson } from '../engine/table.ts'
import { READS_HERE } from '../engine/usual-effects.ts'
import { knownText, wordTarget, type ProfileWord } from '../model/word.ts'

const DAEMON = { kind: 'process', target: null, note: 'asks the daemon' } as const
const unevaluated = (source: string): CommandTable =>
  leftToPerson(source, 'changes containers, or runs something in them')

function looks(source: string, options: readonly OptionRow[] = [], more: Partial<CommandTable> = {}): CommandTable {
  return { source, style: 'exact', operands: 'nothing', ...more, options: [flags`--help --version -h`, ...options] }
}

const listing = [
  flags`-a --all -q --quiet -s --size -n -l --latest --no-trunc --digests --tree --services --orphans --no-stream --standard --human --details -t --timestamps --follow`,
  values`--format --filter -f --last --type --since --until --tail --status --sort`,
]
const dockerLists = looks('docker-ps(1), docker-images(1)', listing)
const logs = looks('docker-logs(1)', [
  flags`-f --follow -t --timestamps --details --no-color --no-log-prefix`,
  values`-n --tail --since --until --index`,
])
const lists = {
  'ls list ps inspect': looks('docker(1)', listing, { always: [DAEMON] }),
  'create rm remove prune connect disconnect rename start stop run exec kill cp build pull push load save import export tag':
    unevaluated('docker(1)'),
}

/** A field of a request to GraphQL: its text; `-F name=@file` sends a file. gh-api(1) */
const FIELD = /^(\w+)=(?!@)([^]*)$/
/** Names the operations of GraphQL that change or subscribe to something. spec.graphql.org, 2.3 */
const CHANGES = /\b(?:mutation|subscription)\b/i

/** `gh api graphql -f query='{ viewer { login } }'`: what is sent is a question. */
function onlyQueries(call: Invocation): boolean {
  if (knownText(call.operands[0]?.word ?? null) !== 'graphql' || call.has('--input -X --method')) return false
  const given = call.options.filter(({ name }) => /^(?:-f|--raw-field|-F|--field)$/.test(name))
  const fields = given.map(({ values: [value] }) => FIELD.exec(knownText(value ?? null) ?? ''))
  const queries = fields.filter((field) => field?.[1] === 'query')
  return (
    queries.length === 1 &&
    fields.every((field) => field !== null && !CHANGES.test(field[2]!)) &&
    isQuery(queries[0]![2]!)
  )
}

const isQuery = (text: string): boolean => /^\s*(?:\{|query\b)/.test(text)

/** Without a method, `gh api` gets. */
function isReadingMethod(method: ProfileWord | undefined): boolean {
  return method === undefined || method === 'GET' || method === 'HEAD'
}

/** A whole address is asked for at its own host. gh-api(1) */
function otherForge(call: Invocation): ProfileRefusal | undefined {
  const found = call.operands.find(({ word }) => /:\/\//.test(knownText(word) ?? ''))
  return found && { code: 'NOT_EVALUATED', message: 'gh api: an address names its own host', at: found.at }
}

/** With `-o templatefile` and its like, a word of the options is a file. kubectl(1) */
function evaluateOutput(call: Invocation): ProfileRefusal | undefined {
  const format = call.value('-o --output')
  if (format === undefined) return call.has('--template') ? showsSecrets(call) : undefined
  const text = knownText(format)
  if (text !== 'name' && text !== 'wide') {
    const refusal = showsSecrets(call)
    if (refusal) return refusal
  }
  if (text !== null && !/^[\w-]*file(?:=|$)/.test(text)) return undefined
  return { code: 'NOT_EVALUATED', message: 'kubectl: the output is shaped by a file' }
}

/** The formats that shape an object show what is in it, of a secret too. kubernetes.io, Managing Secrets using kubectl */
function showsSecrets(call: Invocation): ProfileRefusal | undefined {
  const found = call.operands.find(({ word }) => {
    const kinds = knownText(word)
    return kinds === null || /(?:^|,)secrets?(?:\.v1\.)?(?:[,/]|$)/i.test(kinds)
  })
  return found && { code: 'NOT_EVALUATED', message: 'kubectl: shows what is in secrets', at: found.at }
}

/** kubectl(1), gh(1): what only looks, with options that shape the output. */
const kubectlLooks: readonly OptionRow[] = [
  flags`-A --all-namespaces -w --watch --watch-only --show-labels --no-headers --show-kind --ignore-not-found -R --recursive -p --previous --follow --timestamps --all-containers --prefix --containers --client --short --minify --flatten --api-versions`,
  flags('-f', 'flag'),
  values`-n --namespace -o --output -l --selector --field-selector --sort-by -L --label-columns --tail --since --since-time -c --container --chunk-size --request-timeout --template --max-log-requests --limit-bytes --verbs --api-group --subresource`,
  values`--context --cluster --user`,
  unevaluatedValues`--kubeconfig --server -s --token --as --as-group --certificate-authority --cache-dir --filename -k --kustomize --profile --raw`,
]
const kubectlTable = (source: string, follows = false): CommandTable =>
  looks(source, kubectlLooks, {
    always: [
      { kind: 'network', target: null, note: 'the cluster' },
      { kind: 'execute', target: null, origin: 'helper', note: 'credential plugin of the kubeconfig' },
    ],
    refine: (call) =>
      call.has('-f') && !follows
        ? { code: 'NOT_EVALUATED', message: 'kubectl: -f is a file or an address here' }
        : evaluateOutput(call),
  })

const ghOptions: readonly OptionRow[] = [
  flags`-c --comments -d --draft --log --log-failed --exit-status -v --verbose --watch --required --patch --name-only --archived --fork --source --json-fields`,
  values`-L --limit -s --state -A --author -a --assignee -l --label -B --base -H --head -S --search -q --jq -t --template --json -b --branch --workflow -e --event -u --user -R --repo --status -j --job --attempt --interval -i --milestone --app --color -m --mention --created --commit -o --order --visibility --topic --language --sort`,
  flags('-w --web', 'unevaluated'),
]
const GITHUB = [{ kind: 'network', target: 'api.github.com' }] as const
/** gh(1), formatting: its jq has the environment, with the tokens in it. */
function showsEnvironment(call: Invocation): undefined {
  const filter = call.value('-q --jq')
  if (filter === undefined) return
  const text = knownText(filter)
  if (text === null || /\benv\b|\$ENV/.test(text)) call.effects.push({ kind: 'environment', target: null })
}
/** `-R HOST/OWNER/REPO`, `HOST/OWNER/REPO`, or an address: the tokens go to that host. */
function namesOtherHost(call: Invocation): ProfileRefusal | undefined {
  // Behind `--` stand files. gh-pr-diff(1)
  const isBefore = ({ at }: { readonly at: number }) => call.endOfOptions < 0 || at < call.endOfOptions
  const words = [call.value('-R --repo') ?? '', ...call.operands.filter(isBefore).map(({ word }) => word)]
  for (const word of words) {
    const text = knownText(word)
    const host = text === null ? null : (/^(?:\w+:\/\/|git@)?([^/:]+)[/:][^/]+\/[^/]+/.exec(text)?.[1] ?? 'github.com')
    if (host === 'github.com' || host === 'www.github.com') continue
    // What is only known at run time is a number or a name of the repository, unless it has slashes.
    if (host === null && call.value('-R --repo') === undefined) continue
    return { code: 'NOT_EVALUATED', message: `${call.program}: a repository on another host than github.com` }
  }
  return undefined
}
const ghLooks = (source: string, more: readonly OptionRow[] = []): CommandTable =>
  looks(source, [...ghOptions, ...more], {
    always: GITHUB,
    refine: (call) => {
      showsEnvironment(call)
      return namesOtherHost(call)
    },
  })

/** gh-pr-create(1), gh-pr-comment(1): what is written goes to the repository that the folder belongs to. */
const ghWrites = (source: string): CommandTable => ({
  source,
  style: 'exact',
  options: [
    helpAndVersion,
    flags`-d --draft --dry-run -f --fill --fill-first --fill-verbose --no-maintainer-edit`,
    values`-a --assignee -B --base -b --body -H --head -l --label -m --milestone -p --project -r --reviewer -t --title`,
    values('-F --body-file', 'read'),
    flags('-e --editor -w --web --edit-last --delete-last --create-if-none --yes', 'unevaluated'),
    unevaluatedValues`-R --repo -T --template --recover`,
  ],
  operands: 'nothing',
  always: [{ kind: 'network', target: 'api.github.com', sends: true }],
  refine: namesOtherHost,
})

/** `docker build .`: what the Dockerfile of the workspace says, run by the daemon. docker-build(1), buildx */
const dockerBuild: CommandTable = {
  source: 'docker-build(1): other contexts, secrets, sockets, networks and where the result goes are not judged',
  style: 'exact',
  options: [
    flags`--help --version -q --quiet --no-cache --pull --rm --force-rm --squash --load --check --compress -D --debug`,
    values`-t --tag --target --platform --progress --build-arg --label --shm-size --ulimit --annotation --no-cache-filter --provenance --sbom`,
    values('-f --file', 'flag'),
    values('--iidfile --metadata-file', 'write'),
  ],
  ownOperands: true,
  always: [
    { kind: 'execute', target: 'Dockerfile', origin: 'workspace' },
    { kind: 'process', target: null, note: 'the daemon runs it' },
    { kind: 'network', target: null },
  ],
  refine: (call) => {
    const places = [
      ...call.operands.map(({ word }) => word),
      ...call.options.filter(({ name }) => /^(?:-f|--file)$/.test(name)).map(({ values: [word] }) => word ?? null),
    ]
    for (const word of places) {
      const text = wordTarget(word)
      // `-` is a context from the input; what has a colon or an `@` is fetched.
      if (text !== null && /^[\w.][\w./-]*$/.test(text) && !/(?:^|\/)\.\.(?:\/|$)|\.git$/.test(text)) {
        call.effects.push({ kind: 'file-read', target: text, recursive: true })
      } else call.executes(text, 'argument', 'a context that decides what runs')
    }
  },
}

/** Containers, clusters, forges. */
export const containers: Readonly<Record<string, CommandTable>> = {
  'docker podman nerdctl': {
    source: 'docker(1), GTFOBins docker',
    style: 'exact-posix',
    options: [
      flags`--help --version -v -D --debug`,
      values`-l --log-level`,
      unevaluatedValues`-H --host -c --context --config --tls --tlscacert --tlscert --tlskey --url --connection --identity --root --runroot --storage-driver`,
    ],
    operands: { none: [] },

    subcommands: {
      'ps images version info top port history stats inspect diff events search': { ...dockerLists, always: [DAEMON] },
      logs: { ...logs, always: [DAEMON] },
      'container image volume network system context builder buildx node service stack secret config plugin manifest': {
        source: 'docker(1)',
        subcommands: {
          ...lists,
          'df info': looks('docker-system(1)', listing, { always: [DAEMON] }),
          logs: { ...logs, always: [DAEMON] },
        },
      },
      compose: {
        source: 'docker-compose(1)',
        options: [
          flags`--compatibility --all-resources`,
          values`--profile -p --project-name --ansi --progress --parallel`,
          values('-f --file --env-file', 'read'),
          unevaluatedValues`--project-directory`,
        ],
        subcommands: {
          'ps ls images top port version': { ...dockerLists, always: [DAEMON, READS_HERE] },
          config: looks(
            'docker-compose(1)',
            [
              flags`-q --quiet --services --images --volumes --profiles --no-interpolate --no-normalize --hash`,
              values`--format`,
            ],
            { always: [READS_HERE] },
          ),
          logs: { ...logs, always: [DAEMON, READS_HERE] },
          'up down start stop restart run exec build pull push rm kill create pause unpause cp watch attach wait scale':
            unevaluated('docker-compose(1)'),
        },
      },
      build: dockerBuild,
      'run exec pull push rm rmi stop start restart kill create cp commit load save import export login logout tag rename update pause unpause attach wait swarm init scout machine pod play generate':
        unevaluated('docker(1)'),
    },
  },
  kubectl: {
    source: 'kubectl(1)',
    style: 'exact-posix',
    options: [helpAndVersion, ...kubectlLooks],
    operands: { none: [] },

    subcommands: {
      logs: kubectlTable('kubectl-logs(1)', true),
      'get describe top api-resources api-versions explain version cluster-info events': kubectlTable('kubectl-get(1)'),
      config: {
        source: 'kubectl-config(1)',
        subcommands: { 'view get-contexts current-context get-clusters get-users': kubectlTable('kubectl-config(1)') },
      },
      auth: {
        source: 'kubectl-auth(1)',
        subcommands: { 'can-i whoami': kubectlTable('kubectl-auth(1)') },
      },
      'apply create delete edit exec run patch replace scale rollout set label annotate expose cp port-forward proxy drain cordon uncordon taint attach debug wait diff plugin kustomize autoscale certificate completion':
        unevaluated('kubectl(1)'),
    },
  },
  gh: {
    source: 'gh(1): aliases and extensions are subcommands that no table has',
    style: 'exact-posix',
    options: [helpAndVersion],
    operands: { none: [] },

    subcommands: {
      pr: {
        source: 'gh-pr(1)',
        subcommands: {
          'list ls view status checks diff': ghLooks('gh-pr(1)'),
          'create comment': ghWrites('gh-pr-create(1), gh-pr-comment(1)'),
        },
      },
      issue: {
        source: 'gh-issue(1)',
        subcommands: {
          'list ls view status': ghLooks('gh-issue(1)'),
          'create comment': ghWrites('gh-issue-create(1), gh-issue-comment(1)'),
        },
      },
      run: {
        source: 'gh-run(1)',
        subcommands: {
          // There `-w` is a workflow, and nothing opens a browser.
          'list ls': ghLooks('gh-run-list(1)', [values`-w`]),
          'view watch': ghLooks('gh-run(1)'),
        },
      },
      'release workflow label gist cache ruleset project': {
        source: 'gh(1)',
        subcommands: { 'list ls view': ghLooks('gh(1)') },
      },
      repo: { source: 'gh-repo(1)', subcommands: { 'list ls view': ghLooks('gh-repo(1)') } },
      search: {
        source: 'gh-search(1)',
        subcommands: { 'repos issues prs code commits': ghLooks('gh-search(1)') },
      },
      auth: {
        source: 'gh-auth(1)',
        subcommands: {
          status: looks('gh-auth(1)', [flags`-a --active`, values`-h --hostname`], { always: GITHUB }),
        },
      },
      status: ghLooks('gh-status(1)'),
      api: {
        source: 'gh-api(1): a body or a method makes it a change',
        style: 'exact',
        options: [
          flags`--help --version --paginate --slurp -i --include --silent --verbose`,
          values`-q --jq -t --template -H --header -p --preview --cache`,
          unevaluatedValues`--hostname`,
          values('-X --method -f --raw-field -F --field', 'flag'),
          values('--input', 'read'),
        ],
        operands: 'nothing',
        always: GITHUB,
        refine: (call) => {
          showsEnvironment(call)
          const sends = call.has('-f --raw-field -F --field --input') && !onlyQueries(call)
          return sends || !isReadingMethod(call.value('-X --method'))
            ? { code: 'NOT_EVALUATED', message: 'gh api: changes something' }
            : otherForge(call)
        },
      },
    },
  },
}
