import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, READS_HERE, loadsFirst, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { knownText } from '../model/word.ts'
import { handsOn } from './script-arguments.ts'
import { evaluateNamedTasks, evaluateTasks, settings, taskDriver, worksIn } from './tasks-of-workspace.ts'
import { outsideIsCode } from './tool-of-workspace.ts'

/** Settings that are switched, or say how much is optimised: no compiler, launcher or file of settings. cmake-variables(7) */
const PLAIN_CACHE_ENTRY =
  /^[A-Za-z_]\w*(?::\w+)?=(?:ON|OFF|TRUE|FALSE|YES|NO|on|off|true|false|\d+|Debug|Release|RelWithDebInfo|MinSizeRel)$/

const CMAKE_FOLDERS = '-B -S --build'

function evaluateCmake(call: Invocation): ProfileRefusal | undefined {
  const refusal = settings(call, '-D', PLAIN_CACHE_ENTRY) ?? evaluateNamedTasks(call, '--target -t')
  if (refusal) return refusal
  worksIn(call, CMAKE_FOLDERS)
  // What stands behind `--` is for the builder.
  const own = call.operands.filter(({ at }) => call.endOfOptions < 0 || at < call.endOfOptions)
  const handedOn = call.operands.filter(({ at }) => call.endOfOptions >= 0 && at > call.endOfOptions)
  const other = handedOn.find(({ word }) => !/^(?:-[jk]\d*|-v|\d+|\w+)$/.test(knownText(word) ?? '?'))
  if (other) return { code: 'NOT_EVALUATED', message: 'cmake: an option for the builder', at: other.at }
  const problem = evaluateTasks(call, own)
  for (const { word } of own) call.effects.push({ kind: 'file-read', target: knownText(word), recursive: true })
  return problem
}

const cmake: CommandTable = {
  source: 'cmake(1): -P and -E run what they are given, -C, -T and --toolchain load it',
  style: 'exact',
  options: [
    flags`--help --version -h -V --fresh -N -LA -LAH -LH -L --list-presets --verbose -v --clean-first --log-context -Wdev -Wno-dev -Wdeprecated -Wno-deprecated --warn-uninitialized`,
    values('-D', 'flag'),
    values('-B -S --build', 'flag'),
    values`-G -A --preset --target -t --config --log-level -U --resolve-package-references`,
    optionals`-j --parallel`,
    unevaluatedValues`-C -P -E -T --toolchain --install --open --install-prefix --workflow --find-package --graphviz --debug-output --trace --trace-source --trace-redirect --profiling-output`,
  ],
  ownOperands: true,
  always: [workspaceCode('CMakeLists.txt'), WRITES_HERE],

  refine: evaluateCmake,
}

const ctest: CommandTable = {
  source: 'ctest(1): -S, -SP, -D, -M, -T and --build-and-test run scripts',
  style: 'exact',
  options: [
    flags`--help --version -h -V -VV -N -Q -F --verbose --extra-verbose --show-only --quiet --output-on-failure --rerun-failed --stop-on-failure --progress --print-labels --schedule-random --no-tests`,
    values`-C --build-config -R --tests-regex -E --exclude-regex -L --label-regex -LE --label-exclude -I --tests-information --timeout --stop-time --repeat --preset --max-width --test-load`,
    values('--test-dir', 'flag'),
    optionals`-j --parallel`,
    values('-O --output-log --output-junit', 'write'),
    unevaluatedValues`-S -SP -D -M -T -A --script --dashboard --overwrite --extra-submit --build-and-test --resource-spec-file --build-makeprogram`,
  ],
  always: [workspaceCode('tests'), WRITES_HERE],
  refine: (call) => {
    worksIn(call, '--test-dir')
    return outsideIsCode(call)
  },
}

const ninja = taskDriver({
  source: 'ninja(1): -t starts tools, -f is another build file',
  folder: '-C',
  options: [flags`-v -n --quiet --verbose -h`, values`-j -k -l -w -d`, values('-C', 'flag'), unevaluatedValues`-f -t`],
})

