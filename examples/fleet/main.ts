/**
 * One gateway and its nodes, for Docker Compose and for Kubernetes. This program holds every file against the schema of its
 * format, and every configuration in it against Poundlock's: what a cluster would refuse fails here.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { parseConfig } from '@poundlock/config'
import { Ajv } from 'ajv'
import { StatefulSet } from 'kubernetes-models/apps/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { ConfigMap, Service } from 'kubernetes-models/v1'
import { parse, parseAllDocuments } from 'yaml'

const KINDS = { ConfigMap, NetworkPolicy, Service, StatefulSet }

interface Manifest {
  readonly kind: keyof typeof KINDS
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

function checkCompose(): void {
  const schema = JSON.parse(read('compose-spec.schema.json')) as { $schema?: string }
  // Another spelling of the address that Ajv knows.
  delete schema.$schema
  const validate = new Ajv({
    strict: false,
    formats: { duration: true, subnet_ip_address: true, ports: true, expose: true },
  }).compile(schema)
  const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, { volumes: string[] }> }
  assert.ok(validate(compose), JSON.stringify(validate.errors))
  assert.ok(!validate({ ...compose, services: { broken: { volumes: 7 } } }), 'the schema refuses what is none')
  console.log(`compose.yaml: ${Object.keys(compose.services).length} services`)
  // Two nodes with one key would take each other's place.
  const states = Object.values(compose.services).flatMap(({ volumes }) =>
    volumes.filter((one) => one.endsWith(':/data')),
  )
  assert.equal(new Set(states).size, Object.keys(compose.services).length)
  for (const name of ['gateway.json', 'node.json']) assert.ok(parseConfig(read(name), name))
}

function checkKubernetes(file: string): void {
  for (const document of parseAllDocuments(read(file))) {
    assert.deepEqual(document.errors, [])
    const manifest = document.toJS() as Manifest
    const Kind = KINDS[manifest.kind]
    new Kind(manifest).validate()
    assert.throws(() => new Kind({ ...manifest, metadata: { name: 7 } } as never).validate())
    for (const [name, text] of Object.entries(manifest.data ?? {})) assert.ok(parseConfig(text, name))
    console.log(`${file}: ${manifest.kind} ${manifest.metadata.name}`)
  }
}

checkCompose()
const manifests = globSync('kubernetes/*.yaml', { cwd: new URL('.', import.meta.url) }).toSorted()
assert.equal(manifests.length, 2)
for (const file of manifests) checkKubernetes(file)
