import { describe, expect, it } from 'vitest'
import { splitBlocks } from './split-blocks'

const md = (text: string) => ({ kind: 'markdown', text })
const code = (language: string, text: string, closed = true) => ({
  kind: 'code',
  language,
  code: text,
  closed,
})

describe('splitBlocks', () => {
  it('cuts at blank lines', () => {
    expect(splitBlocks('# A\n\nb\nc\n\n\n> d')).toEqual([md('# A'), md('b\nc'), md('> d')])
  })

  it('is empty for nothing', () => {
    expect(splitBlocks('')).toEqual([])
    expect(splitBlocks('\n\n')).toEqual([])
  })

  it('makes fenced code a part of its own, open or closed', () => {
    expect(splitBlocks('Text\n```TS\nconst a = 1\n\nb\n```\nmore')).toEqual([
      md('Text'),
      code('ts', 'const a = 1\n\nb'),
      md('more'),
    ])
    expect(splitBlocks('```\nab')).toEqual([code('', 'ab', false)])
    expect(splitBlocks('````md\n```\nx\n```\n````')).toEqual([code('md', '```\nx\n```')])
    expect(splitBlocks('~~~py title="x"\n```\n~~~')).toEqual([code('py', '```')])
  })

  it('does not take inline code for a fence', () => {
    expect(splitBlocks('```not``` a fence')).toEqual([md('```not``` a fence')])
  })

  it('keeps a list whole, with its loose items, paragraphs and code', () => {
    const list = '1. one\n\n2. two\n\n   more of two\n\n   ```js\n   a\n\nb\n   ```\n\n3. three'
    expect(splitBlocks(`${list}\n\nAfter`)).toEqual([md(list), md('After')])
  })

  it('keeps indented text with what stands before it', () => {
    expect(splitBlocks('a\n\n    indented')).toEqual([md('a\n\n    indented')])
  })

  it('gives link definitions to the parts that may need them', () => {
    expect(splitBlocks('See [x].\n\nNo link.\n\n[x]: https://a.example')).toEqual([
      md('See [x].\n\n[x]: https://a.example'),
      md('No link.'),
      md('[x]: https://a.example'),
    ])
  })

  it('changes only the last part while text is added', () => {
    const text = 'One\n\nTwo\n\n```js\nlet a\n```\n\nThree goes on'
    const whole = splitBlocks(text)
    for (let length = text.indexOf('Three') + 1; length < text.length; length++) {
      expect(splitBlocks(text.slice(0, length)).slice(0, -1)).toEqual(whole.slice(0, -1))
    }
  })
})