const mesonCommon = [
  flags`-v --verbose -q --quiet --clean --list --no-rebuild --num-processes -h`,
  values`-j --jobs -l --load-average --suite --no-suite -t --timeout-multiplier --repeat --maxfail --logbase`,
]
const mesonWork: CommandTable = taskDriver({
  source: 'meson: command line; --wrapper and --gdb run programs',
  folder: '-C',
  options: [
    ...mesonCommon,
    values('-C', 'flag'),
    unevaluatedValues`--wrapper --gdb --gdb-path --setup --test-args --ninja-args --vs-args`,
  ],
})
const meson: CommandTable = {
  source: 'meson: command line',
  style: 'exact',
  options: [flags`--version --help -v -h`],
  subcommands: {
    'compile test': mesonWork,
    'setup configure introspect': {
      ...taskDriver({
        source: 'meson setup: native and cross files name compilers',
        options: [
          flags`--wipe --reconfigure --fatal-meson-warnings --werror --targets --tests --buildoptions --projectinfo --dependencies -a --all -i --indent`,
          values`--buildtype --backend --default-library --unity --warnlevel --wrap-mode --optimization --auto-features -C`,
          values('-D', 'flag'),
          unevaluatedValues`--prefix --native-file --cross-file --bindir --libdir --datadir --pkg-config-path --cmake-prefix-path`,
        ],
      }),
      refine: (call) => settings(call, '-D', /^[\w.:-]+=[\w.-]*$/) ?? evaluateTasks(call),
    },
  },
}

const bazelOptions = [
  flags`-k --keep_going --verbose_failures --nobuild --nocache_test_results --noshow_progress --noshow_loading_progress --announce_rc --curses --nocurses --subcommands -s --check_up_to_date --cache_test_results --test_keep_going --noimplicit_deps --notool_deps --keep_going --stamp --nostamp`,
  values`--config -c --compilation_mode -j --jobs --test_output --test_filter --test_tag_filters --build_tag_filters --test_timeout --runs_per_test --flaky_test_attempts --output --color --show_result --test_summary --build_tests_only --cpu --platforms --test_size_filters --local_test_jobs --universe_scope --order_output`,
]
const bazelVerb = (what: string): CommandTable =>
  taskDriver({
    source: 'bazel: command-line reference; other options name programs and files of settings',
    options: bazelOptions,
    always: [workspaceCode(what), WRITES_HERE, CONTACTS_SOME],
  })
const bazel: CommandTable = {
  source: 'bazel: startup options name a server, files of settings and folders',
  style: 'exact-posix',
  evaluate: loadsFirst('tools/bazel, .bazelrc and .bazelversion'),
  options: [flags`--version --help -h`],
  subcommands: {
    'build test coverage fetch': bazelVerb('rules and tests'),
    'cquery aquery': { ...bazelVerb('rules'), refine: () => undefined },
    query: { ...bazelVerb('rules'), refine: () => undefined },
    'version info help': { source: 'bazel info', style: 'exact', operands: 'nothing', options: [] },
  },
}

/** Phases of the default and clean life cycles, and goals that only look. maven.apache.org, Introduction to the Lifecycle */
const MAVEN_GOAL =
  /^(?:clean|validate|initialize|generate-sources|process-resources|compile|process-classes|test-compile|test|prepare-package|package|pre-integration-test|integration-test|verify|site|dependency:(?:tree|list|analyze|resolve)|help:[\w-]+|versions:display-[\w-]+|spotless:check|checkstyle:check|surefire:test|failsafe:verify|enforcer:enforce)$/
