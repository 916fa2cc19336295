import { planCommand } from '@poundlock/plan'
import { writeTarget } from '@poundlock/spec'
import { expect, test } from 'vitest'
import { namedContacts } from '../../src/network/named-contacts.ts'

const named = (line: string) =>
  namedContacts(
    planCommand(line, { cwd: '/w', home: '/home/u', findExecutable: (name) => `/usr/bin/${name}` }).plan,
  ).map(writeTarget)

test.each([
  ['curl https://example.org/x', 'example.org:443'],
  ['curl -s http://example.org:8080/x', 'example.org:8080'],
  ['curl example.org/x', 'example.org:80'],
  ['wget example.org:8080/x', 'example.org:8080'],
  ['git clone https://example.org/a/b', 'example.org:443'],
  ['git clone git@example.org:a/b.git', 'example.org:22'],
  ['git ls-remote example.org:a/b', 'example.org:22'],
  ['git clone ssh://example.org/a/b', 'example.org:22'],
  ['scp a.txt example.org:', 'example.org:22'],
  ['ssh u@example.org uptime', 'example.org:22'],
])('%s names %s', (line, place) => expect(named(line)).toContain(place))

test.each([
  // A reader takes the user for the host.
  'curl https://github.com@example.org/x',
  'git clone github.com@example.org:a/b',
  'ssh github.com@example.org',
  'curl example.org@other.example/x',
  // The port, the way there or what the name stands for is in an option.
  'ssh -p 2222 example.org',
  'ssh -o ProxyJump=other.example example.org',
  'scp -P 2222 a.txt example.org:',
  'rsync -e ./x a.txt example.org:',
  // No host that a person is asked about.
  'curl 192.0.2.1/x',
  'curl localhost:3000',
  'ssh 127.0.0.1',
  // What is only known at run time, or no address to this program.
  'curl "$HOST/x"',
  'ssh "$(cat host)" example.org',
  'grep example.org a.txt',
  'git push origin main',
])('%s names none', (line) => expect(named(line)).toEqual([]))
