import type { CommandTable } from './engine/table.ts'
import { archive } from './tables/archive.ts'
import { binariesAndKeys } from './tables/binaries-and-keys.ts'
import { buildDrivers } from './tables/build-drivers.ts'
import { BUILDERS } from './tables/builders.ts'
import { bundlers } from './tables/bundlers.ts'
import { compareAndShow } from './tables/compare-and-show.ts'
import { compilers } from './tables/compilers.ts'
import { containers } from './tables/containers.ts'
import { coreutilsFiles } from './tables/coreutils-files.ts'
import { coreutilsSystem } from './tables/coreutils-system.ts'
import { coreutilsText } from './tables/coreutils-text.ts'
import { databaseClients } from './tables/database-clients.ts'
import { devTools } from './tables/dev-tools.ts'
import { documentsAndMedia } from './tables/documents-and-media.ts'
import { documents } from './tables/documents.ts'
import { downloads } from './tables/downloads.ts'
import { editorsAndBuiltins } from './tables/editors-and-builtins.ts'
import { formattersAndMetrics } from './tables/formatters-and-metrics.ts'
import { git } from './tables/git.ts'
import { infrastructure } from './tables/infrastructure.ts'
import { languages } from './tables/languages.ts'
import { linters } from './tables/linters.ts'
import { network } from './tables/network.ts'
import { openssl } from './tables/openssl.ts'
import { otherVersionControl } from './tables/other-version-control.ts'
import { PACKAGE_MANAGERS } from './tables/package-managers.ts'
import { projectEnvironments } from './tables/project-environments.ts'
import { pythonTools } from './tables/python-tools.ts'
import { recordsAndQueries } from './tables/records-and-queries.ts'
import { rubyAndPhp } from './tables/ruby-and-php.ts'
import { scanners } from './tables/scanners.ts'
import { search } from './tables/search.ts'
import { systemPackageManagers } from './tables/system-packages.ts'
import { system } from './tables/system.ts'
import { taskRunners } from './tables/task-runners.ts'
import { textLanguages } from './tables/text-languages.ts'

/** All tables by the name of the program. */
export const commandTables: ReadonlyMap<string, CommandTable> = new Map(
  [
    coreutilsText,
    coreutilsFiles,
    coreutilsSystem,
    search,
    textLanguages,
    git,
    compareAndShow,
    archive,
    network,
    downloads,
    system,
    PACKAGE_MANAGERS,
    languages,
    openssl,
    devTools,
    buildDrivers,
    pythonTools,
    systemPackageManagers,
    containers,
    documentsAndMedia,
    binariesAndKeys,
    editorsAndBuiltins,
    BUILDERS,
    bundlers,
    infrastructure,
    compilers,
    documents,
    scanners,
    linters,
    otherVersionControl,
    projectEnvironments,
    recordsAndQueries,
    databaseClients,
    formattersAndMetrics,
    rubyAndPhp,
    taskRunners,
  ].flatMap((family) =>
    Object.entries(family).flatMap(([names, table]) => names.split(' ').map((name) => [name, table] as const)),
  ),
)

/** The commands that something is known about. */
export const PROFILED_COMMANDS: readonly string[] = [...commandTables.keys()].toSorted()
