import { chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { approvalsFor, skillPrograms } from '../src/index.ts'

/** A state folder with a skill in it, and a workspace beside it. */
function place() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-skills-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const workspace = join(root, 'w')
  mkdirSync(workspace)
  const skills = join(root, 'state', 'skills')
  const program = join(skills, 'weather', 'bin', 'forecast')
  mkdirSync(dirname(program), { recursive: true })
  writeFileSync(program, '#!/bin/sh\n')
  chmodSync(program, 0o755)
  writeFileSync(join(skills, 'weather', 'SKILL.md'), '# Weather\n')
  return { root, workspace, skills, program }
}

test('the programs of installed skills are found, and nothing else that lies there', () => {
  const { workspace, skills, program } = place()
  symlinkSync('/bin/sh', join(skills, 'weather', 'bin', 'shell'))
  expect(skillPrograms(skills, workspace)).toEqual([program])
})

test.each([0o775, 0o757])('what others can change is no trusted skill: mode %i', (mode) => {
  const { workspace, skills, program } = place()
  chmodSync(program, mode)
  expect(skillPrograms(skills, workspace)).toEqual([])
  chmodSync(program, 0o755)
  chmodSync(dirname(program), mode)
  expect(skillPrograms(skills, workspace)).toEqual([])
  chmodSync(dirname(program), 0o755)
  chmodSync(skills, mode)
  expect(skillPrograms(skills, workspace)).toEqual([])
})

test('skills in the workspace are the agent’s own, also behind a link', () => {
  const { root, workspace, skills } = place()
  expect(skillPrograms(skills, root)).toEqual([])
  const inside = join(workspace, 'skills')
  mkdirSync(inside)
  symlinkSync(inside, join(root, 'link'))
  expect(skillPrograms(join(root, 'link'), workspace)).toEqual([])
})

test('a program that has another name besides is none of a skill: by that it could be changed', () => {
  const { workspace, skills, program } = place()
  linkSync(program, join(workspace, 'forecast'))
  expect(skillPrograms(skills, workspace)).toEqual([])
})

test('of two skills with a program of the same name, each is let through by its path', () => {
  const { workspace, skills, program } = place()
  const other = join(skills, 'climate', 'bin', 'forecast')
  mkdirSync(dirname(other), { recursive: true })
  writeFileSync(other, '#!/bin/sh\n')
  chmodSync(other, 0o755)
  expect(skillPrograms(skills, workspace).toSorted()).toEqual([other, program].toSorted())
  chmodSync(other, 0o777)
  expect(skillPrograms(skills, workspace)).toEqual([program])
})

test('a name that a rule cannot say is none of a skill', () => {
  const { workspace, skills, program } = place()
  for (const name of ['fore cast', 'fore*', '~', 'fore;cast', '-x y']) {
    writeFileSync(join(dirname(program), name), '#!/bin/sh\n')
    chmodSync(join(dirname(program), name), 0o755)
  }
  expect(skillPrograms(skills, workspace)).toEqual([program])
})

test('a folder that is not there holds none', () => {
  expect(skillPrograms('/nowhere/skills', '/w')).toEqual([])
})

test('skills are on the allowlist only where the document says so for the agent', () => {
  const on = { autoAllowSkills: true }
  const list = (document: object, agent = 'main') =>
    approvalsFor({ version: 1, ...document }, agent, 'approvals', () => ['/s/forecast']).allowlist
  expect(list({})).toEqual([])
  expect(list({ defaults: on })).toEqual([{ command: '/s/forecast' }])
  expect(list({ defaults: on, agents: { main: { autoAllowSkills: false } } })).toEqual([])
  expect(list({ agents: { other: on } })).toEqual([])
  expect(list({ agents: { '*': on } }, 'other')).toEqual([{ command: '/s/forecast' }])
})