const MAVEN_SETTING =
  /^(?:skipTests|skipITs|maven\.test\.skip|test|it\.test|failIfNoTests|surefire\.failIfNoSpecifiedTests|checkstyle\.skip|spotless\.check\.skip|maven\.javadoc\.skip|style\.color|includes|excludes|groups)(?:=[\w.,#*+!$-]*)?$/

const maven = taskDriver({
  source: 'mvn: command-line options; every plugin can be a goal, every property a setting of one',
  always: [workspaceCode('pom.xml and its plugins'), WRITES_HERE, CONTACTS_SOME],
  options: [
    flags`-version -h -v -V -q -B -o -U -N -X -e -am -amd -fae -ff -fn -ntp -nsu -llr -C -c --quiet --batch-mode --offline --update-snapshots --errors --debug --also-make --also-make-dependents --non-recursive --fail-at-end --fail-fast --fail-never --no-transfer-progress --show-version --strict-checksums`,
    values`-pl --projects -P --activate-profiles -T --threads -rf --resume-from --color`,
    values('-D --define', 'flag'),
    unevaluatedValues`-f --file -s --settings -gs --global-settings -t --toolchains -gt -l --log-file -b --builder -emp -ep`,
  ],
  more: {
    refine: (call) => {
      const other = call.operands.find(({ word }) => !MAVEN_GOAL.test(knownText(word) ?? ''))
      if (other)
        return {
          code: 'EXECUTES_CODE',
          message: `mvn: nothing is known about the goal ${knownText(other.word)}`,
          at: other.at,
        }
      return settings(call, '-D --define', MAVEN_SETTING) ?? outsideIsCode(call)
    },
  },
})

const gradle = taskDriver({
  source: 'gradle: command-line interface; -I, -b, -c and --include-build are code, properties name programs',
  folder: '-p --project-dir',
  always: [workspaceCode('build.gradle and its plugins'), WRITES_HERE, CONTACTS_SOME],
  options: [
    flags`-h -v -V -q -w -i -d -s -S -m -u --help --version --quiet --warn --info --debug --stacktrace --full-stacktrace --no-daemon --daemon --offline --continue --parallel --no-parallel --build-cache --no-build-cache --configuration-cache --no-configuration-cache --rerun-tasks --rerun --refresh-dependencies --dry-run --profile --no-rebuild --stop --status --all --no-scan --no-watch-fs --watch-fs`,
    values`--tests -x --exclude-task --console --warning-mode --max-workers --priority --configuration --dependency --task --group`,
    values('-p --project-dir', 'flag'),
    unevaluatedValues`-I --init-script -b --build-file -c --settings-file --include-build -g --gradle-user-home -D --system-prop -P --project-prop --project-cache-dir --write-verification-metadata --scan`,
  ],
  more: {},
})

/** Loggers and collectors of its own, and properties that name neither a program nor a place. dotnet test, MSBuild */
const DOTNET_PLAIN: readonly (readonly [names: RegExp, values: RegExp])[] = [
  [/^(?:--logger|-l)$/, /^(?:console|trx|html)(?:;(?:verbosity=\w+|LogFileName=[\w.-]+))*$/i],
  [/^--collect$/, /^(?:XPlat Code Coverage|Code Coverage)$/],
  [
    /^(?:-p|--property)$/,
    /^:?(?:Configuration|Platform|CollectCoverage|CoverletOutputFormat|ContinuousIntegrationBuild|TreatWarningsAsErrors|WarningLevel|Version|TargetFramework|Nullable|RunAnalyzers|Deterministic|NoWarn)=[\w.-]*$/,
  ],
]

function evaluateDotnet(call: Invocation): ProfileRefusal | undefined {
  for (const {
    name,
    values: [value],
    at,
  } of call.options) {
    const plain = DOTNET_PLAIN.find(([names]) => names.test(name))?.[1]
    if (plain !== undefined && !plain.test(knownText(value ?? null) ?? '\0')) {
      return { code: 'NOT_EVALUATED', message: `dotnet: the value of ${name} may name a program`, at }
    }
  }
  return outsideIsCode(call)
}

const dotnetWork: CommandTable = {
  source: 'dotnet build, dotnet test: properties and loggers may name programs',
  style: 'exact',
  options: [
    flags`-h --help --no-build --no-restore --no-dependencies --no-incremental --nologo --force --interactive --verify-no-changes --self-contained --no-self-contained --list-tests -t --outdated --include-transitive --vulnerable --deprecated --blame --no-cache`,
    values`-c --configuration -f --framework -v --verbosity --filter -r --runtime --arch --os --severity --include --exclude --version-suffix --tl`,
    values('-o --output --artifacts-path --results-directory', 'write-tree'),
    values('--logger -l --collect -p --property', 'flag'),
    unevaluatedValues`-s --settings --source --configfile --packages --test-adapter-path -a --environment -e --diag --lock-file-path --launch-profile`,
  ],
  operands: { rest: 'read-tree', none: [READS_HERE] },
  always: [workspaceCode('the project and its targets'), WRITES_HERE, CONTACTS_SOME],
  refine: evaluateDotnet,
}
const dotnet: CommandTable = {
  source: 'dotnet: the first operand may be a program',
  style: 'exact-posix',
  // global.json: sdk.paths
  evaluate: loadsFirst('the SDK that global.json names'),
  options: [flags`--version --info --list-sdks --list-runtimes -h --help -d --diagnostics`],
  ownOperands: true,
  subcommands: {
    'build test restore clean format pack list': dotnetWork,
    run: { ...dotnetWork, ownOperands: true, refine: (call) => handsOn(call, call.operands) },
  },
  refine: (call) => {
    const [first] = call.operands
    return first && { code: 'EXECUTES_CODE', message: 'dotnet: runs a program', at: first.at }
  },
}

/** What builds and tests as files of the workspace say, by its own commands. */
export const BUILDERS: Readonly<Record<string, CommandTable>> = {
  cmake,
  ctest,
  ninja,
  meson,
  'bazel bazelisk': bazel,
  'mvn mvnw': maven,
  'gradle gradlew': gradle,
  dotnet,
}
