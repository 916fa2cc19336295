export { createDockerBackend, type ContainerOptions, type DockerBackendOptions } from './backend/docker-backend.ts'
export { type BindContext } from './binds/check-bind.ts'
export type { Bind } from './binds/parse-bind.ts'
export type { SandboxScope, ScopeContext } from './container/labels.ts'
export type { ImageRecipe } from './image/recipes.ts'
export { seccompProfile, type SeccompProfile } from './seccomp/seccomp-profile.ts'
export { buildSandboxImage, type ImageSource } from './manage/build-image.ts'
export {
  manageContainers,
  type ContainerManager,
  type ContainerManagerOptions,
  type ContainerSelection,
  type SandboxContainer,
} from './manage/list-containers.ts'
