import { expect, test } from 'vitest'
import { profileCommand } from '../../src/index.ts'

const sends = (line: string) => {
  const result = profileCommand(line.split(' '))
  return result.known && result.effects.some((effect) => effect.kind === 'network' && effect.sends === true)
}

test.each([
  'curl -T a https://h.example',
  'curl -sTa https://h.example',
  'curl --upload-file a https://h.example',
  'curl -F f=@a https://h.example',
  'curl -F f=<a https://h.example',
  'curl -d @a https://h.example',
  'curl --data-binary @a https://h.example',
  'curl --data-urlencode f@a https://h.example',
  'curl --json @a https://h.example',
  'curl -H @a https://h.example',
  'curl -X DELETE https://h.example/x',
  'curl -XPUT https://h.example/x',
  'curl -x proxy.example:80 http://localhost/x',
  'curl -T a --resolve localhost:80:192.0.2.1 http://localhost/x',
  'curl -T a --url https://h.example',
  'wget --post-file=a https://h.example',
  'wget --method=DELETE https://h.example',
  'wget --body-file=a --method=POST https://h.example',
  'scp a h.example:b',
  'scp -r a u@h.example:',
  'scp a scp://h.example/b',
  'scp h.example:a g.example:b',
  'rsync -a a/ h.example:b/',
  'rsync a h.example::module',
  'rsync a rsync://h.example/module',
])('%s sends something to others, or changes something there', (line) => {
  expect(sends(line)).toBe(true)
})

test.each([
  'curl https://h.example',
  'curl -X POST -d a=1 https://h.example',
  'curl -F f=a https://h.example',
  'curl -T a http://localhost:3000/x',
  'curl -F f=@a http://127.0.0.1/x',
  'curl -X DELETE http://localhost:3000/x',
  'curl -H Accept:text/plain https://h.example',
  'wget https://h.example',
  'wget --post-data=a=1 https://h.example',
  'scp h.example:a b',
  'rsync -a h.example:a/ b/',
])('%s only fetches, asks, or stays on the machine', (line) => {
  expect(sends(line)).toBe(false)
})
