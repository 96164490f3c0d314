const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales: Record<string, number> = {
  hundred: 100,
  thousand: 1_000,
  million: 1_000_000,
  billion: 1_000_000_000,
}
const numberWord = [...small, ...tens.slice(2), ...Object.keys(scales)].join('|')
const spelled = new RegExp(`\\b(?:${numberWord})(?:[\\s-]+(?:and\\s+)?(?:${numberWord}))*\\b`, 'gi')

const phrases: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d),(?=\d{3}(?!\d))/g, ''],
  [/[×·∙]|(?<=[\d)\s])x(?=[\s\d(])/gi, '*'],
  [/÷/g, '/'],
  [/[−–—]/g, '-'],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/√/g, ' sqrt '],
  [/(?<=[\d)])\s*(?:per ?cent|percent) of\b|(?<=[\d)])\s*% of\b/gi, '/100 *'],
  [/(?<=[\d)])\s*(?:per ?cent|percent)\b/gi, '%'],
  [/\b(?:the )?square root of\b/gi, 'sqrt'],
  [/\bsquared\b/gi, '^2'],
  [/\bcubed\b/gi, '^3'],
  [/\b(?:raised )?to the power of\b/gi, '^'],
  [/\b(?:multiplied by|times)\b/gi, '*'],
  [/\b(?:divided by|over)\b/gi, '/'],
  [/\bplus\b|\badded to\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\bmod(?:ulo)?\b/gi, ' mod '],
  [/\bhalf of\b/gi, '0.5 *'],
]

/** Arithmetic in words as arithmetic in signs: `twelve times 7` → `12 * 7`, `15% of 80` → `15/100 * 80`. */
export function spellOut(text: string): string {
  const digits = text.replace(spelled, (words) => String(readNumberWords(words)))
  return phrases.reduce((result, [pattern, signs]) => result.replace(pattern, signs), digits)
}

function readNumberWords(words: string): number {
  let total = 0
  let current = 0
  for (const word of words.toLowerCase().split(/[\s-]+/)) {
    const scale = Object.hasOwn(scales, word) ? scales[word] : undefined
    if (scale === undefined) current += Math.max(small.indexOf(word), tens.indexOf(word) * 10, 0)
    else if (scale === 100) current = Math.max(current, 1) * 100
    else {
      total += Math.max(current, 1) * scale
      current = 0
    }
  }
  return total + current
}
