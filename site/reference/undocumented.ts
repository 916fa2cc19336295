import { type DeclarationReflection, type ProjectReflection, ReflectionKind } from 'typedoc'

/** What an entry exports, and what can be called on it. Fields are named, and typed, and have a docstring where that is not enough. */
const DOCUMENTED =
  ReflectionKind.Function |
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias |
  ReflectionKind.Variable |
  ReflectionKind.Enum |
  ReflectionKind.Method |
  ReflectionKind.Accessor

/** Public names without a docstring, each with its file. */
export function undocumented(project: ProjectReflection): readonly string[] {
  return Object.values(project.reflections)
    .filter((each): each is DeclarationReflection => each.isDeclaration() && each.kindOf(DOCUMENTED))
    .filter(
      (each) =>
        each.sources !== undefined &&
        !each.flags.isExternal &&
        each.inheritedFrom === undefined &&
        each.implementationOf === undefined,
    )
    .filter((each) => !each.parent?.kindOf(ReflectionKind.TypeLiteral) && !isDocumented(each))
    .map((each) => `${each.sources?.[0]?.fileName ?? ''}: ${each.getFullName()}`)
}

const isDocumented = (each: DeclarationReflection) =>
  each.hasComment() ||
  each.signatures?.some((signature) => signature.hasComment()) === true ||
  each.getSignature?.hasComment() === true
