import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { colourOf, contrastOf } from './testing'

const read = (name: string) => readFileSync(new URL(`../../app/styles/${name}.css`, import.meta.url), 'utf8')
const themesOf = (name: string) => read(name).split('[data-theme="dark"]')
const [light = '', dark = ''] = themesOf('tokens')
const [moreLight = '', moreDark = ''] = themesOf('more-contrast')

const surfaces = ['canvas', 'surface', 'sunken', 'overlay', 'hover', 'selected']
const texts = ['ink-muted', 'ink-faint', 'accent-text', 'success-text', 'warning-text', 'danger-text']

test.each([
  ['light', light, moreLight],
  ['dark', dark, moreDark],
])('%s: who asks for more contrast reads all text at 7:1, wherever it stands', (_, theme, more) => {
  for (const text of texts)
    for (const surface of [...surfaces, 'accent-soft', 'success-soft', 'warning-soft', 'danger-soft'])
      expect(
        contrastOf(colourOf(more, text), colourOf(theme, surface)),
        `${text} on ${surface}`,
      ).toBeGreaterThanOrEqual(7)
})
