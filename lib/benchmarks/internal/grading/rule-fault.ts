import type { Rule } from '../suite'
import { countSentences, countWord, linesOf, paragraphsOf, wordsOf } from './text-units'

/** Which rule the text breaks, as a sentence; undefined when it keeps it. */
export function ruleFault(rule: Rule, text: string): string | undefined {
  switch (rule.rule) {
    case 'words':
      return wordsFault(rule, wordsOf(text).length)
    case 'sentences':
      return countFault('sentences', countSentences(text), rule.count)
    case 'lines':
      return countFault('lines', linesOf(text).length, rule.count)
    case 'paragraphs':
      return countFault('paragraphs', paragraphsOf(text).length, rule.count)
    case 'list':
      return listFault(rule, linesOf(text))
    case 'mentions':
      return unless(
        rule.any.some((word) => countWord(text, word) > 0),
        `It mentions none of: ${rule.any.join(', ')}.`,
      )
    case 'times':
      return countFault(`times “${rule.word}”`, countWord(text, rule.word), rule.count)
    case 'avoids': {
      const found = rule.words.find((word) => countWord(text, word) > 0)
      return unless(found === undefined, `It has the word “${found}”.`)
    }
    case 'begins':
      return unless(text.startsWith(rule.text), `It does not begin with “${rule.text}”.`)
    case 'ends':
      return unless(text.endsWith(rule.text), `It does not end with “${rule.text}”.`)
    case 'exactly':
      return unless(text === rule.text, `It is not exactly “${rule.text}”.`)
    default:
      return formFault(rule, text)
  }
}

type FormRule = Extract<
  Rule,
  {
    rule:
      | 'case'
      | 'without'
      | 'acrostic'
      | 'every-line'
      | 'pattern'
      | 'sorted-lines'
      | 'longest-word'
      | 'order'
  }
>

function formFault(rule: FormRule, text: string): string | undefined {
  switch (rule.rule) {
    case 'case': {
      const wanted = rule.form === 'lower' ? text.toLowerCase() : text.toUpperCase()
      return unless(text === wanted, `It is not all in ${rule.form} case.`)
    }
    case 'without': {
      const plain = text.toLowerCase()
      const found = [...rule.characters.toLowerCase()].find((character) => plain.includes(character))
      return unless(found === undefined, `It has the character “${found}”.`)
    }
    case 'acrostic': {
      const initials = linesOf(text).map((line) => /\p{L}/u.exec(line)?.[0] ?? '')
      const spelt = initials.join('').toLowerCase()
      return unless(spelt === rule.word.toLowerCase(), `The lines spell “${spelt}”.`)
    }
    case 'every-line': {
      const form = new RegExp(rule.pattern, 'u')
      const odd = linesOf(text).find((line) => !form.test(line))
      return unless(odd === undefined, `Not every line ${rule.says}.`)
    }
    case 'pattern':
      return unless(new RegExp(rule.pattern, 'u').test(text), `It does not ${rule.says}.`)
    case 'sorted-lines': {
      const lines = linesOf(text).map((line) => line.toLowerCase())
      const isSorted = lines.every((line, at) => at === 0 || (lines[at - 1] ?? '') <= line)
      return unless(isSorted, 'The lines are not in alphabetical order.')
    }
    case 'longest-word': {
      const long = (text.match(/[\p{L}\p{N}]+/gu) ?? []).find((word) => word.length > rule.max)
      return unless(long === undefined, `“${long}” has more than ${rule.max} letters.`)
    }
    case 'order':
      return unless(isInOrder(text, rule.words), `It does not name, in this order: ${rule.words.join(', ')}.`)
  }
}

function unless(isKept: boolean, fault: string): string | undefined {
  return isKept ? undefined : fault
}

function countFault(what: string, found: number, wanted: number): string | undefined {
  return unless(found === wanted, `It has ${found} ${what}, not ${wanted}.`)
}

function wordsFault({ min = 0, max }: { min?: number; max?: number }, found: number): string | undefined {
  if (found < min) return `It has ${found} words, fewer than ${min}.`
  return unless(max === undefined || found <= max, `It has ${found} words, more than ${max}.`)
}

function listFault({ mark, count }: { mark: string; count: number }, lines: string[]): string | undefined {
  const marked = lines.filter((line) => (mark === '1.' ? /^\d+\. \S/ : /^[-*] \S/).test(line))
  const isNumbered = marked.every((line, at) =>
    mark === '1.' ? line.startsWith(`${at + 1}. `) : line.startsWith(mark),
  )
  return (
    countFault('points', marked.length, count) ?? unless(isNumbered, `Not every point begins with ${mark}`)
  )
}

function isInOrder(text: string, words: readonly string[]): boolean {
  const plain = text.toLowerCase()
  let from = 0
  for (const word of words) {
    const at = plain.indexOf(word.toLowerCase(), from)
    if (at === -1) return false
    from = at + word.length
  }
  return true
}
