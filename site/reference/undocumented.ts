import { type DeclarationReflection, type ProjectReflection, ReflectionKind } from 'typedoc'

/** What an entry exports, and every member of it. */
const DOCUMENTED: ReflectionKind[] = [
  ReflectionKind.Function,
  ReflectionKind.Class,
  ReflectionKind.Interface,
  ReflectionKind.TypeAlias,
  ReflectionKind.Variable,
  ReflectionKind.Enum,
  ReflectionKind.EnumMember,
  ReflectionKind.Method,
  ReflectionKind.Accessor,
  ReflectionKind.Property,
]

/** Public names without a docstring, each with its file. */
export function undocumented(project: ProjectReflection): readonly string[] {
  return Object.values(project.reflections)
    .filter((each): each is DeclarationReflection => each.isDeclaration() && each.kindOf(DOCUMENTED))
    .filter(
      (each) =>
        each.sources !== undefined &&
        !each.flags.isExternal &&
        each.inheritedFrom === undefined &&
        each.overwrites === undefined &&
        each.implementationOf === undefined,
    )
    .filter((each) => isMember(each) && !isDocumented(each))
    .map((each) => `${each.sources?.[0]?.fileName ?? ''}:${each.sources?.[0]?.line ?? ''}: ${each.getFullName()}`)
}

/**
 * Whether it is described by itself. A field with one value (`kind: 'text'`) says all by that. Fields of an object type
 * that is written inside another one are described with it, unless they are the body of a type, each on its own line.
 */
function isMember(each: DeclarationReflection): boolean {
  if (each.type?.type === 'literal' && each.kindOf(ReflectionKind.Property)) return false
  if (!each.parent?.kindOf(ReflectionKind.TypeLiteral)) return true
  return each.parent.parent?.kindOf(ReflectionKind.TypeAlias) === true && standsAlone(each, each.parent)
}

/** Whether no other field of its type stands on its line. */
function standsAlone(each: DeclarationReflection, { children = [] }: DeclarationReflection): boolean {
  const lineOf = ({ sources }: DeclarationReflection) => `${sources?.[0]?.fileName ?? ''}:${sources?.[0]?.line ?? ''}`
  return children.length > 1 && children.every((other) => other === each || lineOf(other) !== lineOf(each))
}

const isDocumented = (each: DeclarationReflection) =>
  each.hasComment() ||
  each.signatures?.some((signature) => signature.hasComment()) === true ||
  each.getSignature?.hasComment() === true ||
  signatureOfType(each)?.hasComment() === true

/** TypeDoc moves the docstring of a field that holds a function to the signature of its type. */
function signatureOfType({ type }: DeclarationReflection) {
  return type?.type === 'reflection' ? type.declaration.signatures?.[0] : undefined
}
