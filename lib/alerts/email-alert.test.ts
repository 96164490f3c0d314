import { expect, it } from 'vitest'
import { plainName } from './email-alert'

it.each([
  ['prod', 'prod'],
  ['Ann’s laptop, v1.2', 'Ann’s laptop, v1.2'],
  ['<b>', '<b>'],
  ['pay at https://evil.example/now', 'pay at https evil example now'],
  ['www.evil.example', 'www evil example'],
  ['help@evil.example', 'help evil example'],
  ['one\u2028two\u0085three\u202Efour', 'one two three four'],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['🔑'.repeat(41), `${'🔑'.repeat(40)}…`],
])('the name %j is mailed as %j', (name, shown) => {
  expect(plainName(name)).toBe(shown)
})
