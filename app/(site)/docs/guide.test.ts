import { readdirSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { anchorOf, docsPages } from '@/components/site/docs/docs-contents'
import { GuideText, type GuideValues } from '@/components/site/docs/guide-text'
import { paths } from '@/lib/client/paths'
import { pageApi } from '@/server/page-api'
import { guideValues, readGuidePage } from './guide'

Reflect.set(globalThis, Symbol.for('portico.pages'), pageApi)
const ours = guideValues('https://portico.example')
const render = (text: string, values: GuideValues = ours) =>
  renderToStaticMarkup(createElement(GuideText, { text, values }))

test('the contents list every file and no other', () => {
  const files = docsPages.map(({ slug }) => `${slug}.md`)
  expect(readdirSync('docs/guide').toSorted()).toEqual(files.toSorted())
})

test.each(docsPages)('$slug has all its headings, values for all names, and no broken links', (entry) => {
  const { text, headings } = readGuidePage(entry)
  const html = render(text)
  expect([...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)).toEqual(headings.map(anchorOf))
  expect(html).not.toMatch(/\{\{|<table|\]\(/)
  const links = [...html.matchAll(/<a href="([^"#]+)"/g)].map(([, href]) => href)
  expect(Object.values(paths)).toEqual(expect.arrayContaining(links))
})

test('a name without a value is an error', () => {
  expect(() => render('At {{base_ulr}}.')).toThrow('The guide has no value for {{base_ulr}}.')
})

test('a table becomes a list of names, labeled by its heading', () => {
  const html = render('## Kinds\n\n| | | |\n| --- | --- | --- |\n| `a.<b>` | {{one}} | See `c`. |', {
    one: '7',
  })
  expect(html).toContain('aria-label="Kinds"')
  expect(html).toMatch(
    /<dt[^>]*>a\.&lt;b&gt;<span[^>]*>7<\/span><\/dt><dd[^>]*>See <code[^>]*>c<\/code>\.<\/dd>/,
  )
})

test('code is highlighted, titled and copied as written', () => {
  const html = render('```json Reply\n{"at": "{{base_url}}"}\n```\n\n```toml\na = 1\n```')
  expect(html).toContain('Reply<button')
  expect(html).toMatch(/<span class="hljs-string">&quot;https:\/\/portico\.example&quot;<\/span>/)
  expect(html).toContain('<code>a = 1</code>')
})
