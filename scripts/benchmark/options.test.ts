import { describe, expect, it } from 'vitest'
import { readOptions } from './options.mjs'

describe('the options of npm run benchmark', () => {
  it('name a model, suites and how', () => {
    const line =
      '--model acme/large --suite instructions --suite tool-use,reasoning --limit 5 --concurrency 2 --max-tokens 900 --yes'
    expect(readOptions(line.split(' '))).toEqual({
      model: 'acme/large',
      suites: ['instructions', 'tool-use', 'reasoning'],
      limit: 5,
      concurrency: 2,
      maxTokens: 900,
      isAgreed: true,
    })
  })

  it('name one thing to do', () => {
    expect(readOptions(['--resume', 'bench_1'])).toEqual({ suites: [], resume: 'bench_1' })
    expect(readOptions(['--import', 'scores.json'])).toEqual({ suites: [], importFile: 'scores.json' })
    expect(readOptions(['--list'])).toEqual({ suites: [], isList: true })
    expect(readOptions(['--help'])).toEqual({ suites: [], isHelp: true })
  })

  it.each([
    [[], /^Give one of --model/],
    [['--model', 'a', '--list'], /^Give one of --model/],
    [['--modle', 'a'], /^There is no option --modle\./],
    [['model'], /^There is no option model\./],
    [['--model'], /^--model needs a value\./],
    [['--model', '--yes'], /^--model needs a value\./],
    [['--model', 'a', '--limit', '0'], /^--limit must be a whole number above 0, not "0"\./],
    [['--model', 'a', '--limit', 'many'], /^--limit must be a whole number above 0/],
  ])('%j say what is wrong', (line, sentence) => {
    expect(() => readOptions(line)).toThrow(sentence)
  })
})
