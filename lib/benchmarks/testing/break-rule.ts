import type { Rule } from '../internal/suite'

/** A text that kept every rule, changed so that it breaks this one. */
export function breakRule(rule: Rule, text: string): string {
  switch (rule.rule) {
    case 'words':
      if (rule.max !== undefined) return `${text} ${'more '.repeat(rule.max)}`
      return text
        .split(/\s+/)
        .slice(0, (rule.min ?? 1) - 1)
        .join(' ')
    case 'sentences':
      return `${text} More is said.`
    case 'lines':
      return `${text}\nmore`
    case 'paragraphs':
      return `${text}\n\nmore`
    case 'list':
      return `${text}\n${rule.mark === '1.' ? `${rule.count + 1}.` : rule.mark} more`
    case 'mentions':
      return rule.any.reduce((left, word) => left.replaceAll(new RegExp(word, 'gi'), 'zzz'), text)
    case 'times':
      return `${text} ${rule.word}`
    case 'avoids':
      return `${text} ${rule.words[0]?.toUpperCase()}`
    case 'begins':
      return `x${text}`
    case 'case':
      return text + (rule.form === 'lower' ? 'X' : 'x')
    case 'without':
      return text + rule.characters[0]
    case 'acrostic':
      return `zebra\n${text}`
    case 'every-line':
      return `${text}\n${'§ '.repeat(12)}`
    case 'pattern':
      return '§'
    case 'sorted-lines':
      return text.split('\n').reverse().join('\n')
    case 'longest-word':
      return `${text} ${'a'.repeat(rule.max + 1)}`
    case 'order':
      return text.split(' ').reverse().join(' ')
    case 'ends':
    case 'exactly':
      return `${text}x`
  }
}
