/** Programs that run the file which they are given. */
export const INTERPRETERS =
  /^(?:node|nodejs|bun|deno|tsx|python[\d.]*|ruby|perl|php|sh|bash|dash|zsh|java|dotnet|Rscript|lua)$/

/** Programs that only root replaces. */
export const SYSTEM_PROGRAM = /^\/(?:bin|sbin|lib|lib64|usr\/(?!local\/))/

/** What interpreters load as code. Data of a server, such as a database, changes as it works. */
const CODE =
  /\.(?:[cm]?[jt]sx?|node|wasm|pyw?|pyc|pth|so|rb|pl|pm|php|lua|sh|bash|zsh|jar|class|dll|exe|R)$|^(?:package\.json|deno\.jsonc?|bunfig\.toml|tsconfig\.json|pyproject\.toml|pyvenv\.cfg)$/

export const isCode = (name: string): boolean => CODE.test(name)
